/** What a step reads of a tab about its user. */
import { describe, expect, test } from 'vitest';
import { isAfterCookie, isProvenBy } from '../../../../provider-scripts/src/sign-in/step/proven-here.ts';
import {
  existingUserId,
  hasChangedProfile,
} from '../../../../provider-scripts/src/sign-in/tabs/keycloak-notes.ts';

const noteOf = (notes: Record<string, string>) => (name: string) => notes[name] ?? null;

describe('a user', () => {
  test.each([
    ['a password', 'auth-username-password-form'],
    ['an existing account’s password', 'idp-username-password-form'],
    ['a session', 'auth-cookie'],
    ['a passkey', 'webauthn-authenticator-passwordless'],
  ])('is proven in a tab by %s', (_, authenticator) => {
    expect(isProvenBy([{ status: 'SUCCESS', authenticator }])).toBe(true);
  });

  test.each([
    ['a user name alone', 'auth-username-form'],
    ['a link of another step', 'linkgate-email'],
    ['a sub-flow', null],
  ])('isn’t proven by %s', (_, authenticator) => {
    expect(isProvenBy([{ status: 'SUCCESS', authenticator }])).toBe(false);
  });

  test.each(['CHALLENGED', 'FAILED', 'ATTEMPTED', 'SKIPPED'])(
    'isn’t proven by a password form that is %s',
    (status) => {
      expect(isProvenBy([{ status, authenticator: 'auth-username-password-form' }])).toBe(false);
    },
  );
});

describe('Keycloak’s cookie step', () => {
  test.each([
    ['ATTEMPTED', 'auth-cookie', true],
    ['SUCCESS', 'auth-cookie', false],
    ['ATTEMPTED', 'auth-spnego', false],
  ])('%s by %s continues without, or above, the session: %s', (status, authenticator, expected) => {
    expect(isAfterCookie([{ status, authenticator }])).toBe(expected);
  });
});

describe('the existing account', () => {
  const note = noteOf({ EXISTING_USER_INFO: '{"existingUserId":"7"}' });

  test('is known in first broker login only', () => {
    expect(existingUserId('first-broker-login', note)).toBe('7');
    expect(existingUserId('first-broker-login', noteOf({}))).toBe(null);
    expect(existingUserId('authenticate', note)).toBe(null);
  });

  test.each([
    ['none', {}, false],
    ['a changed address', { UPDATE_PROFILE_EMAIL_CHANGED: 'true' }, true],
    ['a changed name', { UPDATE_PROFILE_USERNAME_CHANGED: 'true' }, true],
    ['an unchanged address', { UPDATE_PROFILE_EMAIL_CHANGED: 'false' }, false],
  ])('with notes of %s is known to be chosen by what the user typed, or not', (_, notes, expected) => {
    expect(hasChangedProfile(noteOf(notes))).toBe(expected);
  });
});
