/** Which of several limit statuses a caller gets. */
import { describe, expect, test } from 'vitest';
import { reportable, stricter } from '../../../../provider-scripts/src/realm/limits/limit-status.ts';

const FREE = { limit: 100, remaining: 50, resetSeconds: 60, granted: true };
const SCARCE = { limit: 20, remaining: 3, resetSeconds: 3600, granted: true };
const LAST = { limit: 20, remaining: 0, resetSeconds: 9, granted: true };
const REJECTED = { limit: 20, remaining: 0, resetSeconds: 4, granted: false };

describe('a caller’s limit status', () => {
  test.each([
    ['the one with the fewest remaining calls', FREE, SCARCE, SCARCE],
    ['a rejection before any granted one', LAST, REJECTED, REJECTED],
    [
      'the longer wait of two',
      REJECTED,
      { ...REJECTED, resetSeconds: 40 },
      { ...REJECTED, resetSeconds: 40 },
    ],
  ])('%s', (_, a, b, expected) => {
    expect(stricter(a, b)).toEqual(expected);
    expect(stricter(b, a)).toEqual(expected);
  });
});

describe('the counted part of an address', () => {
  const byEmail = true as const;
  const [OTHERS, OTHERS_REJECTED] = [
    { ...SCARCE, byEmail },
    { ...REJECTED, byEmail },
  ];

  test.each([
    ['isn’t reported while it rejects nothing', [OTHERS, FREE], [FREE]],
    ['isn’t reported if nothing else counts', [OTHERS], []],
    ['is reported if it rejects', [OTHERS_REJECTED, FREE], [FREE, OTHERS_REJECTED]],
    ['isn’t reported if the caller is rejected anyway', [OTHERS_REJECTED, REJECTED], [REJECTED]],
  ])('%s', (_, statuses, reported) => {
    expect(reportable(statuses)).toEqual(reported);
  });
});
