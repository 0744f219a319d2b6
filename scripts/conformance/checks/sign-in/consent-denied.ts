/** A user who denies consent is sent back with access_denied. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { hasField, redirectOf } from '../../probe/sign-ins.ts';

export const CONSENT_DENIED: Check = {
  name: 'consent-denied',
  proves: 'contract 3.2, 7.2',
  needs: ['inbox', 'other'],
  fix: 'the client’s Settings tab: consent required on (check client-consent)',
  run: async (probe) => {
    const { agent } = await probe.signIns.first();
    const page = await probe.signIns.authorizePage(probe.client('other'));
    expectThat(hasField(page, 'cancel'), 'a second client does not lead to a consent page');
    const { searchParams } = redirectOf(await agent.submit(page, { cancel: 'No' }));
    const found = [searchParams.get('error'), searchParams.get('state')];
    expectSame('error and state', found, ['access_denied', 'conformance']);
  },
};
