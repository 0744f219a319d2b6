/**
 * The flow that a client policy chose for a request at `/auth` (executor `auth-flow-enforcer`). Keycloak stores it in an auth note, which a
 * restart of the sign-in drops; a copy in a client note stays with the request, also in a link.
 */

import type { AuthenticationFlowModel, AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { boundFlow, CHOSEN_FLOW_NOTE } from '../../realm/flow/flow.ts';
import { note, storeInRequest } from './notes.ts';
import { isOpen } from './run-flow.ts';

const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** Stores the chosen flow with the request that has just started in a tab, and in the cookie from which Keycloak restarts it. */
export function storeChosenFlow(session: KeycloakSession): void {
  const tab = session.getContext().getAuthenticationSession();
  if (tab === null || !isOpen(tab)) return;
  if (note(tab, 'chosenFlow') === null) return;
  storeInRequest(tab);
  RestartLoginCookie.setRestartCookie(session, tab);
}

/** The flow of a tab, even if Keycloak has removed the tab in this request; null if the realm has none. */
export function flowOf(tab: AuthenticationSessionModel): AuthenticationFlowModel | null {
  return boundFlow(tab.getRealm(), tab.getClient(), chosenFlow(tab));
}

/** The alias of the flow that was chosen for a tab's request, if one was. */
export function chosenFlow(tab: AuthenticationSessionModel): string | null {
  return tab.getClientNote(CHOSEN_FLOW_NOTE) ?? note(tab, 'chosenFlow');
}
