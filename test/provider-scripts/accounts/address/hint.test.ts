/** Addresses in hints. */
import { describe, expect, test } from 'vitest';
import { addressInHint } from '../../../../provider-scripts/src/accounts/address/mailbox.ts';

describe('a hint', () => {
  test.each([
    ['is an address', 'ada@example.com', 'ada@example.com'],
    ['has its plus', 'ada+shop@example.com', 'ada+shop@example.com'],
    ['has a plus that was decoded as a space', 'ada shop@example.com', 'ada+shop@example.com'],
    ['has each of them', 'a b c@example.com', 'a+b+c@example.com'],
    ['has no spaces around it', ' ada@example.com ', 'ada@example.com'],
    ['that isn’t an address is unchanged', 'Ada Lovelace', 'Ada Lovelace'],
  ])('%s', (_, hint, expected) => {
    expect(addressInHint(hint)).toBe(expected);
  });
});
