/** The accounts of a device. */
import { describe, expect, test } from 'vitest';
import {
  accountsBeyondLimit,
  DEVICE_LIFETIME_SECONDS,
  MAX_DEVICE_ACCOUNTS,
} from '../../../../provider-scripts/src/accounts/device/device.ts';

/** Accounts named by the time of their last use. */
const used = (...times: number[]) => times.map((time) => ({ userId: `at ${time}`, lastUsedAt: time }));

describe('a device', () => {
  test('is recognised for 180 days and holds 8 accounts', () => {
    expect(DEVICE_LIFETIME_SECONDS).toBe(180 * 24 * 3600);
    expect(MAX_DEVICE_ACCOUNTS).toBe(8);
  });

  test('keeps accounts up to its maximum', () => {
    expect(accountsBeyondLimit(used(1, 2, 3, 4, 5, 6, 7, 8), 'at 8')).toEqual([]);
  });

  test('removes the least recently used account', () => {
    expect(accountsBeyondLimit(used(9, 4, 3, 2, 5, 6, 7, 8, 10), 'at 10')).toEqual(['at 2']);
  });

  test('never removes the account just used, whatever its time', () => {
    expect(accountsBeyondLimit(used(1, 2, 3, 4, 5, 6, 7, 8, 9), 'at 1')).toEqual(['at 2']);
  });

  test('removes all beyond the maximum', () => {
    expect(accountsBeyondLimit(used(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 'at 10')).toEqual(['at 2', 'at 1']);
  });
});
