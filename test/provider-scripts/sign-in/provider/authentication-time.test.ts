/** How old a provider's authentication of a user is, for every form of the claim and every request (contract, sections 3.5 and 11). */
import { describe, expect, test } from 'vitest';
import {
  authenticatedAt,
  isTooOld,
  withMaxAge,
} from '../../../../provider-scripts/src/sign-in/provider/authentication-time.ts';

const NOW = 1_800_000_000;
const LONGEST = 1800;

describe('the time', () => {
  test.each<[unknown, number | null]>([
    [NOW - 60, NOW - 60],
    [String(NOW - 60), NOW - 60],
    [NOW - 0.5, NOW - 1],
    [`${NOW - 60}.`, NOW - 60],
    [NOW, NOW],
    // A clock that is ahead, milliseconds, and a lie.
    [NOW + 1, NOW],
    [NOW * 1000, NOW],
    [999_999_999_999_999, NOW],
    [1e21, null],
    [0, null],
    [-NOW, null],
    ['', null],
    ['0x10', null],
    ['1e9', null],
    [' 5', null],
    ['yesterday', null],
    [true, null],
    [{}, null],
    [null, null],
    [undefined, null],
  ])('of %j is %j', (claim, expected) => {
    expect(authenticatedAt(claim, NOW)).toBe(expected);
  });
});

describe('an authentication', () => {
  const request = (maxAge: string | null, isNew: boolean) => ({ maxAge, isNew });
  test.each<[number | null, string | null, boolean, boolean]>([
    [60, null, false, false],
    [999_999, null, false, false],
    [60, '60', false, false],
    [61, '60', false, true],
    [0, '0', false, false],
    [1, '0', false, true],
    [LONGEST, null, true, false],
    [LONGEST + 1, null, true, true],
    [LONGEST + 1, '999999', true, true],
    [61, '60', true, true],
    [null, '60', true, false],
  ])('of %j s ago at max_age %j, new %j: too old is %j', (age, maxAge, isNew, expected) => {
    expect(isTooOld(age === null ? null : NOW - age, NOW, request(maxAge, isNew), LONGEST)).toBe(expected);
  });
});

describe('max_age', () => {
  test.each([
    ['https://idp.test/auth?scope=openid', 'https://idp.test/auth?scope=openid&max_age=60'],
    [
      'https://idp.test/auth?a=b&scope=email+openid&c=d#f',
      'https://idp.test/auth?a=b&scope=email+openid&c=d&max_age=60#f',
    ],
    ['https://idp.test/auth?scope=email%20openid', 'https://idp.test/auth?scope=email%20openid&max_age=60'],
    ['https://idp.test/auth?scope=openid&max_age=5', null],
    ['https://idp.test/auth?scope=email', null],
    ['https://idp.test/auth?SAMLRequest=scope=openid', null],
    ['https://idp.test/openid', null],
  ])('in %s', (url, expected) => {
    expect(withMaxAge(url, '60')).toBe(expected);
  });
});
