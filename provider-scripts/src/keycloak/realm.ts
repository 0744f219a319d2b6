/** The realm of a request. */
import type { KeycloakSession } from 'keycloak';

/** The realm of the request; calling this outside a realm is a bug in the caller. */
export function requireRealm(session: KeycloakSession) {
  const realm = session.getContext().getRealm();
  if (realm === null) throw new Error('there is no realm in this request');
  return realm;
}
