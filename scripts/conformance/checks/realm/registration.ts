/** Accounts are created only by links, one for each address. */
import { REGISTRATION_RULE } from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfRule } from '../../probe/realm-settings.ts';

export const REGISTRATION: Check = {
  name: REGISTRATION_RULE.id,
  proves: 'contract 3.4, 3.6',
  needs: ['admin'],
  fix: REGISTRATION_RULE.fix,
  run: async ({ configuration }) => {
    expectNone(await problemsOfRule(REGISTRATION_RULE, configuration));
  },
};
