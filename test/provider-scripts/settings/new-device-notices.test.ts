/** The realm's setting for notices of new devices. */
import { expect, test } from 'vitest';
import { sendsNewDeviceNotices } from '../../../provider-scripts/src/settings/new-device-notices.ts';

test('only "on" turns notices of new devices on', () => {
  expect(sendsNewDeviceNotices('on')).toBe(true);
  for (const value of [null, undefined, '', 'off', 'true', 'ON'])
    expect(sendsNewDeviceNotices(value), String(value)).toBe(false);
});
