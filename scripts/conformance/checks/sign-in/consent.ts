/** Consent follows the first sign-in at a client, and isn't requested again. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { hasField, redirectOf } from '../../probe/sign-ins.ts';

export const CONSENT: Check = {
  name: 'consent',
  proves: 'contract 3.2, 4.9',
  needs: ['inbox'],
  fix: 'the client’s Settings tab: consent required on; user profile and required actions must not interrupt (checks client-consent, user-profile, required-actions)',
  run: async (probe) => {
    const { consent } = await probe.signIns.first();
    expectThat(hasField(consent, 'accept'), 'the link did not lead to a consent page');
    const again = redirectOf(await probe.signIns.authorizePage(probe.client('confidential')));
    expectThat(again.searchParams.has('code'), `the second sign-in resulted in ${again.searchParams}`);
    expectSame('state', again.searchParams.get('state'), 'conformance');
  },
};
