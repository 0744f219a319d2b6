/** Without a page a user can't sign in (OpenID Connect Core, section 3.1.2.6). */
import type { Check } from '../../probe/check.ts';
import { expectErrorAtClient } from '../../probe/expectations.ts';

export const AUTH_PROMPT_NONE: Check = {
  name: 'auth-prompt-none',
  proves: 'contract 4.3',
  needs: ['confidential'],
  fix: 'bind the flow "linkgate browser" (check sign-in-flow)',
  run: async (probe) => {
    await expectErrorAtClient(probe, probe.client('confidential'), { prompt: 'none' }, 'login_required');
  },
};
