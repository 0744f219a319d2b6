/** The authentication session in which the sign-in continues after a link was used: the requesting tab's, the live session's, or a new one. */

import type {
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  RootAuthenticationSessionModel,
  UserModel,
  UserSessionModel,
} from 'keycloak';
import { hasAddress } from '../../accounts/address/account-address.ts';
import { endSession } from '../../accounts/sign-out.ts';
import type { LinkRequest, LinkRow } from '../../links/magic-link/link.ts';
import type { OnDevice } from '../../links/magic-link/redeem.ts';
import { releaseConnection } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { hasIdentityCookie } from '../../platform/keycloak/cookie.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { hasTabEndedFor } from './basis.ts';
import { isSessionOutdated, isSessionRevoked } from './ended-session.ts';
import { findTab, isOrMovedFrom, moveTabs, tabsOf, tabsWithProof } from './move-tabs.ts';
import { note, restoreFromLink, restoreFromRequest, setNote } from './notes.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');

/**
 * The live session of this browser, or null. A session that should have ended doesn't count, although a concurrent request that was reading it
 * may have put it back into Keycloak's cache. One whose cross-device sign-in was revoked while Keycloak was storing it is ended here.
 */
export function liveSession(session: KeycloakSession): UserSessionModel | null {
  if (!hasIdentityCookie(session)) return null;
  const realm = requireRealm(session);
  const live = AuthenticationManager.authenticateIdentityCookie(session, realm, true)?.session() ?? null;
  const user = live?.getUser() ?? null;
  if (live === null || user === null) return null;
  if (isSessionRevoked(session, live)) {
    releaseConnection(session);
    endSession(session, live.getId());
    return null;
  }
  return isSessionOutdated(session, live, user) ? null : live;
}

/** The user who is signed in in this browser, if it isn't the one with a normalised address. */
export function otherUserThanOf(session: KeycloakSession, email: string): UserModel | null {
  const user = liveSession(session)?.getUser() ?? null;
  return user !== null && !hasAddress(user, email) ? user : null;
}

/** Whether a session lasts as long as the tokens issued from it would, so that their `expires_in` is correct. */
export function outlivesTokens(session: KeycloakSession, live: UserSessionModel): boolean {
  const realm = requireRealm(session);
  const remembered = live.isRememberMe() ? realm.getSsoSessionMaxLifespanRememberMe() : 0;
  const lifetime = remembered > 0 ? remembered : realm.getSsoSessionMaxLifespan();
  const remaining = live.getStarted() + lifetime - currentTime();
  return remaining >= realm.getAccessTokenLifespan();
}

/** The root session in which an account signs in, and this browser's session that must end first, if any. */
export interface PreparedSession {
  root: RootAuthenticationSessionModel;
  endedSession: UserSessionModel | null;
}

/** The account that was just proven, and whether the proof claimed it as an unverified account. */
export interface ProvenAccount extends OnDevice {
  userId: string;
  wasClaimed: boolean;
  /** The request requires a new sign-in although a session is live. */
  requiresNewSignIn?: boolean;
}

/**
 * Prepares the sign-in of an account that was proven. Joins the account's live session, so that issued tokens stay valid, unless the session
 * ends too soon or the request requires a new sign-in; else, if no session is live, continues an authentication session in which the account
 * was already proven; else creates one with a new id, and the browser's earlier session ends. Nothing from before an account was claimed is
 * continued: it may be another user's.
 */
export function prepareSession(
  session: KeycloakSession,
  { userId, wasClaimed, requiresNewSignIn = false }: ProvenAccount,
): PreparedSession {
  const current = liveSession(session);
  const isSameUser = current?.getUser()?.getId() === userId;
  // The account's sessions were removed when it was claimed; this Keycloak session may still have one cached.
  const live = wasClaimed && isSameUser ? null : current;
  if (live !== null && isSameUser && !requiresNewSignIn && outlivesTokens(session, live))
    return { root: joinLiveSession(session, live), endedSession: null };
  const before = currentRoot(session);
  if (live === null && !wasClaimed && before !== null && hasProvenTab(session, before, userId))
    return { root: before, endedSession: null };
  const fresh = new AuthenticationSessionManager(session).createAuthenticationSession(
    requireRealm(session),
    true,
  );
  if (before !== null) moveTabs(session, before, fresh);
  return { root: fresh, endedSession: live };
}

/** Returns the live session's root session. If this browser has another one, moves its waiting tabs there and removes it. */
export function joinLiveSession(
  session: KeycloakSession,
  live: UserSessionModel,
): RootAuthenticationSessionModel {
  const before = currentRoot(session);
  const root = rootOf(session, live);
  if (before !== null && before.getId() !== root.getId()) moveTabs(session, before, root);
  return root;
}

/** The tab to sign in with: the requesting tab, if this root session has it and it is the client's, otherwise a new one. */
export function openTab(
  root: RootAuthenticationSessionModel,
  client: ClientModel,
  request: LinkRequest,
): AuthenticationSessionModel {
  const requesting = request.requestedBy ? findTab(root, request.requestedBy) : null;
  return requesting?.getClient().getId() === client.getId() ? requesting : newTab(root, client, request);
}

/** Recreates the tab that requested a link, if Keycloak no longer has it: waiting as before, in this browser's session. */
export function recreateTab(
  session: KeycloakSession,
  client: ClientModel,
  link: LinkRow,
): AuthenticationSessionModel {
  const tab = newTab(rootHere(session), client, link.request);
  restoreFromLink(tab, link);
  return tab;
}

/** The tab in which a new link is awaited in place of a rejected one: the requesting tab if this browser has it, otherwise a new one, with nothing of it but the request. */
export function tabForNewLink(
  session: KeycloakSession,
  client: ClientModel,
  { request }: LinkRow,
): AuthenticationSessionModel {
  const tab = openTab(rootHere(session), client, request);
  if (request.referral !== undefined) setNote(tab, 'referral', request.referral);
  return tab;
}

/** The root session of this browser: the live session's, if it has one; a new one, if it has none. */
function rootHere(session: KeycloakSession): RootAuthenticationSessionModel {
  const live = liveSession(session);
  return (
    (live === null ? currentRoot(session) : joinLiveSession(session, live)) ??
    new AuthenticationSessionManager(session).createAuthenticationSession(requireRealm(session), true)
  );
}

/** Whether this is the browser that requested a link. */
export function isRequestingBrowser(session: KeycloakSession, request: LinkRequest): boolean {
  const root = currentRoot(session);
  return root !== null && request.requestedBy !== undefined && isOrMovedFrom(root, request.requestedBy.root);
}

/** This browser's tab in which a link or code of the client proved the address (normalised) and the sign-in continues; null if there is none. */
export function tabProvenFor(
  session: KeycloakSession,
  client: ClientModel,
  email: string,
): AuthenticationSessionModel | null {
  const root = currentRoot(session);
  const isProvenForEmail = (tab: AuthenticationSessionModel) =>
    tab.getClient().getId() === client.getId() && note(tab, 'provenFor') === email;
  return root === null ? null : (tabsOf(root).find(isProvenForEmail) ?? null);
}

/** Whether a root session has a tab in which this account was proven, and which hasn't ended. */
function hasProvenTab(
  session: KeycloakSession,
  root: RootAuthenticationSessionModel,
  userId: string,
): boolean {
  const user = session.users().getUserById(requireRealm(session), userId);
  return user !== null && tabsWithProof(root, userId).some((tab) => !hasTabEndedFor(session, tab, user));
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

/** Finds or creates the root session with the live session's id, and sets its cookies, as Keycloak's authorization endpoint does. */
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
