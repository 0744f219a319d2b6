/** The realm knows how to send email. */
import { MAIL_SERVER_RULE } from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfRule } from '../../probe/realm-settings.ts';

export const MAIL_SERVER: Check = {
  name: MAIL_SERVER_RULE.id,
  proves: 'contract 4.8',
  realms: 'both',
  needs: ['admin'],
  fix: MAIL_SERVER_RULE.fix,
  run: async ({ configuration }) => {
    expectNone(await problemsOfRule(MAIL_SERVER_RULE, configuration));
  },
};
