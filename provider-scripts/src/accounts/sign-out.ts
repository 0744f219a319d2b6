/**
 * Ends sign-ins. What came of one proof in one browser shares an identifier: the session, the offline session of refresh tokens that outlive it,
 * and the root authentication session with the browser's tabs. All of it ends here, and each client is notified once.
 */

import type {
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  UserModel,
  UserSessionModel,
} from 'keycloak';
import { newEvent } from '../observability/events/event.ts';
import { currentTime } from '../platform/engine/clock.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { sessionValue } from '../platform/session/values.ts';
import { isLinkgateRealm } from '../realm/settings/enabled.ts';
import { dropPendingAddress } from './pending-address.ts';
import { DEVICE_NOTE } from './refresh-tokens.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const EventType = Java.type('org.keycloak.events.EventType');
const LoginProtocol = Java.type('org.keycloak.protocol.LoginProtocol');

/** Keycloak's state of a session that it is ending with all its clients. */
const LOGGING_OUT = 'LOGGING_OUT';

/** The identifiers of the sign-ins whose other parts this request has ended. */
const ENDED = sessionValue<Record<string, true>>('ended-sign-ins');

/** Signs a user out of a browser, and reports it: also what an earlier sign-in there has left, if its device is remembered. */
export function signOut(session: KeycloakSession, live: UserSessionModel): void {
  report(session, live);
  end(session, live, 'device');
}

/** Ends a session because a new one replaces it in its browser. Refresh tokens of earlier sign-ins there stay. */
export function endReplaced(session: KeycloakSession, live: UserSessionModel): void {
  report(session, live);
  end(session, live, 'sign-in');
}

/** Ends the sign-in with this identifier, and its tabs. Returns whether it had a session or refresh tokens. */
export function endSession(session: KeycloakSession, id: string): boolean {
  return endBy(session, id, isLinkgateRealm(requireRealm(session)));
}

/** The same with its refresh tokens, also those that a sign-out leaves in a stock realm: its user never wanted it. */
export function endSignIn(session: KeycloakSession, id: string): void {
  endBy(session, id, true);
}

function endBy(session: KeycloakSession, id: string, endsRest: boolean): boolean {
  const realm = requireRealm(session);
  const found =
    session.sessions().getUserSession(realm, id) ?? session.sessions().getOfflineUserSession(realm, id);
  if (found === null) {
    removeTabs(session, id);
    return false;
  }
  report(session, found);
  end(session, found, 'sign-in', endsRest);
  return true;
}

/**
 * Ends all sign-ins of an account as Keycloak's own `logout` does: earlier tokens are no longer valid. A change of address that one of them has
 * requested, and that waits for its link, ends, too.
 */
export function endAllSessions(session: KeycloakSession, user: UserModel): void {
  revokeEarlier(session, user);
  for (const found of sessionsOf(session, user)) end(session, found, 'sign-in');
}

/** The same on a thread that serves no browser's request: Keycloak's own sign-out reads its cookies. Tabs end by "not before". */
export function endAllWithoutRequest(session: KeycloakSession, user: UserModel): void {
  revokeEarlier(session, user);
  endAllButTabs(session, user);
}

function revokeEarlier(session: KeycloakSession, user: UserModel): void {
  dropPendingAddress(user);
  session.users().setNotBeforeForUser(requireRealm(session), user, currentTime());
}

/** Ends an account's sign-ins on a remembered device: one, by the account's row, or any. Returns whether there were some. */
export function endOfDevice(session: KeycloakSession, user: UserModel, row: string | 'any'): boolean {
  const found = sessionsOf(session, user).filter((one) => {
    const device = one.getNote(DEVICE_NOTE);
    return device !== null && (row === 'any' || device === row);
  });
  for (const one of found) {
    report(session, one);
    end(session, one, 'sign-in');
  }
  return found.length > 0;
}

/** An account's sign-ins: each by its session, or by the offline session that has outlived it. */
export function sessionsOf(session: KeycloakSession, user: UserModel): UserSessionModel[] {
  const realm = requireRealm(session);
  const ended = ENDED.of(session) ?? {};
  const found: UserSessionModel[] = [];
  const add = (one: UserSessionModel) => {
    const isKnown = Object.hasOwn(ended, one.getId()) || found.some((known) => known.getId() === one.getId());
    if (!isKnown) found.push(one);
  };
  for (const live of session.sessions().getUserSessionsStream(realm, user).toList()) add(live);
  for (const offline of session.sessions().getOfflineUserSessionsStream(realm, user).toList()) add(offline);
  return found;
}

/** Notifies the clients of an account's sign-ins, and ends these. Their tabs stay as they are. */
export function endAllButTabs(session: KeycloakSession, user: UserModel): void {
  for (const found of sessionsOf(session, user)) {
    endRest(session, found, 'sign-in');
    notifyClients(session, found);
    remove(session, found);
  }
}

/** Ends a client's refresh tokens that have outlived their session, because the user revokes its consent. */
export function endOutlivingAt(session: KeycloakSession, user: UserModel, client: ClientModel): void {
  const realm = requireRealm(session);
  for (const offline of session.sessions().getOfflineUserSessionsStream(realm, user).toList()) {
    if (offline.getAuthenticatedClientSessions().containsKey(client.getId()))
      endPart(session, offline, client);
  }
}

/** Ends a client's refresh tokens in an offline session, and the session if no other client has some; notifies the client by back-channel logout. */
function endPart(session: KeycloakSession, offline: UserSessionModel, client: ClientModel): void {
  const realm = requireRealm(session);
  const context = session.getContext();
  const [uri, headers] = [context.getUri(), context.getRequestHeaders()];
  AuthenticationManager.backchannelLogoutUserSessionFromClient(session, realm, offline, client, uri, headers);
  if (offline.getAuthenticatedClientSessions().keySet().toArray().length === 0)
    session.sessions().removeOfflineUserSession(realm, offline);
}

