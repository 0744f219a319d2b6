/**
 * Judges an authorization request that didn't come through `/auth`, in a stock realm: by Keycloak's own checks and the realm's client policies, in
 * the order of its `AuthorizationEndpoint`.
 */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { newEvent } from '../observability/events/event.ts';
import { isBackground } from '../platform/database/background.ts';
import { type FieldProblem, fieldProblem } from '../platform/errors/problem.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { CHOSEN_FLOW_NOTE, FLOW_LEVEL_NOTE } from '../realm/flow/flow.ts';
import { NOTED_PARAMETERS } from './noted-parameters.ts';

const AuthorizationCheckException = Java.type(
  'org.keycloak.protocol.oidc.endpoints.AuthorizationEndpointChecker$AuthorizationCheckException',
);
const AuthorizationEndpointChecker = Java.type(
  'org.keycloak.protocol.oidc.endpoints.AuthorizationEndpointChecker',
);
const AuthorizationEndpointRequestParserProcessor = Java.type(
  'org.keycloak.protocol.oidc.endpoints.request.AuthorizationEndpointRequestParserProcessor',
);
const AuthorizationRequestContext = Java.type(
  'org.keycloak.services.clientpolicy.context.AuthorizationRequestContext',
);
const ClientPolicyException = Java.type('org.keycloak.services.clientpolicy.ClientPolicyException');
const Constants = Java.type('org.keycloak.models.Constants');
const EndpointType = Java.type(
  'org.keycloak.protocol.oidc.endpoints.request.AuthorizationEndpointRequestParserProcessor$EndpointType',
);
const ErrorPageException = Java.type('org.keycloak.services.ErrorPageException');
const EventType = Java.type('org.keycloak.events.EventType');
const Form = Java.type('jakarta.ws.rs.core.Form');
const PreAuthorizationRequestContext = Java.type(
  'org.keycloak.services.clientpolicy.context.PreAuthorizationRequestContext',
);

/** A client's request, as the parameters of `/auth`. */
type Parameters = Readonly<Record<string, string>>;

/** Keycloak's checks after it has read a request, and the field that each is about. */
const CHECKS = [
  ['client_id', 'checkResponseType'],
  ['client_id', 'checkParRequired'],
  ['client_id', 'checkInvalidRequestMessage'],
  ['scope', 'checkValidScope'],
  ['client_id', 'checkOIDCParams'],
  ['code_challenge', 'checkPKCEParams'],
  ['client_id', 'checkProviderAddOns'],
] as const;

/** The one that Keycloak 26.6 doesn't have. */
const NOT_IN_26_6 = 'checkProviderAddOns';

/** Which flow a client policy has chosen for the request, as the client notes that links carry; or what is wrong with it. */
export type Judged = { notes: Record<string, string> } | { wrong: FieldProblem };

/** Those of a stored request, from its client notes. */
export function parametersOf(
  client: ClientModel,
  { notes }: { notes: Readonly<Record<string, string>> },
): Parameters {
  const parameters: Record<string, string> = { client_id: client.getClientId() };
  for (const name of NOTED) {
    const value = notes[name];
    if (value !== undefined) parameters[name] = value;
  }
  return parameters;
}

/** The parameters that `/auth` keeps as client notes. */
const NOTED = ['response_type', 'redirect_uri', 'scope', ...NOTED_PARAMETERS] as const;

/** Judges it; nothing of it is left but Keycloak's event of a rejected one. */
export function judgeAuthorizationRequest(
  session: KeycloakSession,
  client: ClientModel,
  given: Parameters,
): Judged {
  const form = new Form();
  for (const [name, value] of Object.entries(given)) form.param(name, value);
  const params = form.asMap();
  const event = newEvent(session).event(EventType.LOGIN).client(client);
  // Keycloak stores an error in a transaction of its own; a line of a list is judged in one that holds locks.
  if (isBackground(session)) event.storeImmediately(false);
  const context = session.getContext();
  const before = context.getAuthenticationSession();
  let field = 'client_id';
  const root = session.authenticationSessions().createRootAuthenticationSession(requireRealm(session));
  try {
    session
      .clientPolicy()
      .triggerOnEvent(new PreAuthorizationRequestContext(client.getClientId(), params) as never);
    const request = AuthorizationEndpointRequestParserProcessor.parseRequest(
      event,
      session,
      client,
      params,
      EndpointType.OIDC_AUTH_ENDPOINT,
    );
    const checker = new AuthorizationEndpointChecker()
      .event(event)
      .client(client)
      .realm(requireRealm(session))
      .request(request)
      .session(session)
      .params(params);
    for (const [about, check] of CHECKS) {
      field = about;
      const isAbsent = check === NOT_IN_26_6 && typeof checker[check] !== 'function';
      if (!isAbsent) checker[check]();
    }
    field = 'client_id';
    const tab = root.createAuthenticationSession(client);
    const type = checker.getParsedResponseType();
    session
      .clientPolicy()
      .triggerOnEvent(
        new AuthorizationRequestContext(type, request, given.redirect_uri ?? '', params, tab) as never,
      );
    const flow = tab.getAuthNote(Constants.REQUESTED_AUTHENTICATION_FLOW);
    const level = tab.getAuthNote(Constants.AUTHENTICATION_FLOW_LEVEL_OF_AUTHENTICATION);
    return {
      notes: {
        ...(flow === null ? {} : { [CHOSEN_FLOW_NOTE]: flow }),
        ...(flow === null || level === null ? {} : { [FLOW_LEVEL_NOTE]: level }),
      },
    };
  } catch (failure) {
    const reason = reasonOf(failure);
    if (reason === null) throw failure;
    return { wrong: fieldProblem(field, 'rejected_by_keycloak', { reason }) };
  } finally {
    session.authenticationSessions().removeRootAuthenticationSession(requireRealm(session), root);
    context.setAuthenticationSession(before);
  }
}

/** Keycloak's reason of a rejection; null for any other failure. */
function reasonOf(failure: unknown): string | null {
  if (failure instanceof ClientPolicyException) return String(failure.getErrorDetail());
  if (failure instanceof AuthorizationCheckException)
    return String(failure.getErrorDescription() ?? failure.getError());
  // It has the text in a page only: the client requires a request object.
  return failure instanceof ErrorPageException ? 'Keycloak accepts no such request from this client' : null;
}
