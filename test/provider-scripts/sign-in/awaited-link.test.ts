/** What a waiting tab is told, and how often it asks. */
import { describe, expect, test } from 'vitest';
import type { AwaitedLink } from '../../../provider-scripts/src/magic-link/link.ts';
import { answerTo, intervalSeconds } from '../../../provider-scripts/src/sign-in/awaited-link.ts';

const BEGIN = 1_700_000_000;
const LINK: AwaitedLink = { state: 'issued', issuedAt: BEGIN, expiresAt: BEGIN + 900, codeTriesLeft: 5 };

describe('a tab that asks what became of its link', () => {
  test.each([
    ['one that can be used', LINK, 1, { state: 'waiting', interval: 2 }],
    ['one without a code', { ...LINK, codeTriesLeft: null }, 1, { state: 'waiting', interval: 2 }],
    [
      'one whose code has no try left',
      { ...LINK, codeTriesLeft: 0 },
      1,
      { state: 'code_spent', interval: 2 },
    ],
    ['an old one', LINK, 899, { state: 'waiting', interval: 10 }],
    ['one that is past its end', LINK, 900, { state: 'expired' }],
    ['one that was used', { ...LINK, state: 'used' }, 1, { state: 'used' }],
    ['one that was retired', { ...LINK, state: 'superseded' }, 1000, { state: 'superseded' }],
    ['one that isn’t there', null, 1, { state: 'withdrawn' }],
  ] as const)('is told of %s', (_, link, age, answer) => {
    expect(answerTo(link, BEGIN + age)).toEqual(answer);
  });

  test.each([
    [0, 2],
    [-1, 2],
    [120, 2],
    [121, 3],
    [180, 3],
    [540, 9],
    [541, 10],
    [86_400, 10],
  ])('asks of a link that is %s seconds old again after %s', (age, seconds) => {
    expect(intervalSeconds(age)).toBe(seconds);
  });
});