/**
 * Called by Keycloak for each client of a session that it ends: the rest ends with it. Keycloak ends sessions that have expired in the same way;
 * refresh tokens outlive these. It also ends a client's part alone: then so do the client's refresh tokens.
 */
export function endWithSession(session: KeycloakSession, ended: UserSessionModel, client: ClientModel): void {
  const realm = requireRealm(session);
  if (!ended.isOffline() && !AuthenticationManager.isSessionValid(realm, ended)) return;
  if (String(ended.getState()) !== LOGGING_OUT) {
    const isKnown = Object.hasOwn(ENDED.of(session) ?? {}, ended.getId());
    const outliving =
      isKnown || ended.isOffline() ? null : session.sessions().getOfflineUserSession(realm, ended.getId());
    if (outliving !== null) endPart(session, outliving, client);
    return;
  }
  endRest(session, ended, 'device');
  // Keycloak itself removes the root of the tab in which it signs out, once that needs no further page.
  const tab = session.getContext().getAuthenticationSession();
  if (tab?.getParentSession().getId() !== ended.getId()) removeTabs(session, ended.getId());
}

/**
 * Ends what is left of a sign-in whose session Keycloak's API has ended, without calling `endWithSession` if none of its clients has back-channel
 * logout.
 */
export function endLeftOf(session: KeycloakSession, id: string): void {
  const isKnown = Object.hasOwn(ENDED.of(session) ?? {}, id);
  const left = isKnown ? null : session.sessions().getOfflineUserSession(requireRealm(session), id);
  if (left !== null) end(session, left, 'device');
  removeTabs(session, id);
}

function report(session: KeycloakSession, ended: UserSessionModel): void {
  newEvent(session).event(EventType.LOGOUT).user(ended.getUser()).session(ended).success();
}

/**
 * Ends a session as Keycloak does, and the rest of its sign-in. Keycloak removes the root authentication session of the tab in the request's
 * context: the session's own only if there is no other tab. So without this, only the first of several sessions takes its tabs with it. A root
 * that is removed before, in the same transaction, stays: Keycloak then creates it again, which replaces the removal, and removing what was
 * created in the same transaction writes nothing (`InfinispanChangelogBasedTransaction`).
 */
function end(
  session: KeycloakSession,
  ended: UserSessionModel,
  extent: Extent,
  // In a stock realm, Keycloak's own rule stays: a sign-out doesn't end offline sessions.
  endsRest = isLinkgateRealm(requireRealm(session)),
): void {
  if (endsRest) endRest(session, ended, extent);
  const context = session.getContext();
  const tab = context.getAuthenticationSession();
  context.setAuthenticationSession(NO_TAB);
  try {
    AuthenticationManager.backchannelLogout(session, ended, true);
  } finally {
    context.setAuthenticationSession(tab as AuthenticationSessionModel);
  }
}

const NO_TAB = null as unknown as AuthenticationSessionModel;

/** What ends: a sign-in alone; or also what the account's earlier sign-ins in the same browser have left. */
type Extent = 'sign-in' | 'device';

/** Ends the parts of a sign-in except this session, which the caller ends; once in a request. */
function endRest(session: KeycloakSession, ended: UserSessionModel, extent: Extent): void {
  const before = ENDED.of(session) ?? {};
  if (Object.hasOwn(before, ended.getId())) return;
  ENDED.record(session, { ...before, [ended.getId()]: true });
  const realm = requireRealm(session);
  const sessions = session.sessions();
  const other = ended.isOffline()
    ? sessions.getUserSession(realm, ended.getId())
    : sessions.getOfflineUserSession(realm, ended.getId());
  if (other !== null) {
    notifyClients(session, other);
    remove(session, other);
  }
  const user = ended.getUser();
  const device = ended.getNote(DEVICE_NOTE);
  if (extent === 'sign-in' || device === null || user === null) return;
  for (const left of sessions.getOfflineUserSessionsStream(realm, user).toList())
    if (left.getNote(DEVICE_NOTE) === device && left.getId() !== ended.getId()) end(session, left, 'sign-in');
}

function remove(session: KeycloakSession, ended: UserSessionModel): void {
  const realm = requireRealm(session);
  if (ended.isOffline()) session.sessions().removeOfflineUserSession(realm, ended);
  else session.sessions().removeUserSession(realm, ended);
}

function removeTabs(session: KeycloakSession, id: string): void {
  const realm = requireRealm(session);
  const root = session.authenticationSessions().getRootAuthenticationSession(realm, id);
  if (root !== null) session.authenticationSessions().removeRootAuthenticationSession(realm, root);
}

/**
 * Notifies a session's clients by back-channel logout, as Keycloak does. Their parts stay, since the whole session ends: Keycloak would remove them
 * one by one in a transaction that may be over.
 */
function notifyClients(session: KeycloakSession, ended: UserSessionModel): void {
  const realm = requireRealm(session);
  const context = session.getContext();
  for (const id of ended.getAuthenticatedClientSessions().keySet().toArray()) {
    const client = realm.getClientById(id);
    const part = ended.getAuthenticatedClientSessionByClient(id);
    if (client === null || part === null || client.isFrontchannelLogout() || !client.isEnabled()) continue;
    session
      .getProvider(LoginProtocol.class, part.getProtocol())
      .setRealm(realm)
      .setHttpHeaders(context.getRequestHeaders())
      .setUriInfo(context.getUri())
      .backchannelLogout(ended, part);
  }
}
