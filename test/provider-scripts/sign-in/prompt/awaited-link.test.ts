/** The state that a waiting tab gets, and its polling interval. */
import { describe, expect, test } from 'vitest';
import type { AwaitedLink, CrossDevice } from '../../../../provider-scripts/src/links/magic-link/link.ts';
import {
  pollIntervalSeconds,
  pollResponse,
} from '../../../../provider-scripts/src/sign-in/prompt/awaited-link.ts';

const BEGIN = 1_700_000_000;
const LINK: AwaitedLink = {
  state: 'issued',
  issuedAt: BEGIN,
  expiresAt: BEGIN + 900,
  codeTriesLeft: 5,
  crossDevice: null,
};
const OPEN: CrossDevice = { key: 'k', state: 'open', approvedAt: null };
const APPROVED: CrossDevice = { key: 'k', state: 'approved', approvedAt: BEGIN };

describe('a tab that polls its link’s state', () => {
  test.each([
    ['one that can be used', LINK, 1, { state: 'waiting', interval: 2 }],
    ['one without a code', { ...LINK, codeTriesLeft: null }, 1, { state: 'waiting', interval: 2 }],
    [
      'one whose code has no attempts left',
      { ...LINK, codeTriesLeft: 0 },
      1,
      { state: 'code_spent', interval: 2 },
    ],
    [
      'one that was approved for it',
      { ...LINK, crossDevice: APPROVED },
      1,
      { state: 'cross_device_approved', interval: 2 },
    ],
    [
      'one that was approved too long ago',
      { ...LINK, crossDevice: APPROVED },
      300,
      { state: 'cross_device_ended', interval: 5 },
    ],
    [
      'one with a wrong comparison code and no attempts left for its code',
      { ...LINK, codeTriesLeft: 0, crossDevice: { ...APPROVED, state: 'ended' } },
      1,
      { state: 'cross_device_ended', interval: 2 },
    ],
    ['one that can be approved', { ...LINK, crossDevice: OPEN }, 1, { state: 'waiting', interval: 2 }],
    [
      'one that was used after it was approved',
      { ...LINK, state: 'used', crossDevice: APPROVED },
      1,
      { state: 'used' },
    ],
    ['an old one', LINK, 899, { state: 'waiting', interval: 10 }],
    ['one that has expired', LINK, 900, { state: 'expired' }],
    ['one that was used', { ...LINK, state: 'used' }, 1, { state: 'used' }],
    ['one whose email took too long', { ...LINK, state: 'revoked' }, 1000, { state: 'revoked' }],
    ['one that was superseded', { ...LINK, state: 'superseded' }, 1000, { state: 'superseded' }],
    ['one that doesn’t exist', null, 1, { state: 'revoked' }],
  ] as const)('is notified of %s', (_, link, age, response) => {
    expect(pollResponse(link, BEGIN + age, () => false)).toEqual(response);
  });

  test.each([
    ['can be approved', { ...LINK, codeTriesLeft: 0, crossDevice: OPEN }, 'cross_device_opened'],
    ['can’t be approved', LINK, 'waiting'],
    ['was approved', { ...LINK, crossDevice: APPROVED }, 'cross_device_approved'],
    ['was used', { ...LINK, state: 'used', crossDevice: OPEN }, 'used'],
  ] as const)('is told that a link was opened elsewhere while it %s', (_, link, state) => {
    expect(pollResponse(link, BEGIN + 1, () => true).state).toBe(state);
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
  ])('polls a link that is %s seconds old again after %s', (age, seconds) => {
    expect(pollIntervalSeconds(age)).toBe(seconds);
  });
});
