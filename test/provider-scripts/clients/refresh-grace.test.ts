/** When a client may use a refresh token once more. */
import { expect, test } from 'vitest';
import {
  graceFault,
  isWithinGrace,
  type PresentedToken,
  REFRESH_GRACE_SECONDS,
} from '../../../provider-scripts/src/clients/refresh-grace.ts';

/** Used once a moment ago, and never since. */
const LOST: PresentedToken = {
  isOn: true,
  isProven: true,
  isLastUsed: true,
  uses: 1,
  age: 0,
  isRepeated: false,
};

test.each<[what: string, difference: Partial<PresentedToken>, isGranted: boolean]>([
  ['a token whose response was lost a moment ago', {}, true],
  ['9 seconds ago', { age: 9 }, true],
  ['10 seconds ago', { age: 10 }, true],
  ['11 seconds ago', { age: 11 }, false],
  ['a day ago', { age: 86_400 }, false],
  ['at a node whose clock is a second ahead', { age: -1 }, true],
  ['at a node whose clock is wrong', { age: -11 }, false],
  ['a time that is unknown', { age: Number.NaN }, false],
  ['the setting is off', { isOn: false }, false],
  ['a public client without a key', { isProven: false }, false],
  ['a later token was used', { isLastUsed: false }, false],
  ['a token that was never used', { uses: 0 }, false],
  ['a token that was used twice', { uses: 2 }, false],
  ['the grace was used for it', { isRepeated: true }, false],
])('%s', (_, difference, isGranted) => {
  expect(isWithinGrace({ ...LOST, ...difference })).toBe(isGranted);
});

test('the grace is ten seconds', () => {
  expect(REFRESH_GRACE_SECONDS).toBe(10);
});

const USABLE = { hasRefreshTokens: true, isPublic: false, requiresProof: false };
test.each<[attribute: unknown, difference: Partial<typeof USABLE>, fault: string | null]>([
  [undefined, { hasRefreshTokens: false }, null],
  ['false', { isPublic: true }, null],
  ['on', { isPublic: true }, null],
  ['true', {}, null],
  ['true', { isPublic: true, requiresProof: true }, null],
  ['true', { isPublic: true }, "is true, but a public client's tokens are bound to no key"],
  ['true', { hasRefreshTokens: false }, 'is true, but it gets no refresh tokens'],
])('the attribute %j of a client with %j', (attribute, difference, fault) => {
  const expected = fault === null ? null : `linkgate.refresh-grace ${fault}`;
  expect(graceFault(attribute, { ...USABLE, ...difference })).toBe(expected);
});
