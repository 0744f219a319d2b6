/** Which credentials are of the kind that a required action sets up. */
import { expect, test } from 'vitest';
import { kindOfSetUp, setsUpFactor } from '../../../provider-scripts/src/accounts/set-ups.ts';

const SECOND_FACTORS = ['otp', 'recovery-authn-codes', 'webauthn'];

test.each([
  ['CONFIGURE_TOTP', SECOND_FACTORS],
  ['configure_totp', SECOND_FACTORS],
  ['CONFIGURE_RECOVERY_AUTHN_CODES', SECOND_FACTORS],
  ['webauthn-register', SECOND_FACTORS],
  ['webauthn-register-passwordless', ['webauthn-passwordless']],
  ['UPDATE_PASSWORD', ['password']],
  ['UPDATE_PROFILE', []],
  ['constructor', []],
  [null, []],
])('%s', (action, kind) => {
  expect(kindOfSetUp(action).slice().sort()).toEqual(kind);
});

test.each([
  ['CONFIGURE_TOTP', true],
  ['webauthn-register', true],
  ['CONFIGURE_RECOVERY_AUTHN_CODES', false],
  ['webauthn-register-passwordless', false],
  ['UPDATE_PASSWORD', false],
  [null, false],
])('%s sets up a second factor other than recovery codes: %s', (action, does) => {
  expect(setsUpFactor(action)).toBe(does);
});
