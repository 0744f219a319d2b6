/** Every limit of the contract is in force, for everybody. */

import {
  EXEMPT_ATTRIBUTE,
  POLICIES,
  parsePolicies,
} from '../../../provider-scripts/src/rate-limit/policies.ts';
import { type Check, expectNone } from '../check.ts';

/** All addresses of the internet. */
const EVERYBODY = /(^|[\s,])(0\.0\.0\.0|::)\/0\b/;

export const RATE_POLICIES: Check = {
  name: 'rate-policies',
  proves: 'contract 8',
  needs: ['admin'],
  mend: `correct the realm attribute: kcadm.sh update realms/<realm> -s 'attributes."linkgate.rate.general"=100/60', or run npm run seed`,
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
    expectNone(problems);
  },
};
