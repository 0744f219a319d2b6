/** How far a link's hand-off is, by what its row says and the clock. */
import { describe, expect, test } from 'vitest';
import { CLAIM_SECONDS, phaseOf, UNDO_SECONDS } from '../../../provider-scripts/src/hand-off/phase.ts';

const AT = 1_700_000_000;

describe('a hand-off', () => {
  test('doesn’t exist for a link that nobody waits for', () => {
    expect(phaseOf(null, AT)).toBe('none');
  });

  test.each([
    ['open', null, 100_000, 'open'],
    ['handed', AT, 0, 'handed'],
    ['handed', AT, 299, 'handed'],
    ['handed', AT, 300, 'over'],
    ['claimed', AT, 300, 'claimed'],
    ['claimed', AT, 899, 'claimed'],
    ['claimed', AT, 900, 'over'],
    ['ended', AT, 1, 'over'],
    ['undone', AT, 1, 'over'],
  ] as const)('that is %s since %s is, %s seconds later, %s', (state, handedAt, age, phase) => {
    expect(phaseOf({ key: 'k', state, handedAt }, AT + age)).toBe(phase);
  });

  test('can be claimed for five minutes, and taken back for a quarter of an hour', () => {
    expect([CLAIM_SECONDS, UNDO_SECONDS]).toEqual([300, 900]);
  });
});
