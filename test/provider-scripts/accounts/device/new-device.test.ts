/** When an account is told of a new device, and which notices cover which devices. */
import { describe, expect, test } from 'vitest';
import {
  isNoticeDue,
  type NewDeviceFacts,
  type NoticedDevice,
  noticeCovering,
} from '../../../../provider-scripts/src/accounts/device/new-device.ts';

const KNOWN_ACCOUNT: NewDeviceFacts = { isOn: true, hasAccount: true, wasProven: true };

describe('an account is told of a device that doesn’t remember it', () => {
  test('where the realm has that on, and someone signed in to it before', () => {
    expect(isNoticeDue(KNOWN_ACCOUNT)).toBe(true);
  });

  test.each([
    ['the realm has the notices off', { isOn: false }],
    ['the sign-in created the account', { hasAccount: false }],
    ['the sign-in proved the address for the first time', { wasProven: false }],
  ])('but not if %s', (_, facts) => {
    expect(isNoticeDue({ ...KNOWN_ACCOUNT, ...facts })).toBe(false);
  });
});

describe('a notice sent lately to the same network', () => {
  const sent: NoticedDevice[] = [
    { notice: 'phone', browser: 'Safari', system: 'iOS' },
    { notice: 'unknown', browser: null, system: null },
  ];

  test('covers a device with the same browser and system', () => {
    expect(noticeCovering(sent, { browser: 'Safari', system: 'iOS' })).toBe('phone');
    expect(noticeCovering(sent, { browser: null, system: null })).toBe('unknown');
  });

  test.each([
    ['another system', { browser: 'Safari', system: 'macOS' }],
    ['another browser', { browser: 'Chrome', system: 'iOS' }],
    ['a system that isn’t known', { browser: 'Safari', system: null }],
  ])('doesn’t cover one with %s', (_, agent) => {
    expect(noticeCovering(sent, agent)).toBe(null);
    expect(noticeCovering([], agent)).toBe(null);
  });
});
