/** Every limit of the contract is in force, for everybody. */

import {
  EXEMPT_ATTRIBUTE,
  POLICIES,
  parsePolicies,
} from '../../../../provider-scripts/src/rate-limit/policies.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

/** All addresses of the internet. */
const EVERYBODY = /(^|[\s,])(0\.0\.0\.0|::)\/0\b/;

/** What each attribute may be set to. */
const GOOD: readonly (readonly [attribute: string, value: string])[] = [
  ...Object.values(POLICIES).map(
    ({ attribute, fallback: { count, seconds } }) => [attribute, `${count}/${seconds}`] as const,
  ),
  [EXEMPT_ATTRIBUTE, '<CIDRs of your own servers, or nothing>'],
];

export const RATE_POLICIES: Check = {
  name: 'rate-policies',
  proves: 'contract 8.2',
  needs: ['admin'],
  fix: 'set the named realm attribute to the contract’s value',
  run: async ({ configuration }) => {
    const attributes = await configuration.attributes();
    const problems: string[] = [];
    const { rates } = parsePolicies(
      (name) => attributes[name] ?? null,
      (line) => problems.push(line),
    );
    for (const [name, { attribute, fallback }] of Object.entries(POLICIES)) {
      const { count, seconds } = rates[name as keyof typeof rates];
      if (count !== fallback.count || seconds !== fallback.seconds)
        problems.push(`${attribute}: ${count}/${seconds} instead of ${fallback.count}/${fallback.seconds}`);
    }
    if (EVERYBODY.test(attributes[EXEMPT_ATTRIBUTE] ?? ''))
      problems.push(`${EXEMPT_ATTRIBUTE}: exempts everybody`);
    const wrong = GOOD.filter(([name]) => problems.some((line) => line.startsWith(`${name}:`)));
    const settings = wrong.map(([name, value]) => `-s 'attributes."${name}"=${value}'`);
    expectNone(problems, `kcadm.sh update realms/${configuration.admin.realm} ${settings.join(' ')}`);
  },
};
