/**
 * What becomes of what only an administrator decides about a client when a registration endpoint of Keycloak writes the client: its
 * approval, its settings of the sign-in, whether people are asked for consent, its flows and the lifetime of its tokens stay, whatever
 * the call says of them (contract, section 3.3).
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

/** What stood before the call. */
const BEFORE_ATTRIBUTE = 'linkgate.decided.before';
/** A path that names no client that is there leaves it pending, however it is written. */
const CLIENT_PATH = /^\/?realms\/[^/]+\/clients-registrations\/[^/]+\/(.+)$/;
const WRITES: readonly string[] = ['POST', 'PUT'];

/** Attributes that an administrator decides, beside the settings of the sign-in and the approval, with what a newcomer has of them. */
const OTHER_ATTRIBUTES: Readonly<Record<string, string | null>> = {
  'access.token.lifespan': null,
  // Without it, nobody is asked where a client wants the identifier alone (contract, section 3.2).
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

/** Notes what stands before Keycloak writes the client. */
export const noteDecided: Guard = (session, request) => {
  const clientId = CLIENT_PATH.exec(request.getUriInfo().getPath())?.[1];
  const client = clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
  if (client !== null) {
    const decided = decidedOf(client);
    session.setAttribute(BEFORE_ATTRIBUTE, JSON.stringify({ id: client.getId(), decided }));
  }
  return null;
};

/** Puts it back; a client that wasn't there waits for an administrator. The call's own transaction is still open. */
export const keepDecided: Rewrite = (session, response) => {
  if (!WRITES.includes(session.getContext().getHttpRequest().getHttpMethod())) return;
  // Of other answers Keycloak keeps nothing, and the context may hold the client that called.
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

/** The name of a client of Keycloak's own, which an administrator has renamed, is nobody's: guards let such names through. */
function refuseName(session: KeycloakSession, response: ContainerResponseContext, client: ClientModel): void {
  session.getTransactionManager().setRollbackOnly();
  const text = `client_id: "${client.getClientId()}" is the name of a client of Keycloak's own`;
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

/** Who has just registered waits for an administrator, asks for consent and has nothing of its own. */
function newcomer(): Decided {
  const attributes = attributesOf('pending', (name) => OTHER_ATTRIBUTES[name] ?? null);
  return { consentRequired: true, flows: {}, attributes };
}

/** The approval is written out even where it was absent: an empty value in the call takes the attribute away, which would approve the client. */
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
