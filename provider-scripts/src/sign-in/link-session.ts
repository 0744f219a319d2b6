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
 * The session to sign in with. Whoever is signed in here and isn't `userId` is signed out first; the same person's live session is
 * joined, so that its tokens stay good, unless it ends too soon.
 */
export function openLinkSession(
  session: KeycloakSession,
  client: ClientModel,
  request: LinkRequest,
  userId: string,
): AuthenticationSessionModel {
  const live = liveSession(session);
  const joins = live !== null && live.getUser()?.getId() === userId && outlivesTokens(session, live);
  if (live !== null && !joins) AuthenticationManager.backchannelLogout(session, live, true);
  const asked = live === null || joins ? askingTab(session, client, request) : null;
  return asked ?? newTab(session, client, request, joins ? live : null);
}

/** Whether this browser is the one whose page asked for a link. */
export function isAskingBrowser(session: KeycloakSession, request: LinkRequest): boolean {
  if (!request.askedBy) return false;
  const root = new AuthenticationSessionManager(session).getCurrentRootAuthenticationSession(
    requireRealm(session),
  );
  return root?.getId() === request.askedBy.root;
}

/** The tab that asked for the link, when this is its browser and it still waits. */
function askingTab(
  session: KeycloakSession,
  client: ClientModel,
  request: LinkRequest,
): AuthenticationSessionModel | null {
  if (!request.askedBy) return null;
  const manager = new AuthenticationSessionManager(session);
  const tab = manager.getCurrentAuthenticationSession(requireRealm(session), client, request.askedBy.tab);
  return tab?.getParentSession().getId() === request.askedBy.root ? tab : null;
}

function newTab(
  session: KeycloakSession,
  client: ClientModel,
  request: LinkRequest,
  live: UserSessionModel | null,
): AuthenticationSessionModel {
  const realm = requireRealm(session);
  const manager = new AuthenticationSessionManager(session);
  const root = live === null ? manager.createAuthenticationSession(realm, true) : rootOf(session, live);
  const tab = root.createAuthenticationSession(client);
  tab.setProtocol('openid-connect');
  tab.setRedirectUri(request.redirectUri);
  tab.setAction('AUTHENTICATE');
  for (const [name, value] of Object.entries(request.notes)) tab.setClientNote(name, value);
  return tab;
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
