/**
 * Refresh tokens of clients whose users stay signed in. They are Keycloak's own, and Keycloak rotates them: a token that was used before ends
 * all tokens of the same sign-in at the client (RFC 9700, section 4.14.2).
 */
import type {
  AuthenticatedClientSessionModel,
  ClientModel,
  KeycloakSession,
  RealmModel,
  UserModel,
  UserSessionModel,
} from 'keycloak';
import { outlivesSession } from '../client/stay-signed-in.ts';
import { staySignedInOf } from '../client/stay-signed-in-of.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { claimsOf } from '../keycloak/token-claims.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const RefreshToken = Java.type('org.keycloak.representations.RefreshToken');
const UserSessionManager = Java.type('org.keycloak.services.managers.UserSessionManager');

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

/** Whether no later token has replaced this one. */
export function isNewest(session: KeycloakSession, client: ClientModel, token: RefreshTokenClaims): boolean {
  const clientSession = clientSessionOf(session, client, token);
  return clientSession !== null && isNewestIn(clientSession, token);
}

function isNewestIn(clientSession: AuthenticatedClientSessionModel, token: RefreshTokenClaims): boolean {
  return clientSession.getNote(noteOf(token)) === token.jti;
}

function noteOf({ reuse_id = '' }: RefreshTokenClaims, kind: string = NEWEST_NOTE): string {
  return kind + reuse_id;
}

function clientSessionOf(
  session: KeycloakSession,
  client: ClientModel,
  { sid, typ }: RefreshTokenClaims,
): AuthenticatedClientSessionModel | null {
  const realm = requireRealm(session);
  const sessions = session.sessions();
  const found =
    typ === OUTLIVING_TYPE ? sessions.getOfflineUserSession(realm, sid) : sessions.getUserSession(realm, sid);
  return found === null ? null : found.getAuthenticatedClientSessionByClient(client.getId());
}

/** Ends the refresh tokens of a session that outlive it, because its user signed out. */
export function endWithSession(session: KeycloakSession, ended: UserSessionModel): void {
  const realm = requireRealm(session);
  let outlives = false;
  for (const id of ended.getAuthenticatedClientSessions().keySet().toArray())
    outlives ||= mayOutliveSession(realm.getClientById(id));
  if (outlives) endOutliving(session, realm, ended.getId());
}

/**
 * Ends the refresh tokens of a client's session that outlive it, because the session ends before its time. Called by Keycloak, which also ends
 * sessions that have expired: that ends no such tokens.
 */
export function endUnlessExpired(
  session: KeycloakSession,
  ended: UserSessionModel,
  client: ClientModel,
): void {
  const realm = requireRealm(session);
  if (mayOutliveSession(client) && !ended.isOffline() && AuthenticationManager.isSessionValid(realm, ended))
    endOutliving(session, realm, ended.getId());
}

/** Ends a client's refresh tokens of a session that no longer exists, because its user signs out at that client. */
export function endOfExpiredSession(session: KeycloakSession, sessionId: string, client: ClientModel): void {
  const realm = requireRealm(session);
  if (!mayOutliveSession(client) || session.sessions().getUserSession(realm, sessionId) !== null) return;
  const outliving = session.sessions().getOfflineUserSession(realm, sessionId);
  const user = outliving === null ? null : outliving.getUser();
  if (outliving === null || user === null) return;
  new UserSessionManager(session).removeClientFromOfflineUserSession(realm, outliving, client, user);
}

/** Ends all refresh tokens of a user that outlive sessions. */
export function endAllOf(session: KeycloakSession, user: UserModel): void {
  endWhere(session, user, () => true);
}

/** Ends a user's refresh tokens that outlive sessions and came of a remembered device: of one, by the account's row, or of any. */
export function endOfDevice(session: KeycloakSession, user: UserModel, row: string | 'any'): void {
  endWhere(session, user, (device) => device !== null && (row === 'any' || device === row));
}

/** Whether a user has refresh tokens that outlive sessions and came of a remembered device, by the account's row. */
export function hasTokensOfDevice(session: KeycloakSession, user: UserModel, row: string): boolean {
  const outliving = session.sessions().getOfflineUserSessionsStream(requireRealm(session), user);
  for (const one of outliving.toList()) if (one.getNote(DEVICE_NOTE) === row) return true;
  return false;
}

function endWhere(session: KeycloakSession, user: UserModel, ends: (device: string | null) => boolean): void {
  const realm = requireRealm(session);
  for (const outliving of session.sessions().getOfflineUserSessionsStream(realm, user).toList())
    if (ends(outliving.getNote(DEVICE_NOTE))) session.sessions().removeOfflineUserSession(realm, outliving);
}

function mayOutliveSession(client: ClientModel | null): boolean {
  return client !== null && outlivesSession(staySignedInOf(client));
}

function endOutliving(session: KeycloakSession, realm: RealmModel, sessionId: string): void {
  const outliving = session.sessions().getOfflineUserSession(realm, sessionId);
  if (outliving !== null) session.sessions().removeOfflineUserSession(realm, outliving);
}
