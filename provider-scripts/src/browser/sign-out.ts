/** Signs a person out, and tells Keycloak's event listeners so. */
import type { KeycloakSession, UserSessionModel } from 'keycloak';
import { newEvent } from '../events/event.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const EventType = Java.type('org.keycloak.events.EventType');

/** Ends a session as Keycloak does, which tells relying parties by back-channel. */
export function signOut(session: KeycloakSession, live: UserSessionModel): void {
  newEvent(session).event(EventType.LOGOUT).user(live.getUser()).session(live).success();
  AuthenticationManager.backchannelLogout(session, live, true);
}
