/** Signs a user out, and reports it to Keycloak's event listeners. */
import type { KeycloakSession, UserModel, UserSessionModel } from 'keycloak';
import { newEvent } from '../events/event.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { endAllOf, endWithSession } from './refresh-tokens.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const EventType = Java.type('org.keycloak.events.EventType');
const Time = Java.type('org.keycloak.common.util.Time');

/**
 * Ends a session as Keycloak does, and the refresh tokens that came of it; clients are notified by back-channel logout once that is committed.
 */
export function signOut(session: KeycloakSession, live: UserSessionModel): void {
  endWithSession(session, live);
  newEvent(session).event(EventType.LOGOUT).user(live.getUser()).session(live).success();
  AuthenticationManager.backchannelLogout(session, live, true);
}

/** Ends the sign-in in progress and the user session with this identifier. */
export function endSession(session: KeycloakSession, id: string): void {
  const realm = requireRealm(session);
  const root = session.authenticationSessions().getRootAuthenticationSession(realm, id);
  if (root !== null) session.authenticationSessions().removeRootAuthenticationSession(realm, root);
  const live = session.sessions().getUserSession(realm, id);
  if (live !== null) signOut(session, live);
}

/** Ends all sessions of an account as Keycloak's own `logout` does: clients are notified, and earlier tokens are no longer valid. */
export function endAllSessions(session: KeycloakSession, user: UserModel): void {
  const realm = requireRealm(session);
  session.users().setNotBeforeForUser(realm, user, Time.currentTime());
  endAllOf(session, user);
  for (const live of session.sessions().getUserSessionsStream(realm, user).toList())
    AuthenticationManager.backchannelLogout(session, live, true);
}
