/** Pages and emails use Linkgate's theme, or one based on it. */
import { THEMES_RULE } from '../../../../provider-scripts/src/realm-rules/rules.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfRule } from '../../probe/realm-settings.ts';

export const THEMES: Check = {
  name: THEMES_RULE.id,
  proves: 'contract 6.2',
  needs: ['admin'],
  fix: THEMES_RULE.fix,
  run: async ({ configuration }) => {
    expectNone(await problemsOfRule(THEMES_RULE, configuration));
  },
};
