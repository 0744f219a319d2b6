/** What a waiting tab is told, and how often it asks. */
import { describe, expect, test } from 'vitest';
import type { AwaitedLink, HandOff } from '../../../provider-scripts/src/magic-link/link.ts';
import { answerTo, intervalSeconds } from '../../../provider-scripts/src/sign-in/awaited-link.ts';

const BEGIN = 1_700_000_000;
const LINK: AwaitedLink = {
  state: 'issued',
  issuedAt: BEGIN,
  expiresAt: BEGIN + 900,
  codeTriesLeft: 5,
  handOff: null,
};
const HANDED: HandOff = { key: 'k', state: 'handed', handedAt: BEGIN };

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
    [
      'one that was handed over to it',
      { ...LINK, handOff: HANDED },
      1,
      { state: 'handed_over', interval: 2 },
    ],
    [
      'one that was handed over too long ago',
      { ...LINK, handOff: HANDED },
      300,
      { state: 'hand_off_ended', interval: 5 },
    ],
    [
      'one with wrong digits and a code that has no try left',
      { ...LINK, codeTriesLeft: 0, handOff: { ...HANDED, state: 'ended' } },
      1,
      { state: 'hand_off_ended', interval: 2 },
    ],
    [
      'one that can be handed over',
      { ...LINK, handOff: { ...HANDED, state: 'open', handedAt: null } },
      1,
      { state: 'waiting', interval: 2 },
    ],
    [
      'one that was used after it was handed over',
      { ...LINK, state: 'used', handOff: HANDED },
      1,
      { state: 'used' },
    ],
    ['an old one', LINK, 899, { state: 'waiting', interval: 10 }],
    ['one that is past its end', LINK, 900, { state: 'expired' }],
    ['one that was used', { ...LINK, state: 'used' }, 1, { state: 'used' }],
    ['one whose email took too long', { ...LINK, state: 'revoked' }, 1000, { state: 'withdrawn' }],
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
