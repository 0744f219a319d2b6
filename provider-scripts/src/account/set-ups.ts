/** Keycloak's required actions that set up a credential, and what is of the same kind. */
import { SECOND_FACTOR_TYPES } from '../levels/granted.ts';

/** Keycloak's required actions that set up a credential, in lower case: the types of credentials that are of the same kind. */
const SET_UPS: Readonly<Record<string, readonly string[]>> = {
  configure_totp: SECOND_FACTOR_TYPES,
  configure_recovery_authn_codes: SECOND_FACTOR_TYPES,
  'webauthn-register': SECOND_FACTOR_TYPES,
  'webauthn-register-passwordless': ['webauthn-passwordless'],
  update_password: ['password'],
};

/** The types of credentials of the kind that a required action sets up; none for any other. Keycloak ignores the case of its id. */
export function kindOfSetUp(action: string | null): readonly string[] {
  const id = (action ?? '').toLowerCase();
  return Object.hasOwn(SET_UPS, id) ? (SET_UPS[id] ?? []) : [];
}
