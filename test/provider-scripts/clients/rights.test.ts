import { describe, expect, test } from 'vitest';
import {
  DEFAULT_RIGHTS,
  losesRight,
  type Rights,
  readRights,
  rightsText,
  rightsWith,
} from '../../../provider-scripts/src/clients/rights.ts';
import { APPROVALS } from '../../../provider-scripts/src/realm/settings/choices.ts';
import { readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';

const withStay = (stay: string) => rightsWith(true, 'approved', readSetting(CLIENT.refreshTokens, stay), 0);

describe('a client loses a right', () => {
  const stays = ['off', 'session', '1', '365'];
  const rank = (stay: string) => ({ off: 0, session: 1 })[stay] ?? 2;
  test.each(stays.flatMap((from) => stays.map((to) => [from, to] as const)))(
    'if its users’ refresh tokens last less long: from %s to %s',
    (from, to) => {
      expect(losesRight(withStay(from), withStay(to))).toBe(rank(to) < rank(from));
    },
  );

  test.each(APPROVALS)('if it is no longer approved: %s', (approval) => {
    const now = rightsWith(true, approval, 'off', 0);
    expect(losesRight(DEFAULT_RIGHTS, now)).toBe(approval !== 'approved');
    expect(losesRight(now, DEFAULT_RIGHTS)).toBe(false);
  });

  test('if its approval has an unknown value', () => {
    expect(
      losesRight(DEFAULT_RIGHTS, rightsWith(true, readSetting(CLIENT.approval, 'Approved'), 'off', 0)),
    ).toBe(true);
  });

  test('if it is disabled, also where it gets another right', () => {
    expect(losesRight(withStay('off'), rightsWith(false, 'approved', { days: 30 }, 0))).toBe(true);
  });

  test.each([
    [0, 1],
    [0, 2],
    [1, 2],
    [2, 10],
  ])('if its sign-ins need a higher level: from %i to %i', (from, to) => {
    const [low, high] = [from, to].map((level) => rightsWith(true, 'approved', 'off', level));
    expect(losesRight(low as Rights, high as Rights)).toBe(true);
    expect(losesRight(high as Rights, low as Rights)).toBe(false);
  });

  test('not if nothing changes', () => {
    for (const stay of stays) expect(losesRight(withStay(stay), withStay(stay))).toBe(false);
  });
});

test('rights are read as they were recorded', () => {
  for (const stay of ['off', 'session', '30'])
    for (const enabled of [true, false]) {
      const rights = rightsWith(
        enabled,
        'approved',
        readSetting(CLIENT.refreshTokens, stay),
        enabled ? 0 : 12,
      );
      expect(readRights(rightsText(rights))).toEqual(rights);
    }
});

test.each([null, '', '1', '2 0 0', '1 3 0', '1 1', '1 1 -1', '1 1 1 1'])(
  'malformed rights are none: %s',
  (attribute) => {
    expect(readRights(attribute)).toBe(null);
  },
);
