/** Keycloak's required actions that set up a credential, and what is of the same kind. */
import { SECOND_FACTOR_TYPES } from '../realm/levels/granted.ts';

/** Keycloak's required actions that set up a credential, in lower case: the types of credentials that are of the same kind. */
const SET_UPS: Readonly<Record<string, readonly string[]>> = {
  configure_totp: SECOND_FACTOR_TYPES,
  configure_recovery_authn_codes: SECOND_FACTOR_TYPES,
  'webauthn-register': SECOND_FACTOR_TYPES,
  'webauthn-register-passwordless': ['webauthn-passwordless'],
  update_password: ['password'],
};

/** Those by which a flow has a user set up a second factor who has none that it accepts. New recovery codes follow the last one. */
const NEW_FACTORS = ['configure_totp', 'webauthn-register'];

/** The types of credentials of the kind that a required action sets up; none for any other. */
export function kindOfSetUp(action: string | null): readonly string[] {
  const id = idOf(action);
  return Object.hasOwn(SET_UPS, id) ? (SET_UPS[id] ?? []) : [];
}

/** Whether a required action sets up a second factor, other than recovery codes. */
export function setsUpFactor(action: string | null): boolean {
  return NEW_FACTORS.includes(idOf(action));
}

/** Keycloak ignores its case. */
function idOf(action: string | null): string {
  return (action ?? '').toLowerCase();
}
