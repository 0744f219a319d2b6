/** Ends an expired session that a browser still presents. */
import type { AccessToken as IdentityToken, KeycloakSession } from 'keycloak';
import { inOwnTransaction } from '../platform/database/sql.ts';
import { hasIdentityCookie } from '../platform/keycloak/cookie.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';

const AccessToken = Java.type('org.keycloak.representations.AccessToken');
const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const CookieProvider = Java.type('org.keycloak.cookie.CookieProvider');
const CookieType = Java.type('org.keycloak.cookie.CookieType');

/** The type of the identity cookie's token. */
const TOKEN_TYPE = 'Serialized-ID';

/** The identifier of the session that the browser's identity cookie names, also once it has ended; null without a cookie. */
export function sessionOfCookie(session: KeycloakSession): string | null {
  return identityToken(session)?.getSessionId() ?? null;
}

function identityToken(session: KeycloakSession): IdentityToken | null {
  if (!hasIdentityCookie(session)) return null;
  const cookie = session.getProvider(CookieProvider.class).get(CookieType.IDENTITY);
  const token = cookie === null ? null : session.tokens().decode(cookie, AccessToken.class);
  return token?.getType() === TOKEN_TYPE ? token : null;
}

/**
 * Ends the session of the identity cookie by Keycloak's own rules, but before the request's own transaction has started any work:
 * Keycloak would end it in a nested transaction, on a second connection.
 */
export function endExpiredSession(session: KeycloakSession): void {
  const token = identityToken(session);
  const id = token?.getSessionId() ?? null;
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
  // Removes it from this request's own session, too.
  session.sessions().removeUserSession(realm, found);
}
