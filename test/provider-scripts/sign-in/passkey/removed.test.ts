/** Which of Keycloak's events tell that a passkey was removed. */
import { expect, test } from 'vitest';
import { accountInPath, removedPasskey } from '../../../../provider-scripts/src/sign-in/passkey/removed.ts';

test('a passkey’s removal names it, if it has a name', () => {
  const details = { credential_type: 'webauthn-passwordless', credential_user_label: 'Phone' };
  expect(removedPasskey(details)).toBe('Phone');
  expect(removedPasskey({ credential_type: 'webauthn-passwordless' })).toBe(null);
});

test('any other credential’s removal isn’t one', () => {
  const key = { credential_type: 'webauthn', credential_user_label: 'Key' };
  for (const details of [{}, { credential_type: 'otp' }, key])
    expect(removedPasskey(details)).toBe(undefined);
});

test('an administrator’s removal has the account in its path', () => {
  expect(accountInPath('users/1a-2b/credentials/3c')).toBe('1a-2b');
  for (const path of [
    null,
    '',
    'users/1a-2b',
    'users/1a-2b/credentials',
    'users/1a-2b/credentials/3c/userLabel',
    'users/1a-2b/disable-credential-types',
    'clients/users/1a-2b/credentials/3c',
  ])
    expect(accountInPath(path)).toBe(null);
});
