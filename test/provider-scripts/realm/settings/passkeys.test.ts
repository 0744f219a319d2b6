/** The realm's settings for passkeys. */

import { expect, test } from 'vitest';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';

test('a schedule has a number of sign-ins and of days; a malformed one is replaced by the default', () => {
  expect(readSetting(REALM.passkeyOffers, '1/0')).toEqual({ count: 1, days: 0 });
  expect(readSetting(REALM.passkeyOffers, '99/999')).toEqual({ count: 99, days: 999 });
  for (const value of [null, '', '3', '0/30', '3/-1', '100/1', '3/1000', '3/30 '])
    expect(readSetting(REALM.passkeyOffers, value), String(value)).toEqual({ count: 3, days: 30 });
});
