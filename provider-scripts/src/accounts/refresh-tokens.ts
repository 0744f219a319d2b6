/**
 * Refresh tokens of clients whose users stay signed in. They are Keycloak's own, and Keycloak rotates them: a token that was used before ends
 * all tokens of the same sign-in at the client (RFC 9700, section 4.14.2).
 */
import type { AuthenticatedClientSessionModel, ClientModel, KeycloakSession } from 'keycloak';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { claimsOf } from '../platform/keycloak/token-claims.ts';

const RefreshToken = Java.type('org.keycloak.representations.RefreshToken');

/** The user session's note with the row of the remembered device in which the user signed in. */
export const DEVICE_NOTE = 'linkgate.device';

/** The client session's note with the newest token of a sign-in at the client; the sign-in's identifier follows. */
const NEWEST_NOTE = 'linkgate.refresh-token.';

/** The client session's note with the only resource (RFC 8707) that a sign-in at the client was granted; its identifier follows. */
const RESOURCE_NOTE = 'linkgate.resource.';

/** The `typ` of Keycloak's refresh tokens: one kind ends with the session, the other outlives it. */
const OUTLIVING_TYPE = 'Offline';
const TYPES: readonly string[] = ['Refresh', OUTLIVING_TYPE];

/** The claims of a refresh token that are used here. */
export interface RefreshTokenClaims {
  jti: string;
  typ: string;
  /** The user session. */
  sid: string;
  /** The client. */
  azp: string;
  scope: string;
  /** Identifies the sign-in at the client; the tokens that came of it share it. */
  reuse_id?: string;
}

/** The claims of a refresh token of this realm, expired or not; null for anything else. */
export function readRefreshToken(session: KeycloakSession, token: string): RefreshTokenClaims | null {
  if (session.tokens().decode(token, RefreshToken.class) === null) return null;
  const claims = claimsOf<RefreshTokenClaims>(token);
  return TYPES.includes(claims.typ) ? claims : null;
}

/** Records the first token of a sign-in at a client, and the only resource that it was granted. */
export function recordFirst(
  session: KeycloakSession,
  client: ClientModel,
  issued: RefreshTokenClaims,
  resource: string | null,
): void {
  const clientSession = clientSessionOf(session, client, issued);
  clientSession?.setNote(noteOf(issued), issued.jti);
  if (resource !== null) clientSession?.setNote(noteOf(issued, RESOURCE_NOTE), resource);
}

/** The only resource that the sign-in of a token was granted; null if it is granted those of all its scopes. */
export function resourceOf(
  session: KeycloakSession,
  client: ClientModel,
  token: RefreshTokenClaims,
): string | null {
  return clientSessionOf(session, client, token)?.getNote(noteOf(token, RESOURCE_NOTE)) ?? null;
}

/**
 * Records that a token was used, and which one it was replaced by. Called while Keycloak holds its lock for uses of these tokens, with the
 * session as it read it then.
 *
 * @returns false if `used` wasn't the newest of its sign-in, or belonged to a session that has ended and began again. Keycloak compares times
 *   of whole seconds, so it may have accepted it. The tokens of the sign-in have ended then
 */
export function recordRotation(
  session: KeycloakSession,
  client: ClientModel,
  used: RefreshTokenClaims,
  issued: RefreshTokenClaims,
): boolean {
  const clientSession = clientSessionOf(session, client, used);
  if (clientSession !== null && isNewestIn(clientSession, used)) {
    clientSession.setNote(noteOf(used), issued.jti);
    return true;
  }
  clientSession?.detachFromUserSession();
  return false;
}

/** Makes a token that was used the newest of its sign-in again, unused, for Keycloak and for Linkgate: its successor has ended. */
export function markUnused(clientSession: AuthenticatedClientSessionModel, signIn: string, id: string): void {
  clientSession.setRefreshTokenUseCount(signIn, 0);
  clientSession.setNote(noteOf({ reuse_id: signIn }), id);
}

/** Whether no later token has replaced this one. */
export function isNewest(session: KeycloakSession, client: ClientModel, token: RefreshTokenClaims): boolean {
  const clientSession = clientSessionOf(session, client, token);
  return clientSession !== null && isNewestIn(clientSession, token);
}

function isNewestIn(clientSession: AuthenticatedClientSessionModel, token: RefreshTokenClaims): boolean {
  return clientSession.getNote(noteOf(token)) === token.jti;
}

function noteOf({ reuse_id = '' }: Pick<RefreshTokenClaims, 'reuse_id'>, kind: string = NEWEST_NOTE): string {
  return kind + reuse_id;
}

/** What a token's sign-in has at its client; null once that has ended. */
function clientSessionOf(
  session: KeycloakSession,
  client: ClientModel,
  { sid, typ }: Pick<RefreshTokenClaims, 'sid' | 'typ'>,
): AuthenticatedClientSessionModel | null {
  const realm = requireRealm(session);
  const sessions = session.sessions();
  const found =
    typ === OUTLIVING_TYPE ? sessions.getOfflineUserSession(realm, sid) : sessions.getUserSession(realm, sid);
  return found === null ? null : found.getAuthenticatedClientSessionByClient(client.getId());
}
