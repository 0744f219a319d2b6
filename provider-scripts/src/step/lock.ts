/** Keycloak's brute-force protection: a user whom it has locked gets no link, and can't use an earlier one. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';

const AuthenticatorUtils = Java.type('org.keycloak.authentication.authenticators.util.AuthenticatorUtils');
const BruteForceProtector = Java.type('org.keycloak.services.managers.BruteForceProtector');

/** Why a user is locked, as an event's error; null if the user isn't. */
export function lockOf(
  session: KeycloakSession,
  realm: RealmModel,
  user: UserModel,
): 'user_disabled' | 'user_temporarily_disabled' | null {
  const protector = session.getProvider(BruteForceProtector.class);
  const error = AuthenticatorUtils.getDisabledByBruteForceEventError(protector, session, realm, user);
  if (error === null) return null;
  return error === 'user_disabled' ? error : 'user_temporarily_disabled';
}
