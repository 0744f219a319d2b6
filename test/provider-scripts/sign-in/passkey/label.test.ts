/** The names of passkeys. */
import { expect, test } from 'vitest';
import { distinctLabel } from '../../../../provider-scripts/src/sign-in/passkey/label.ts';

test('a passkey has its authenticator’s name, and a number if the account has that name already', () => {
  expect(distinctLabel('Chrome on macOS', [])).toBe('Chrome on macOS');
  expect(distinctLabel('Chrome on macOS', ['Other', 'chrome on macos '])).toBe('Chrome on macOS 2');
  expect(distinctLabel('Passkey', ['Passkey', 'Passkey 2', 'Passkey 4'])).toBe('Passkey 3');
});
