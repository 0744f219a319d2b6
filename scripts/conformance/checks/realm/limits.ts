/** Every limit is one that the server can enforce, for all callers; a realm's administrators choose the values. */

import { LIMITS_RULE } from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import { LIMIT_SETTINGS, REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { findingsOf } from '../../probe/realm-settings.ts';

/** A valid value for each attribute: its default. */
const GOOD: readonly (readonly [attribute: string, value: string])[] = [
  ...Object.values(LIMIT_SETTINGS).map(({ name, absent }) => [name, absent] as const),
  [REALM.exempt.name, '<CIDRs of your own servers, or nothing>'],
];

export const LIMITS_CHECK: Check = {
  name: LIMITS_RULE.id,
  proves: 'contract 8.2',
  realms: 'both',
  needs: ['admin'],
  fix: LIMITS_RULE.fix,
  run: async ({ configuration }) => {
    const findings = await findingsOf(LIMITS_RULE, configuration);
    const problems = findings.map(({ message }) => message);
    const wrong = new Set(findings.map(({ values }) => values.setting));
    const settings = GOOD.filter(([name]) => wrong.has(name)).map(
      ([name, value]) => `-s 'attributes."${name}"=${value}'`,
    );
    const realm = `realms/${encodeURIComponent(configuration.admin.realm)}`;
    expectNone(problems, `kcadm.sh update ${realm} ${settings.join(' ')}`);
  },
};
