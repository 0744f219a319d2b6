/**
 * Preserves the fields of a client that only administrators may set when Keycloak's registration endpoints write it
 * (contract, section 3.3).
 */
import type {
  ClientModel,
  ContainerRequestContext,
  ContainerResponseContext,
  KeycloakSession,
  RealmModel,
  Response,
} from 'keycloak';
import { isBuiltIn, isRejectedOrDeleted } from '../../client/client.ts';
import { problemWithTexts, readMembers } from '../../client/registered-members.ts';
import { newRegistration, type Registrant } from '../../client/registration.ts';
import { representationOf } from '../../client/representation.ts';
import { lockClient } from '../../client/rows.ts';
import type { RealmScopes, Representation } from '../../client/self-registered.ts';
import { allowedRepresentation, irreversibleChanges } from '../../client/self-registered.ts';
import type { Problem } from '../../errors/problem.ts';
import { problem } from '../../errors/problem.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { rejectByPage } from '../../pages/reject-by-page.ts';
import type { Guard } from '../../request/guard.ts';
import { parseJsonObject } from '../../request/json-object.ts';
import { hasControlCharactersInValue } from '../../request/plain-values.ts';
import { readBodyText, replaceBodyText } from '../../request/request-parameters.ts';
import { withoutTrailingSlashes } from '../../request/trailing-slashes.ts';
import { replaceByProblem } from '../../response/replace-response.ts';
import { guardBearer, invalidTokenProblem, presentedToken } from './oauth/access-token.ts';
import type { Rewrite } from './oauth/rewrites.ts';

const AccessToken = Java.type('org.keycloak.representations.AccessToken');
const ClientRegistrationTokenUtils = Java.type(
  'org.keycloak.services.clientregistration.ClientRegistrationTokenUtils',
);
const ClientRepresentation = Java.type('org.keycloak.representations.idm.ClientRepresentation');
const DescriptionConverter = Java.type('org.keycloak.services.clientregistration.oidc.DescriptionConverter');
const JavaURI = Java.type('java.net.URI');
const JWSInput = Java.type('org.keycloak.jose.jws.JWSInput');
const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const ModelToRepresentation = Java.type('org.keycloak.models.utils.ModelToRepresentation');
const OIDCClientRepresentation = Java.type('org.keycloak.representations.oidc.OIDCClientRepresentation');
const RepresentationToModel = Java.type('org.keycloak.models.utils.RepresentationToModel');

/** The client before the request. */
const BEFORE_ATTRIBUTE = 'linkgate.registration.before';
/** The client's identifier in a path, without trailing slashes, which Keycloak ignores. */
const CLIENT_PATH = /^\/?realms\/[^/]+\/clients-registrations\/[^/]+\/(.+)$/;
const WRITES: readonly string[] = ['POST', 'PUT'];
const XML = /^(application|text)\/([\w.-]+\+)?xml\s*(;|$)/i;
/** A token, as Keycloak reads it here (RFC 6750, section 2.1). */
const BEARER = /^bearer ([\w.~+/-]+=*)$/i;
/** The claim of a registration token that says how its client was registered, and its value without a token. */
const [REGISTERED_BY, ANONYMOUSLY] = ['registration_auth', 'anonymous'];

/** Without a token Keycloak would reveal public clients and their configuration. */
export const guardInstallation: Guard = (session, request, form) => {
  const rejection = rejectAnonymous(session, request) ?? guardBearer(session, request, form);
  return rejection ?? rejectDeletedClient(session, namedClient(session, request));
};

/** The client that a path names, as Keycloak caches it. */
function namedClient(session: KeycloakSession, request: ContainerRequestContext): ClientModel | null {
  const clientId = idInPath(request);
  return clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
}

function idInPath(request: ContainerRequestContext): string | undefined {
  return CLIENT_PATH.exec(withoutTrailingSlashes(request.getUriInfo().getPath()))?.[1];
}

/** Rejects the registration token of a client that was rejected or deleted, as Keycloak does for a disabled client. */
function rejectDeletedClient(session: KeycloakSession, client: ClientModel | null): Response | null {
  if (client === null || !isRejectedOrDeleted(client)) return null;
  const presented = presentedToken(session, null);
  // A forged token reveals nothing about the client; Keycloak verifies administrators' tokens.
  const token = presented === undefined ? null : session.tokens().decode(presented, AccessToken.class);
  return token !== null && token.getId() === client.getRegistrationToken()
    ? rejectByPage(session, invalidTokenProblem())
    : null;
}

/**
 * Rejects what Keycloak would handle as anonymous: a request without a token, one that registers a client with another client's registration
 * token, and the token of a client that was registered anonymously. For those Keycloak's policies look up the caller's host name and, where
 * they were loosened, allow any caller to register. Keycloak verifies the token itself before it does any of that.
 */
