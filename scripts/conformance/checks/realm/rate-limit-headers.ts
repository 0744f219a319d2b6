/** Every response of a limited endpoint has the remaining quota under the realm's limit. */

import { readLimits } from '../../../../provider-scripts/src/realm/limits/in-force.ts';
import { LIMIT_SETTINGS, REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone, expectSame, expectThat, NotApplicable } from '../../probe/fault.ts';

const HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

export const RATE_LIMIT_HEADERS: Check = {
  name: 'rate-limit-headers',
  proves: 'contract 8.2',
  fix: 'check limits; a proxy in front must let the headers RateLimit-* through',
  run: async (probe) => {
    const { headers } = await probe.keySet();
    const missing = HEADERS.filter((name) => !/^\d+$/.test(headers.get(name) ?? ''));
    const attributes = probe.target.admin && (await probe.configuration.attributes());
    const exempt = attributes?.[REALM.exempt.name];
    if (missing.length === HEADERS.length && exempt)
      throw new NotApplicable(`no requests are counted for ${exempt} (${REALM.exempt.name})`);
    expectNone(missing.map((name) => `a response has no ${name}`));
    expectThat(
      Number(headers.get('ratelimit-remaining')) < Number(headers.get('ratelimit-limit')),
      'the request was not counted',
    );
    if (attributes === undefined) return;
    const { general } = readLimits((name) => attributes[name] ?? null).values;
    expectSame(
      `requests within ${general.seconds} s (${LIMIT_SETTINGS.general.name})`,
      Number(headers.get('ratelimit-limit')),
      general.count,
    );
  },
};
