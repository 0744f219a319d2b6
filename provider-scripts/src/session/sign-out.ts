/** Signs a person out, and tells Keycloak's event listeners so. */
import type { KeycloakSession, SignOut, UserSessionModel } from 'keycloak';
import { newEvent } from '../protocol/event.ts';

const EventType = Java.type('org.keycloak.events.EventType');
const HostSignOut = Java.type('org.linkgate.host.SignOut');

/** Has the host end a session, which tells relying parties by back-channel; then the function `next` is called with `state`. */
export function signOut(
  session: KeycloakSession,
  live: UserSessionModel,
  next: string,
  state: string,
): SignOut {
  newEvent(session).event(EventType.LOGOUT).user(live.getUser()).session(live).success();
  return new HostSignOut(live, null, next, state);
}
