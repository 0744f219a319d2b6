/** The page prompts for an email address and never for a password. */
import type { Check } from '../../probe/check.ts';
import { expectThat } from '../../probe/fault.ts';
import { formOf, requestOf } from '../../probe/requests.ts';
import { hasField, visible } from '../../probe/sign-ins.ts';

export const SIGN_IN_PAGE: Check = {
  name: 'sign-in-page',
  proves: 'contract 1',
  needs: ['confidential'],
  fix: 'bind the flow "linkgate browser" and nothing else (check sign-in-flow)',
  run: async (probe) => {
    const query = formOf(requestOf(probe.client('confidential')));
    const page = await probe.signIns.newAgent().open(`${probe.target.baseUrl}/auth?${query}`);
    expectThat(hasField(page, 'email'), `no field for an address, but ${page.status}: ${visible(page.text)}`);
    expectThat(!/type="password"/.test(page.text), 'it prompts for a password');
  },
};
