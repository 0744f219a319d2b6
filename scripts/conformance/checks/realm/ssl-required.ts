/** There are no passwords, but codes and tokens are sent: other machines must use https. */
import { SSL_REQUIRED_RULE } from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfRule } from '../../probe/realm-settings.ts';

export const SSL_REQUIRED: Check = {
  name: SSL_REQUIRED_RULE.id,
  proves: 'contract 5',
  realms: 'both',
  needs: ['admin'],
  fix: SSL_REQUIRED_RULE.fix,
  run: async ({ configuration }) => {
    expectNone(await problemsOfRule(SSL_REQUIRED_RULE, configuration));
  },
};
