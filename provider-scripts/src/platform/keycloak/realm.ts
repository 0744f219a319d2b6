/** The realm of a request. */
import type { KeycloakSession } from 'keycloak';

/** Returns the request's realm; calling this outside a realm is a bug in the caller. */
export function requireRealm(session: KeycloakSession) {
  const realm = session.getContext().getRealm();
  if (realm === null) throw new Error('this request has no realm');
  return realm;
}

/** Returns the identifier of the request's realm. */
export function realmIdOf(session: KeycloakSession): string {
  return requireRealm(session).getId();
}
