/** The authentication session in which a used link continues: the requesting tab, the live session's, or a new one. */
import type {
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  RootAuthenticationSessionModel,
  UserSessionModel,
} from 'keycloak';
import { mayBeClaimedSince, wasClaimedSince } from '../account/claim-account.ts';
import { lockAccount } from '../account/lock.ts';
import { endSession } from '../account/sign-out.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { LinkRequest, LinkRow } from '../magic-link/link.ts';
import { isOverFor, isRevoked } from './ended-tab.ts';
import { cameFrom, moveTabs, tabFrom, tabsOf, tabsWithProof } from './move-tabs.ts';
import { APPROVED_NOTE, PROVEN_FOR_NOTE, restoreFromLink, restoreFromRequest, SINCE_NOTE } from './notes.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const Time = Java.type('org.keycloak.common.util.Time');
const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');

/**
 * The live session of this browser, or null. One from before its account was taken over has ended; a simultaneous request that was still
 * reading it may have put it back into Keycloak's cache. So has one whose cross-device sign-in was revoked while Keycloak was storing it.
 */
export function liveSession(session: KeycloakSession): UserSessionModel | null {
  const realm = requireRealm(session);
  const live = AuthenticationManager.authenticateIdentityCookie(session, realm, true)?.session() ?? null;
  const userId = live?.getUser()?.getId();
  if (live === null || userId === undefined) return null;
  const since = knownSince(live);
  const handed = live.getNote(APPROVED_NOTE);
  if (isRevoked(session, handed)) {
    endSession(session, live.getId());
    return null;
  }
  return wasClaimedSince(session, realm.getId(), userId, since) ? null : live;
}

/** Since when a session's user has been known (Unix milliseconds). */
function knownSince(live: UserSessionModel): number {
  return Number(live.getNote(SINCE_NOTE) ?? live.getStarted() * 1000);
}

/**
 * Whether a session should have ended: it is from before its account was taken over, or its cross-device sign-in was revoked. Keycloak may have stored
 * it just after that looked for what to end. Needs no statement for a session that this request has, if neither can have happened.
 */
export function hasEnded(session: KeycloakSession, found: UserSessionModel): boolean {
  const realmId = requireRealm(session).getId();
  if (isRevoked(session, found.getNote(APPROVED_NOTE))) return true;
  // Administrators may belong to another realm.
  const userId = found.getRealm().getId() === realmId ? found.getUser()?.getId() : undefined;
  if (userId === undefined) return false;
  const since = knownSince(found);
  if (!mayBeClaimedSince(session, userId, since)) return false;
  // The later of this request's writes and a simultaneous takeover sees the other.
  lockAccount(session, userId);
  return wasClaimedSince(session, realmId, userId, since);
}

/** Whether a session lasts as long as the tokens issued from it would, so that their `expires_in` is true. */
export function outlivesTokens(session: KeycloakSession, live: UserSessionModel): boolean {
  const realm = requireRealm(session);
  const left = live.getStarted() + realm.getSsoSessionMaxLifespan() - Time.currentTime();
  return left >= realm.getAccessTokenLifespan();
}

/** The root session in which an account signs in, and the session of this browser that has to end first. */
export interface Entry {
  root: RootAuthenticationSessionModel;
  ends: UserSessionModel | null;
}

/** The account that was just proven, and whether the proof took it over. */
export interface Proven {
  userId: string;
  tookOver: boolean;
  /** The request requires a new sign-in although a session is live. */
  apart?: boolean;
}

/**
 * Prepares the sign-in of an account that was proven. Joins its live session, so that its tokens stay valid, unless it ends too soon;
 * continues a session in which the account was already proven; otherwise creates a session with a new id, and the browser's earlier one
 * ends. For an account that was taken over, nothing is continued: it may be another user's.
 */
export function enter(session: KeycloakSession, { userId, tookOver, apart = false }: Proven): Entry {
  const seen = liveSession(session);
  const isOurs = seen?.getUser()?.getId() === userId;
  // Its sessions were removed when the account was taken over; this one remembers what it has read before.
  const live = tookOver && isOurs ? null : seen;
  if (live !== null && isOurs && !apart && outlivesTokens(session, live))
    return { root: joinLive(session, live), ends: null };
  const before = currentRoot(session);
  if (live === null && !tookOver && before !== null && holdsProof(session, before, userId))
    return { root: before, ends: null };
  const fresh = new AuthenticationSessionManager(session).createAuthenticationSession(
    requireRealm(session),
    true,
  );
  if (before !== null) moveTabs(session, before, fresh);
  return { root: fresh, ends: live };
}

