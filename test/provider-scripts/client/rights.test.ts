import { describe, expect, test } from 'vitest';
import { APPROVALS, readApproval } from '../../../provider-scripts/src/client/approval.ts';
import {
  DEFAULT_RIGHTS,
  losesRight,
  readRights,
  rightsText,
  rightsWith,
} from '../../../provider-scripts/src/client/rights.ts';
import { readStaySignedIn } from '../../../provider-scripts/src/client/stay-signed-in.ts';

const withStay = (stay: string) => rightsWith(true, 'approved', readStaySignedIn(stay));

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
    const now = rightsWith(true, approval, 'off');
    expect(losesRight(DEFAULT_RIGHTS, now)).toBe(approval !== 'approved');
    expect(losesRight(now, DEFAULT_RIGHTS)).toBe(false);
  });

  test('if its approval has an unknown value', () => {
    expect(losesRight(DEFAULT_RIGHTS, rightsWith(true, readApproval('Approved'), 'off'))).toBe(true);
  });

  test('if it is disabled, also where it gets another right', () => {
    expect(losesRight(withStay('off'), rightsWith(false, 'approved', { days: 30 }))).toBe(true);
  });

  test('not if nothing changes', () => {
    for (const stay of stays) expect(losesRight(withStay(stay), withStay(stay))).toBe(false);
  });
});

test('rights are read as they were recorded', () => {
  for (const stay of ['off', 'session', '30'])
    for (const enabled of [true, false]) {
      const rights = rightsWith(enabled, 'approved', readStaySignedIn(stay));
      expect(readRights(rightsText(rights))).toEqual(rights);
    }
});

test.each([null, '', '1', '2 0', '1 3', '1 1 1'])('malformed rights are none: %s', (attribute) => {
  expect(readRights(attribute)).toBe(null);
});
