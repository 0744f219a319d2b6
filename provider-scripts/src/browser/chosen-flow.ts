/**
 * The flow that a client policy chose for a request at `/auth` (executor `auth-flow-enforcer`). Keycloak notes it where a restart of the
 * sign-in drops it; among the notes of the request it goes wherever the request goes, a link included.
 */
import type { AuthenticationFlowModel, AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { boundFlow, CHOSEN_FLOW_NOTE } from '../settings/flow.ts';
import { isOpen } from './run-flow.ts';

const Constants = Java.type('org.keycloak.models.Constants');
const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** For each of Keycloak's notes, the flow's name and the level that it has, the one among those of the request. */
const NOTES: readonly (readonly [keycloaks: string, ofRequest: string])[] = [
  [Constants.REQUESTED_AUTHENTICATION_FLOW, CHOSEN_FLOW_NOTE],
  [Constants.AUTHENTICATION_FLOW_LEVEL_OF_AUTHENTICATION, 'linkgate.flow-level'],
];

/** Notes with the request that has just begun in a tab, and in the cookie that Keycloak restarts it by, which flow was chosen for it. */
export function keepChosenFlow(session: KeycloakSession): void {
  const tab = session.getContext().getAuthenticationSession();
  if (tab === null || !isOpen(tab)) return;
  if (tab.getAuthNote(Constants.REQUESTED_AUTHENTICATION_FLOW) === null) return;
  for (const [keycloaks, ofRequest] of NOTES) tab.setClientNote(ofRequest, tab.getAuthNote(keycloaks));
  RestartLoginCookie.setRestartCookie(session, tab);
}

/** Has Keycloak continue a tab with the flow that was chosen for its request, if one was. */
export function takeChosenFlow(tab: AuthenticationSessionModel): void {
  for (const [keycloaks, ofRequest] of NOTES) {
    const chosen = tab.getClientNote(ofRequest);
    if (chosen !== null) tab.setAuthNote(keycloaks, chosen);
  }
}

/** The flow of a tab, also of one that Keycloak has ended in this request; null if the realm has none. */
export function flowOf(tab: AuthenticationSessionModel): AuthenticationFlowModel | null {
  return boundFlow(tab.getRealm(), tab.getClient(), chosenFlow(tab));
}

/** The alias of the flow that was chosen for a tab's request, if one was. */
export function chosenFlow(tab: AuthenticationSessionModel): string | null {
  return tab.getClientNote(CHOSEN_FLOW_NOTE) ?? tab.getAuthNote(Constants.REQUESTED_AUTHENTICATION_FLOW);
}