/** The live session's root, with the waiting tabs of this browser's other root, if it has one. */
export function joinLive(session: KeycloakSession, live: UserSessionModel): RootAuthenticationSessionModel {
  const before = currentRoot(session);
  const root = rootOf(session, live);
  if (before !== null && before.getId() !== root.getId()) moveTabs(session, before, root);
  return root;
}

/** The tab to sign in with: the requesting tab, if it is in this browser and still waits, otherwise a new one. */
export function openTab(
  root: RootAuthenticationSessionModel,
  client: ClientModel,
  request: LinkRequest,
): AuthenticationSessionModel {
  const requesting = request.requestedBy ? tabFrom(root, request.requestedBy) : null;
  return requesting?.getClient().getId() === client.getId() ? requesting : newTab(root, client, request);
}

/** Recreates the tab that requested a link, if the server has forgotten it: waiting as before, in this browser's session. */
export function renewTab(
  session: KeycloakSession,
  client: ClientModel,
  link: LinkRow,
): AuthenticationSessionModel {
  const live = liveSession(session);
  const root =
    (live === null ? currentRoot(session) : joinLive(session, live)) ??
    new AuthenticationSessionManager(session).createAuthenticationSession(requireRealm(session), true);
  const tab = newTab(root, client, link.request);
  restoreFromLink(tab, link);
  return tab;
}

/** Whether this is the browser that requested a link. */
export function isRequestingBrowser(session: KeycloakSession, request: LinkRequest): boolean {
  const root = currentRoot(session);
  return root !== null && request.requestedBy !== undefined && cameFrom(root, request.requestedBy.root);
}

/** The tab of this browser in which a client's link or its code proved an address (normalised) and the sign-in continues; or null. */
export function tabProvenFor(
  session: KeycloakSession,
  client: ClientModel,
  email: string,
): AuthenticationSessionModel | null {
  const root = currentRoot(session);
  const isIt = (tab: AuthenticationSessionModel) =>
    tab.getClient().getId() === client.getId() && tab.getAuthNote(PROVEN_FOR_NOTE) === email;
  return root === null ? null : (tabsOf(root).find(isIt) ?? null);
}

/** Whether an account was proven in a session, and its sign-in is in progress. */
function holdsProof(session: KeycloakSession, root: RootAuthenticationSessionModel, userId: string): boolean {
  const user = session.users().getUserById(requireRealm(session), userId);
  return user !== null && tabsWithProof(root, userId).some((tab) => !isOverFor(session, tab, user));
}

/** The root session of this browser; null if it has none. */
export function currentRoot(session: KeycloakSession): RootAuthenticationSessionModel | null {
  return new AuthenticationSessionManager(session).getCurrentRootAuthenticationSession(requireRealm(session));
}

function newTab(
  root: RootAuthenticationSessionModel,
  client: ClientModel,
  request: LinkRequest,
): AuthenticationSessionModel {
  const tab = root.createAuthenticationSession(client);
  tab.setProtocol('openid-connect');
  tab.setRedirectUri(request.redirectUri);
  tab.setAction('AUTHENTICATE');
  for (const [name, value] of Object.entries(request.notes)) tab.setClientNote(name, value);
  restoreFromRequest(tab);
  return tab;
}

/** A root session under the live session's own id, as Keycloak's authorization endpoint has it. */
export function rootOf(session: KeycloakSession, live: UserSessionModel): RootAuthenticationSessionModel {
  const realm = requireRealm(session);
  const sessions = session.authenticationSessions();
  const root =
    sessions.getRootAuthenticationSession(realm, live.getId()) ??
    sessions.createRootAuthenticationSession(realm, live.getId());
  const manager = new AuthenticationSessionManager(session);
  manager.setAuthSessionCookie(root.getId());
  manager.setAuthSessionIdHashCookie(root.getId());
  return root;
}
