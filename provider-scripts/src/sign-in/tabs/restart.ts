/** Begins a tab's request again, in a tab of a new session: nothing that was proven in the old one is there. */
import type { AuthenticationSessionModel, KeycloakSession, Response } from 'keycloak';
import { restartNotes } from './notes.ts';
import { flowUrl } from './run-flow.ts';

const AuthenticationProcessor = Java.type('org.keycloak.authentication.AuthenticationProcessor');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/**
 * The response that leads to the new tab.
 *
 * @param change changes its request
 */
export function restartRequest(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  change: (fresh: AuthenticationSessionModel) => void = () => {},
): Response {
  const fresh = AuthenticationProcessor.recreate(session, tab);
  fresh.setAction('AUTHENTICATE');
  restartNotes(tab, fresh);
  change(fresh);
  return JavaResponse.seeOther(flowUrl(session, fresh)).build();
}
