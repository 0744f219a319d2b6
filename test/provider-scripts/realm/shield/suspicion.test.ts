/** Why requests for emails are suspected. */
import { describe, expect, test } from 'vitest';
import { neighbourhoodOf } from '../../../../provider-scripts/src/platform/limits/addresses.ts';
import type { Seen } from '../../../../provider-scripts/src/realm/limits/seen.ts';
import {
  FEW_UNKNOWN,
  MANY_NETWORKS,
  suspicionsOf,
  type UsualRequests,
} from '../../../../provider-scripts/src/realm/shield/suspicion.ts';

const QUIET: Seen = { ofCaller: 1, ofNetwork: 1, networksOfTyped: 1, ofRealm: 1, ofUnknown: 0 };
const LIMIT = 100;
const NOTHING: UsualRequests = { all: 0, unknown: 0 };

function suspicions(seen: Partial<Seen>, limit: number | null = LIMIT, usual = NOTHING): string {
  return suspicionsOf({ ...QUIET, ...seen }, limit, () => usual).join(' ');
}

describe('by caller and address', () => {
  test.each<[string, Partial<Seen>, number | null, string]>([
    ['nothing', {}, LIMIT, ''],
    ['half of the limit', { ofCaller: 50, ofNetwork: 50 }, LIMIT, ''],
    ['more than half of it', { ofCaller: 51, ofNetwork: 51 }, LIMIT, 'ip network'],
    ['a network of quiet callers', { ofCaller: 1, ofNetwork: 51 }, LIMIT, 'network'],
    ['a small limit', { ofCaller: 1, ofNetwork: 1 }, 1, 'ip network'],
    ['an exempt caller', { ofCaller: 0, ofNetwork: 0 }, null, ''],
    ['few networks for an address', { networksOfTyped: MANY_NETWORKS - 1 }, LIMIT, ''],
    ['many networks for an address', { networksOfTyped: MANY_NETWORKS }, LIMIT, 'address'],
    ['many for an exempt one', { networksOfTyped: MANY_NETWORKS }, null, 'address'],
  ])('%s', (_, seen, limit, expected) => {
    expect(suspicions(seen, limit)).toBe(expected);
  });
});

describe('by the realm’s unknown accounts', () => {
  const seen = (unknown: number, known: number) => ({ ofUnknown: unknown, ofRealm: unknown + known + 1 });

  test.each<[string, number, number, UsualRequests, string]>([
    ['a few, whatever the share', FEW_UNKNOWN - 1, 0, NOTHING, ''],
    ['all, in a realm without a week', FEW_UNKNOWN, 0, NOTHING, 'realm'],
    ['four times as many as known ones, without a week', 100, 25, NOTHING, 'realm'],
    ['fewer than that', 100, 26, NOTHING, ''],
    ['as always', 500, 500, { all: 10_000, unknown: 5000 }, ''],
    ['as always among many new users', 90, 10, { all: 10_000, unknown: 9000 }, ''],
    ['far above a week of hardly any', 60, 200, { all: 10_000, unknown: 100 }, 'realm'],
    ['a few per cent of many', 60, 2000, { all: 10_000, unknown: 100 }, ''],
    ['more than were counted in all', 60, 0, { all: 10, unknown: 500 }, 'realm'],
    ['after counts were given up', 60, 0, { all: 10, unknown: -5 }, 'realm'],
  ])('%s', (_, unknown, known, usual, expected) => {
    expect(suspicions(seen(unknown, known), LIMIT, usual)).toBe(expected);
  });

  test('are compared with the week only if they are more than a few', () => {
    const usual = (): UsualRequests => {
      throw new Error('read');
    };
    expect(suspicionsOf({ ...QUIET, ...seen(FEW_UNKNOWN - 1, 0) }, LIMIT, usual)).toEqual([]);
    expect(() => suspicionsOf({ ...QUIET, ...seen(FEW_UNKNOWN, 0) }, LIMIT, usual)).toThrow('read');
  });
});

test.each<[string, string]>([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('the network around %s', (caller, expected) => {
  expect(neighbourhoodOf(caller)).toBe(expected);
});
