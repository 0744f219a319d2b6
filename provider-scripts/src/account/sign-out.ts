/** Signs a user out, and reports it to Keycloak's event listeners. */
import type { KeycloakSession, UserSessionModel } from 'keycloak';
import { newEvent } from '../events/event.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { endWithSession } from './refresh-tokens.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const EventType = Java.type('org.keycloak.events.EventType');

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
