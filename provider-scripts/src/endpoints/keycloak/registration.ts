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
import { namesDocument } from '../../clients/api-names.ts';
import { isBuiltIn, isRejectedOrDeleted } from '../../clients/client.ts';
import { problemWithTexts, readMembers } from '../../clients/registered-members.ts';
import { newRegistration, type Registrant } from '../../clients/registration.ts';
import { representationOf } from '../../clients/representation.ts';
import { lockClient } from '../../clients/rows.ts';
import {
  allowedRepresentation,
  irreversibleChanges,
  type Representation,
} from '../../clients/self-registered.ts';
import { findingsOfNewId } from '../../clients/taken-names.ts';
import { isOfTrustedDomain, withoutBranding } from '../../clients/trusted-domains.ts';
import { newClientDefaults, writeRepresentation } from '../../clients/write.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import type { Guard } from '../../http/request/guard.ts';
import { parseJsonObject } from '../../http/request/json-object.ts';
import { hasControlCharactersInValue } from '../../http/request/plain-values.ts';
import { withoutTrailingSlashes } from '../../http/request/realm-path.ts';
import { bodyText, replaceBodyText } from '../../http/request/request-parameters.ts';
import { replaceByProblem } from '../../http/response/replace-response.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { pathOf } from '../../platform/session/address.ts';
import { headerOf } from '../../platform/session/headers.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { CLIENT, REALM } from '../../realm/settings/table.ts';
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
const ModelToRepresentation = Java.type('org.keycloak.models.utils.ModelToRepresentation');
const OIDCClientRepresentation = Java.type('org.keycloak.representations.oidc.OIDCClientRepresentation');

/** The client before the request. */
const BEFORE = sessionValue<Representation>('registration-before');
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
  return rejection ?? rejectDeletedClient(session, namedClient(session));
};

/** The client that a path names, as Keycloak caches it. */
function namedClient(session: KeycloakSession): ClientModel | null {
  const clientId = idInPath(session);
  return clientId === undefined ? null : requireRealm(session).getClientByClientId(clientId);
}

function idInPath(session: KeycloakSession): string | undefined {
  return CLIENT_PATH.exec(withoutTrailingSlashes(pathOf(session)))?.[1];
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
  const token = BEARER.exec(headerOf(session, 'Authorization') ?? '')?.[1];
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
  const clientId = idInPath(session);
  if (!WRITES.includes(method)) {
    const client =
      method === 'DELETE' && clientId !== undefined ? lockClient(session, clientId) : namedClient(session);
    return rejectDeletedClient(session, client);
  }
  const wrong = filterMembers(session, request);
  if (wrong !== null) return rejectByPage(session, wrong);
  const client = clientId === undefined ? null : lockClient(session, clientId);
  if (client === null) return null;
  const rejected = rejectDeletedClient(session, client);
  if (rejected !== null) return rejected;
  const before = representationOf(session, client);
  if (fetchesAtUpdate(before)) return rejectByPage(session, problem('updated_by_administrators'));
  BEFORE.record(session, before);
  return null;
};

/** Passes only the permitted members to Keycloak, or returns the errors. SAML's form has none, and no URL in it is fetched. */
function filterMembers(session: KeycloakSession, request: ContainerRequestContext): Problem | null {
  if (XML.test(headerOf(session, 'Content-Type') ?? '')) return null;
  const body = parseJsonObject(bodyText(request));
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
  const realm = requireRealm(session);
  const taken = before === null ? takenIdProblem(session, client.getClientId()) : null;
  if (taken !== null) return rollBackWith(session, response, taken);
  const written = representationOf(session, client);
  // JSON is checked before Keycloak reads it; XML is only parsed by now.
  if (before === null && hasControlCharactersInValue(written))
    return rollBackWith(session, response, problem('control_characters', { parameter: 'body' }));
  const registration = newRegistration(registrantOf(session));
  const allowed = approvedIfTrusted(
    realm,
    before,
    allowedRepresentation(before, written, newClientDefaults(realm), registration),
  );
  const denied = irreversibleChanges(allowed, written);
  if (denied.length > 0)
    return rollBackWith(
      session,
      response,
      problem('members_of_administrators', { members: denied.join(', ') }),
    );
  writeRepresentation(session, client, written, allowed);
  describeStored(session, response, client);
};

/** Why a client can't register itself with this ID; null if it can. */
function takenIdProblem(session: KeycloakSession, clientId: string): Problem | null {
  const reserved = { parameter: 'client_id', client_id: clientId };
  if (namesDocument(clientId)) return problem('client_id_of_document', reserved);
  return findingsOfNewId(session, clientId, 'registration').length === 0
    ? null
    : problem('client_id_of_api', reserved);
}

/** A new client whose URLs are all of trusted domains needs no approval. Nobody has reviewed its branding, which it doesn't get. */
function approvedIfTrusted(
  realm: RealmModel,
  before: Representation | null,
  allowed: Representation,
): Representation {
  const domains = settingOf(realm, REALM.trustedDomains);
  return before === null && isOfTrustedDomain(allowed, domains)
    ? {
        ...allowed,
        attributes: { ...withoutBranding(allowed.attributes), [CLIENT.approval.name]: 'approved' },
      }
    : allowed;
}

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
  const before = BEFORE.of(session);
  return before?.id === client.getId() ? before : null;
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
