/** Ends a session that a browser still presents although its time is over. */
import type { KeycloakSession } from 'keycloak';
import { inOwnTransaction } from '../database/sql.ts';
import { requireRealm } from '../keycloak/realm.ts';

const AccessToken = Java.type('org.keycloak.representations.AccessToken');
const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const CookieProvider = Java.type('org.keycloak.cookie.CookieProvider');
const CookieType = Java.type('org.keycloak.cookie.CookieType');

/** Of tokens in the identity cookie, and of no others. */
const TOKEN_TYPE = 'Serialized-ID';

/**
 * Ends the session of the identity cookie if Keycloak would, whoever first looks at it: by the same rules, but before the request's own
 * transaction is in the middle of something. Keycloak ends it in a transaction within that one, on a second connection.
 */
export function endExpiredSession(session: KeycloakSession): void {
  const cookie = session.getProvider(CookieProvider.class).get(CookieType.IDENTITY);
  const token = cookie === null ? null : session.tokens().decode(cookie, AccessToken.class);
  const id = token?.getType() === TOKEN_TYPE ? token.getSessionId() : null;
  if (token === null || id === null) return;
  const realm = requireRealm(session);
  const found = session.sessions().getUserSession(realm, id);
  if (found === null) return;
  const isStale = token.isIssuedBeforeSessionStart(found.getStarted());
  if (!isStale && AuthenticationManager.isSessionValid(realm, found)) return;
  inOwnTransaction(session, (own) => {
    const live = own.sessions().getUserSession(requireRealm(own), id);
    if (live !== null) AuthenticationManager.backchannelLogout(own, live, true);
  });
  // So that this request knows it, too.
  session.sessions().removeUserSession(realm, found);
}
