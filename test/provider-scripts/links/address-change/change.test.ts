/** When a change of address is complete, and may take effect. */
import { describe, expect, test } from 'vitest';
import {
  type AddressChange,
  CHANGE_LIFETIME_SECONDS,
  isComplete,
  isPending,
  mayTakeEffect,
} from '../../../../provider-scripts/src/links/address-change/change.ts';

const CHANGE: AddressChange = {
  id: 'change',
  userId: 'user',
  oldEmail: 'old@example.com',
  newEmail: 'new@example.com',
  confirmedAt: { old: null, new: null },
  expiresAt: 1000 + CHANGE_LIFETIME_SECONDS,
};

test('a change can be confirmed for an hour', () => {
  expect(isPending(CHANGE, 1000)).toBe(true);
  expect(isPending(CHANGE, 1000 + 3599)).toBe(true);
  expect(isPending(CHANGE, 1000 + 3600)).toBe(false);
});

test('a change is complete with the confirmation of the other address, never with one address twice', () => {
  expect(isComplete(CHANGE, 'old')).toBe(false);
  const confirmed = { ...CHANGE, confirmedAt: { old: 1001, new: null } };
  expect(isComplete(confirmed, 'old')).toBe(false);
  expect(isComplete(confirmed, 'new')).toBe(true);
});

describe('a complete change', () => {
  const facts = { isEnabled: true, hasOldAddress: true, isTaken: false };

  test('takes effect', () => {
    expect(mayTakeEffect(facts)).toBe(true);
  });

  test.each([
    ['of a disabled account', { isEnabled: false }],
    ['of an account whose address was changed otherwise', { hasOldAddress: false }],
    ['to an address that another account has', { isTaken: true }],
  ])('%s doesn’t take effect', (_, change) => {
    expect(mayTakeEffect({ ...facts, ...change })).toBe(false);
  });
});
