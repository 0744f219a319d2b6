/** The check of the `RateLimit-…` headers: the server enforces the limit that the realm states, whichever that is. */

import { describe, expect, test } from 'vitest';
import { SETTABLE } from '../../../provider-scripts/src/platform/limits/limits.ts';
import { LIMIT_SETTINGS } from '../../../provider-scripts/src/realm/settings/table.ts';
import { RATE_LIMIT_HEADERS } from '../../../scripts/conformance/checks/realm/rate-limit-headers.ts';
import type { Probe } from '../../../scripts/conformance/probe/probe.ts';

const { fallback } = SETTABLE.general;
const { name: attribute } = LIMIT_SETTINGS.general;

/** A realm with these attributes whose server responds with this limit. */
function realmOf(attributes: Record<string, string>, limit: number, remaining = limit - 1): Probe {
  const headers = new Headers({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': '60',
  });
  return {
    target: { admin: {} },
    keySet: async () => ({ headers }),
    configuration: { attributes: async () => attributes },
  } as unknown as Probe;
}

describe('a limit', () => {
  test.each([
    ['its default', {}, fallback.count],
    ['another valid value', { [attribute]: '250/30' }, 250],
  ])('passes if the server enforces %s', async (_, attributes, limit) => {
    await expect(RATE_LIMIT_HEADERS.run(realmOf(attributes, limit))).resolves.toBe(undefined);
  });

  test.each([
    ['a value other than the realm’s', realmOf({ [attribute]: '250/30' }, fallback.count), '250'],
    ['none', realmOf({}, fallback.count, fallback.count), 'was not counted'],
  ])('fails if the server enforces %s', async (_, probe, message) => {
    await expect(RATE_LIMIT_HEADERS.run(probe)).rejects.toThrow(message);
  });
});
