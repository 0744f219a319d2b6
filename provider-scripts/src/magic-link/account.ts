/** The account that a used link signs in, made when there is none. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';

/** The account of a normalised address, or null. */
export function findAccount(session: KeycloakSession, realm: RealmModel, email: string): UserModel | null {
  return session.users().getUserByEmail(realm, email) ?? session.users().getUserByUsername(realm, email);
}

/** Makes the account of an address that was just proven. */
export function createAccount(session: KeycloakSession, realm: RealmModel, email: string): UserModel {
  const user = session.users().addUser(realm, email);
  user.setEnabled(true);
  user.setEmail(email);
  user.setEmailVerified(true);
  return user;
}

/**
 * Takes over an account whose address nobody had proven before: whoever made it may not be who owns the address, so its other
 * credentials, broker links and sessions go.
 */
export function claimUnverified(session: KeycloakSession, realm: RealmModel, user: UserModel): void {
  if (user.isEmailVerified()) return;
  const credentials = user.credentialManager();
  for (const credential of credentials.getStoredCredentialsStream().toList()) {
    credentials.removeStoredCredentialById(credential.getId());
  }
  for (const identity of session.users().getFederatedIdentitiesStream(realm, user).toList()) {
    session.users().removeFederatedIdentity(realm, user, identity.getIdentityProvider());
  }
  session.sessions().removeUserSessions(realm, user);
  user.setEmailVerified(true);
}
