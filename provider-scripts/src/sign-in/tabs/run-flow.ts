/** Runs the sign-in flow bound for a client, from its start, after a link was used. */
import type { AuthenticationSessionModel, KeycloakSession, Response, URI } from 'keycloak';
import { newEvent } from '../../observability/events/event.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';

const AuthenticationFlowException = Java.type('org.keycloak.authentication.AuthenticationFlowException');
const AuthenticationFlowResolver = Java.type('org.keycloak.models.utils.AuthenticationFlowResolver');
const AuthenticationFlowURLHelper = Java.type('org.keycloak.services.util.AuthenticationFlowURLHelper');
const AuthenticationProcessor = Java.type('org.keycloak.authentication.AuthenticationProcessor');
const EventType = Java.type('org.keycloak.events.EventType');
const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

const FLOW_PATH = 'authenticate';

/** The URL at which a tab's flow continues. */
export function flowUrl(session: KeycloakSession, tab: AuthenticationSessionModel): URI {
  const { realm, uri } = { realm: requireRealm(session), uri: session.getContext().getUri() };
  return new AuthenticationFlowURLHelper(session, realm, uri).getLastExecutionUrl(tab);
}

/**
 * Runs the flow. Passes on a response to the client, in any response mode, and a redirect to consent or a required action; shows a later
 * step's page at its own URL, so that a refresh doesn't use the link again.
 */
export function runFlow(session: KeycloakSession, tab: AuthenticationSessionModel): Response {
  const realm = requireRealm(session);
  const context = session.getContext();
  context.setClient(tab.getClient());
  context.setAuthenticationSession(tab);
  session.getProvider(LoginFormsProvider.class).setAuthenticationSession(tab);
  RestartLoginCookie.setRestartCookie(session, tab);
  const event = newEvent(session)
    .event(EventType.LOGIN)
    .client(tab.getClient())
    .detail('code_id', tab.getParentSession().getId());
  tab.setAuthNote(AuthenticationProcessor.CURRENT_FLOW_PATH, FLOW_PATH);
  const processor = new AuthenticationProcessor()
    .setAuthenticationSession(tab)
    .setFlowPath(FLOW_PATH)
    .setFlowId(AuthenticationFlowResolver.resolveBrowserFlow(tab).getId())
    .setBrowserFlow(true)
    .setConnection(context.getConnection())
    .setEventBuilder(event)
    .setRealm(realm)
    .setSession(session)
    .setUriInfo(context.getUri())
    .setRequest(context.getHttpRequest());
  try {
    const response = processor.authenticate();
    return response.getStatus() === 200 && isOpen(tab) ? processor.redirectToFlow() : response;
  } catch (failure) {
    // For any other failure Keycloak would show a 400 page that blames the link.
    if (failure instanceof AuthenticationFlowException) return processor.handleBrowserException(failure);
    throw failure;
  }
}

/** Whether a tab's sign-in isn't finished: Keycloak removes the tab before it responds to the client, with a code or an error. */
export function isOpen(tab: AuthenticationSessionModel): boolean {
  return tab.getParentSession().getAuthenticationSessions().containsKey(tab.getTabId());
}