function rejectAnonymous(session: KeycloakSession, request: ContainerRequestContext): Response | null {
  const token = BEARER.exec(request.getHeaderString('Authorization') ?? '')?.[1];
  if (token === undefined) return rejectByPage(session, problem('access_token_required'));
  return isAnonymous(token, request.getMethod()) ? rejectByPage(session, invalidTokenProblem()) : null;
}

function isAnonymous(token: string, method: string): boolean {
  try {
    const claims = new JWSInput(token).readJsonContent(AccessToken.class);
    if (claims.getType() !== ClientRegistrationTokenUtils.TYPE_REGISTRATION_ACCESS_TOKEN) return false;
    return method === 'POST' || String(claims.getOtherClaims().get(REGISTERED_BY)) === ANONYMOUSLY;
  } catch {
    // Keycloak reports the error.
    return false;
  }
}

/**
 * Rejects anonymous requests and access tokens of unapproved clients, passes only the permitted members to Keycloak (`readMembers`), and records
 * the client before Keycloak writes it. This locks the client's approval, so no other lock may be waited for afterwards.
 */
export const guardRegistration: Guard = (session, request, form) => {
  const method = request.getMethod();
  // A preflight has no token.
  if (method === 'OPTIONS') return null;
  const rejection = rejectAnonymous(session, request) ?? guardBearer(session, request, form);
  if (rejection !== null) return rejection;
  const clientId = idInPath(request);
  if (!WRITES.includes(method)) {
    const client =
      method === 'DELETE' && clientId !== undefined
        ? lockClient(session, clientId)
        : namedClient(session, request);
    return rejectDeletedClient(session, client);
  }
  const wrong = filterMembers(request);
  if (wrong !== null) return rejectByPage(session, wrong);
  const client = clientId === undefined ? null : lockClient(session, clientId);
  if (client === null) return null;
  const rejected = rejectDeletedClient(session, client);
  if (rejected !== null) return rejected;
  const before = representationOf(session, client);
  if (fetchesAtUpdate(before)) return rejectByPage(session, problem('updated_by_administrators'));
  session.setAttribute(BEFORE_ATTRIBUTE, JSON.stringify(before));
  return null;
};

/** Passes only the permitted members to Keycloak, or returns the errors. SAML's form has none, and no URL in it is fetched. */
function filterMembers(request: ContainerRequestContext): Problem | null {
  if (XML.test(request.getHeaderString('Content-Type') ?? '')) return null;
  const body = parseJsonObject(readBodyText(request));
  if ('details' in body) return problem('metadata_not_an_object');
  const read = readMembers(body.object);
  if ('rejected' in read) return problem('member_not_supported', { parameter: read.rejected });
  const wrong = problemWithTexts(read.members);
  if (wrong !== null) return wrong;
  replaceBodyText(request, JSON.stringify(read.members));
  return null;
}

/** Whether Keycloak would fetch a URL that an administrator has set, each time the client changes itself. */
function fetchesAtUpdate({ protocolMappers = [] }: Representation): boolean {
  return (protocolMappers as { config?: Record<string, string> }[]).some(
    ({ config = {} }) => (config.sectorIdentifierUri ?? '') !== '',
  );
}

/** Restricts the client to its permitted fields (`allowedRepresentation`), also in the response. The request's own transaction is still open. */
export const restrictRegistration: Rewrite = (session, response) => {
  const method = session.getContext().getHttpRequest().getHttpMethod();
  if (!WRITES.includes(method)) return;
  // With other responses Keycloak stores nothing, and the context may hold the calling client.
  const status = response.getStatus();
  const client = status >= 200 && status < 300 ? session.getContext().getClient() : null;
  if (client === null) return;
  const before = clientBefore(session, client);
  // The client exists, but its earlier state is unknown.
  if (before === null && method === 'PUT')
    return rollBackWith(session, response, problem('registration_not_plain'));
  if (before === null && isBuiltIn(client.getClientId())) {
    // An administrator has renamed Keycloak's client, and the guards skip its original name.
    const taken = { parameter: 'client_id', client_id: client.getClientId() };
    return rollBackWith(session, response, problem('client_id_taken_by_keycloak', taken));
  }
  const written = representationOf(session, client);
  // JSON is checked before Keycloak reads it; XML is only parsed by now.
  if (before === null && hasControlCharactersInValue(written))
    return rollBackWith(session, response, problem('control_characters', { parameter: 'body' }));
  const scopes = scopesOf(requireRealm(session));
  const allowed = allowedRepresentation(before, written, scopes, newRegistration(registrantOf(session)));
  const denied = irreversibleChanges(allowed, written);
  if (denied.length > 0)
    return rollBackWith(
      session,
      response,
      problem('members_of_administrators', { members: denied.join(', ') }),
    );
  write(session, client, written, allowed);
  describeStored(session, response, client);
};

