/** The authentication session in which a used link goes on: the tab that asked, the live session's, or a new one. */
import type {
  AuthenticationSessionModel,
  ClientModel,
  KeycloakSession,
  RootAuthenticationSessionModel,
  UserSessionModel,
} from 'keycloak';
import type { LinkRequest } from '../magic-link/link.ts';
import { requireRealm } from '../protocol/base-url.ts';
import { cameFrom, moveTabs, tabFrom } from './move-tabs.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const Time = Java.type('org.keycloak.common.util.Time');
const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');

/** The live session of this browser, or null. */
export function liveSession(session: KeycloakSession): UserSessionModel | null {
  return (
    AuthenticationManager.authenticateIdentityCookie(session, requireRealm(session), true)?.session() ?? null
  );
}

/** Whether a session lasts as long as the tokens that would come from it, so that their `expires_in` is true. */
export function outlivesTokens(session: KeycloakSession, live: UserSessionModel): boolean {
  const realm = requireRealm(session);
  const left = live.getStarted() + realm.getSsoSessionMaxLifespan() - Time.currentTime();
  return left >= realm.getAccessTokenLifespan();
}

/**
 * The session that has to end before an account signs in here: another person's, or one that ends too soon for new tokens. The same
 * person's live session is joined otherwise, so that its tokens stay good.
 */
export function sessionInTheWay(session: KeycloakSession, userId: string): UserSessionModel | null {
  const live = liveSession(session);
  const joins = live !== null && live.getUser()?.getId() === userId && outlivesTokens(session, live);
  return joins ? null : live;
}

/**
 * The tab to sign in with, once no session is in the way: the one that asked, when this is its browser and it still waits, or else a new
 * one. Its session is never the one that this browser had before anybody signed in.
 */
export function openLinkSession(
  session: KeycloakSession,
  client: ClientModel,
  request: LinkRequest,
): AuthenticationSessionModel {
  const live = liveSession(session);
  const before = currentRoot(session);
  const root = live === null ? freshRoot(session) : rootOf(session, live);
  if (before !== null && before.getId() !== root.getId()) moveTabs(session, before, root);
  const asked = request.askedBy ? tabFrom(root, request.askedBy) : null;
  return asked?.getClient().getId() === client.getId() ? asked : newTab(root, client, request);
}

/** Whether this browser is the one whose page asked for a link. */
export function isAskingBrowser(session: KeycloakSession, request: LinkRequest): boolean {
  const root = currentRoot(session);
  return root !== null && request.askedBy !== undefined && cameFrom(root, request.askedBy.root);
}

function currentRoot(session: KeycloakSession): RootAuthenticationSessionModel | null {
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
  return tab;
}

function freshRoot(session: KeycloakSession): RootAuthenticationSessionModel {
  return new AuthenticationSessionManager(session).createAuthenticationSession(requireRealm(session), true);
}

/** A root session under the live session's own id, as Keycloak's authorization endpoint has it. */
function rootOf(session: KeycloakSession, live: UserSessionModel): RootAuthenticationSessionModel {
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
