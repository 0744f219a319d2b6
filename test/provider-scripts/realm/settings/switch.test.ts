/** Realm attributes that turn something on. */
import { expect, test } from 'vitest';
import { isSwitchedOn } from '../../../../provider-scripts/src/realm/settings/switch.ts';

test('only "on" turns it on', () => {
  expect(isSwitchedOn('on')).toBe(true);
  for (const value of [null, undefined, '', 'off', 'true', 'ON'])
    expect(isSwitchedOn(value), String(value)).toBe(false);
});
