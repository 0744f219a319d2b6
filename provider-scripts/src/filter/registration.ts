/**
 * Preserves what only an administrator decides about a client when one of Keycloak's registration endpoints writes it: its approval, its
 * sign-in settings, whether people are asked for consent, its flows and the lifetime of its tokens stay, whatever the request says about
 * them (contract, section 3.3).
 */
import type { ClientModel, ContainerResponseContext, KeycloakSession } from 'keycloak';
import { APPROVAL_ATTRIBUTE } from '../client/approval.ts';
import { approvalOf, isBuiltIn } from '../client/client.ts';
import type { Rewrite } from '../endpoints/oauth/rewrites.ts';
import { answerBody } from '../errors/answer-body.ts';
import { ERRORS } from '../errors/errors.ts';
import { replaceByError } from '../errors/replace-answer.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import type { Guard } from '../request/guard.ts';
import { CLIENT_ATTRIBUTES } from '../settings/declared.ts';

/** The state before the request. */
const BEFORE_ATTRIBUTE = 'linkgate.decided.before';
/** A path that names no existing client leaves it pending, however it is written. */
const CLIENT_PATH = /^\/?realms\/[^/]+\/clients-registrations\/[^/]+\/(.+)$/;
const WRITES: readonly string[] = ['POST', 'PUT'];

/** Attributes that an administrator decides, besides the sign-in settings and the approval, with their values for a new client. */
const OTHER_ATTRIBUTES: Readonly<Record<string, string | null>> = {
  'access.token.lifespan': null,
  // Without it, nobody is asked if a client requests only the identifier (contract, section 3.2).
  'display.on.consent.screen': 'true',
};

/** What an administrator decided about a client. */
interface Decided {
  consentRequired: boolean;
  /** Its own flows, by what they are for. */
  flows: Readonly<Record<string, string>>;
  /** Null for an attribute that it doesn't have. */
  attributes: Readonly<Record<string, string | null>>;
}

/** Notes the state before Keycloak writes the client. */
export const noteDecided: Guard = (session, request) => {
  const clientId = CLIENT_PATH.exec(request.getUriInfo().getPath())?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null) {
    const decided = decidedOf(client);
    session.setAttribute(BEFORE_ATTRIBUTE, JSON.stringify({ id: client.getId(), decided }));
  }
  return null;
};

/** Restores it; a new client waits for an administrator. The request's own transaction is still open. */
export const keepDecided: Rewrite = (session, response) => {
  if (!WRITES.includes(session.getContext().getHttpRequest().getHttpMethod())) return;
  // With other responses Keycloak stores nothing, and the context may hold the calling client.
  const status = response.getStatus();
  const client = status >= 200 && status < 300 ? session.getContext().getClient() : null;
  if (client === null) return;
  const before = decidedBefore(session, client);
  if (before === null && isBuiltIn(client.getClientId())) return refuseName(session, response, client);
  const due = before ?? newcomer();
  client.setConsentRequired(due.consentRequired);
  keepFlows(client, due.flows);
  for (const [name, value] of Object.entries<string | null>(due.attributes)) {
    if (client.getAttribute(name) === value) continue;
    if (value === null) client.removeAttribute(name);
    else client.setAttribute(name, value);
  }
};

/** The name of one of Keycloak's own clients that an administrator has renamed stays reserved: guards let such names through. */
function refuseName(session: KeycloakSession, response: ContainerResponseContext, client: ClientModel): void {
  session.getTransactionManager().setRollbackOnly();
  const text = `client_id: "${client.getClientId()}" is the name of one of Keycloak's own clients`;
  const body = answerBody('protocol', 'invalid_request', text);
  replaceByError(response, ERRORS.invalid_request.status, body);
  response.getHeaders().remove('Location');
}

function keepFlows(client: ClientModel, due: Decided['flows']): void {
  for (const name of Object.keys(flowsOf(client))) client.removeAuthenticationFlowBindingOverride(name);
  for (const [name, flow] of Object.entries<string>(due))
    client.setAuthenticationFlowBindingOverride(name, flow);
}

function flowsOf(client: ClientModel): Record<string, string> {
  const overrides = client.getAuthenticationFlowBindingOverrides();
  const flows: Record<string, string> = {};
  for (const name of overrides.keySet().toArray()) flows[String(name)] = String(overrides.get(name));
  return flows;
}

function decidedOf(client: ClientModel): Decided {
  return {
    consentRequired: client.isConsentRequired(),
    flows: flowsOf(client),
    attributes: attributesOf(approvalOf(client), (name) => client.getAttribute(name)),
  };
}

/** A newly registered client waits for an administrator, asks for consent and has no settings of its own. */
function newcomer(): Decided {
  const attributes = attributesOf('pending', (name) => OTHER_ATTRIBUTES[name] ?? null);
  return { consentRequired: true, flows: {}, attributes };
}

/**
 * The approval is written explicitly even if it was absent: an empty value in the request removes the attribute, which would approve the
 * client.
 */
function attributesOf(approval: string, attribute: (name: string) => string | null): Decided['attributes'] {
  const attributes: Record<string, string | null> = { [APPROVAL_ATTRIBUTE]: approval };
  const settings = Object.entries<string>(CLIENT_ATTRIBUTES).map(([, name]) => name);
  for (const name of [...settings, ...Object.keys(OTHER_ATTRIBUTES)]) attributes[name] = attribute(name);
  return attributes;
}

function decidedBefore(session: KeycloakSession, client: ClientModel): Decided | null {
  const before = session.getAttribute(BEFORE_ATTRIBUTE);
  if (before === null || before === undefined) return null;
  const { id, decided } = JSON.parse(String(before)) as { id: string; decided: Decided };
  return id === client.getId() ? decided : null;
}
