/** The realm's settings for passkeys. */

import { expect, test } from 'vitest';
import { isRpIdOf, rpIdFor } from '../../../../provider-scripts/src/realm/settings/passkeys.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';

test('a schedule has a number of sign-ins and of days; a malformed one is replaced by the default', () => {
  expect(readSetting(REALM.passkeyOffers, '1/0')).toEqual({ count: 1, days: 0 });
  expect(readSetting(REALM.passkeyOffers, '99/999')).toEqual({ count: 99, days: 999 });
  for (const value of [null, '', '3', '0/30', '3/-1', '100/1', '3/1000', '3/30 '])
    expect(readSetting(REALM.passkeyOffers, value), String(value)).toEqual({ count: 3, days: 30 });
});

test('the RP ID is the policy’s, or else the host', () => {
  expect(rpIdFor('example.com', 'id.example.com')).toBe('example.com');
  for (const none of [null, '']) expect(rpIdFor(none, 'id.example.com')).toBe('id.example.com');
});

test.each([
  ['id.example.com', 'id.example.com', true],
  ['example.com', 'id.example.com', true],
  ['localhost', 'localhost', true],
  ['id.example.com', 'example.com', false],
  ['other.example', 'id.example.com', false],
  ['ample.com', 'example.com', false],
  ['127.0.0.1', '127.0.0.1', false],
  ['[::1]', '[::1]', false],
])('browsers accept the RP ID %s on pages of %s: %s', (rpId, host, isAccepted) => {
  expect(isRpIdOf(rpId, host)).toBe(isAccepted);
});
