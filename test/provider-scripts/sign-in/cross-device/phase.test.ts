/** The phase of a link's cross-device sign-in, by its row and the clock. */
import { describe, expect, test } from 'vitest';
import {
  CLAIM_SECONDS,
  phaseOf,
  REVOKE_SECONDS,
} from '../../../../provider-scripts/src/sign-in/cross-device/phase.ts';

const AT = 1_700_000_000;

describe('a cross-device sign-in', () => {
  test('doesn’t exist for a link without a waiting tab', () => {
    expect(phaseOf(null, AT)).toBe('none');
  });

  test.each([
    ['open', null, 100_000, 'open'],
    ['approved', AT, 0, 'approved'],
    ['approved', AT, 299, 'approved'],
    ['approved', AT, 300, 'over'],
    ['claimed', AT, 300, 'claimed'],
    ['claimed', AT, 899, 'claimed'],
    ['claimed', AT, 900, 'over'],
    ['ended', AT, 1, 'over'],
    ['revoked', AT, 1, 'over'],
  ] as const)('that is %s since %s is, %s seconds later, %s', (state, approvedAt, age, phase) => {
    expect(phaseOf({ key: 'k', state, approvedAt }, AT + age)).toBe(phase);
  });

  test('can be claimed for five minutes, and revoked for a quarter of an hour', () => {
    expect([CLAIM_SECONDS, REVOKE_SECONDS]).toEqual([300, 900]);
  });
});