/** Who calls: the user of an access token; null for the holder of an initial access token. */
function registrantOf(session: KeycloakSession): Registrant {
  const presented = presentedToken(session, null);
  // Keycloak has verified it.
  const token = presented === undefined ? null : session.tokens().decode(presented, AccessToken.class);
  const isInitial = token?.getType() === ClientRegistrationTokenUtils.TYPE_INITIAL_ACCESS_TOKEN;
  return { userId: token === null || isInitial ? null : token.getSubject() };
}

/** Rolls back what Keycloak has written, and responds with the problem instead. */
function rollBackWith(session: KeycloakSession, response: ContainerResponseContext, wrong: Problem): void {
  session.getTransactionManager().setRollbackOnly();
  replaceByProblem(response, wrong);
  response.getHeaders().remove('Location');
}

function clientBefore(session: KeycloakSession, client: ClientModel): Representation | null {
  const before = session.getAttribute(BEFORE_ATTRIBUTE);
  if (before === null || before === undefined) return null;
  const representation = JSON.parse(String(before)) as Representation;
  return representation.id === client.getId() ? representation : null;
}

function scopesOf(realm: RealmModel): RealmScopes {
  return { defaultClientScopes: scopeNames(realm, true), optionalClientScopes: scopeNames(realm, false) };
}

function scopeNames(realm: RealmModel, always: boolean): string[] {
  const names: string[] = [];
  for (const scope of realm.getDefaultClientScopesStream(always).toList())
    if (scope.getProtocol() === 'openid-connect') names.push(scope.getName());
  return names;
}

/** Removes the value of a field: in an update, Keycloak leaves missing fields unchanged. */
const UNSET: Readonly<Record<string, (client: ClientModel) => void>> = {
  name: (client) => client.setName(null),
  description: (client) => client.setDescription(null),
  type: (client) => client.setType(null),
  rootUrl: (client) => client.setRootUrl(null),
  baseUrl: (client) => client.setBaseUrl(null),
  adminUrl: (client) => client.setManagementUrl(null),
  protocol: (client) => client.setProtocol(null),
  clientAuthenticatorType: (client) => client.setClientAuthenticatorType(null),
};

function write(
  session: KeycloakSession,
  client: ClientModel,
  written: Representation,
  allowed: Representation,
): void {
  const nodes = textsOf(allowed, 'registeredNodes');
  for (const node of Object.keys(textsOf(written, 'registeredNodes')))
    if (!Object.hasOwn(nodes, node)) client.unregisterNode(node);
  for (const [field, unset] of Object.entries(UNSET)) if (allowed[field] === undefined) unset(client);
  const changed = {
    ...allowed,
    attributes: changes(textsOf(written, 'attributes'), textsOf(allowed, 'attributes')),
    authenticationFlowBindingOverrides: changes(flowsOf(written), flowsOf(allowed)),
  };
  const representation = JsonSerialization.readValue(JSON.stringify(changed), ClientRepresentation.class);
  RepresentationToModel.updateClient(representation, client, session);
  RepresentationToModel.updateClientProtocolMappers(representation, client);
  RepresentationToModel.updateClientScopes(representation, client);
}

function flowsOf(client: Representation): Record<string, string> {
  return textsOf(client, 'authenticationFlowBindingOverrides');
}

function textsOf(client: Representation, field: string): Record<string, string> {
  return (client[field] ?? {}) as Record<string, string>;
}

/** Returns the changes from one to the other; an empty text removes. */
function changes(from: Record<string, string>, to: Record<string, string>): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) changed[name] = '';
  for (const [name, value] of Object.entries(to)) if (from[name] !== value) changed[name] = value;
  return changed;
}

/** The response describes the client as it is stored (RFC 7591, section 3.2.1). */
function describeStored(
  session: KeycloakSession,
  response: ContainerResponseContext,
  client: ClientModel,
): void {
  const entity = response.getEntity();
  const stored = ModelToRepresentation.toRepresentation(client, session);
  if (entity instanceof ClientRepresentation) {
    stored.setRegistrationAccessToken(entity.getRegistrationAccessToken());
    stored.setDefaultRoles(entity.getDefaultRoles());
    response.setEntity(stored);
  } else if (entity instanceof OIDCClientRepresentation) {
    stored.setRegistrationAccessToken(entity.getRegistrationAccessToken());
    const address = JavaURI.create(entity.getRegistrationClientUri());
    const described = DescriptionConverter.toExternalResponse(session, stored, address);
    described.setClientIdIssuedAt(entity.getClientIdIssuedAt());
    response.setEntity(described);
  }
}
