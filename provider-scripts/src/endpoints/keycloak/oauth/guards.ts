/** Validates requests to `/token`, `/introspect` and `/revoke`, where clients authenticate, before Keycloak does. */
import type { ClientModel, ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { readRefreshToken } from '../../../accounts/refresh-tokens.ts';
import { isBuiltIn, requiresProof } from '../../../clients/client.ts';
import { authenticateClient } from '../../../clients/client-authentication.ts';
import { needsFetchedKeys } from '../../../clients/keys-url.ts';
import type { ClientFacts, ReadClient } from '../../../clients/read-client.ts';
import { refreshTokensOf } from '../../../clients/refresh-tokens-of.ts';
import { checkScope } from '../../../clients/scope.ts';
import { countedScope, ownScopesOf } from '../../../clients/scopes-of.ts';
import type { Guard } from '../../../http/request/guard.ts';
import { checkRepeated, type Parameters, single } from '../../../http/request/parameters.ts';
import { dropEmpty, dropFromForm, NO_FORM, replaceInForm } from '../../../http/request/request-parameters.ts';
import { type Challenge, problemResponse } from '../../../http/response/responses.ts';
import { emitRejectedRequest } from '../../../observability/events/event.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { headerOf } from '../../../platform/session/headers.ts';
import { sessionValue } from '../../../platform/session/values.ts';
import { admitProof } from './dpop/proof.ts';
import { admitResource } from './resource.ts';
import { checkBuiltInGrant, checkGrant, checkTokenRequest, REFRESH_GRANT } from './token/validate.ts';

const Cors = Java.type('org.keycloak.services.cors.Cors');
const EventType = Java.type('org.keycloak.events.EventType');

/** Client assertions (RFC 7521, section 4.2), which a Linkgate realm rejects: its clients have a secret, or none. */
const ASSERTION = ['client_assertion', 'client_assertion_type'];

/** The client that has authenticated, as it was then; none for Keycloak's own clients. */
const CALLER = sessionValue<ReadClient>('caller');

/** The client of a request that `clientGuard` let through; null for one of Keycloak's own. */
export function authenticatedClient(session: KeycloakSession): ReadClient | null {
  return CALLER.of(session);
}

/** A guard of an endpoint where clients authenticate. */
function clientGuard(
  checkParameters: (parameters: Parameters) => Problem | null,
  checkClient: (
    parameters: Parameters,
    client: ReadClient,
    session: KeycloakSession,
    request: ContainerRequestContext,
  ) => Problem | null,
): Guard {
  return (session, request, parameters) => {
    if (parameters === null) return corsProblemResponse(session, NO_FORM, null);
    dropEmpty(request, parameters);
    const clientId = single(parameters, 'client_id');
    const usesAssertion = ASSERTION.some((name) => Object.hasOwn(parameters, name));
    // If the client_id is unknown, Keycloak would use the client that the assertion names.
    if (isBuiltIn(clientId) && !usesAssertion) return null;
    const malformed = checkParameters(parameters);
    if (malformed) return corsProblemResponse(session, malformed, null);
    const authenticated = usesAssertion
      ? { problem: problem('invalid_client') }
      : authenticateClient(session, parameters);
    if ('problem' in authenticated) {
      emitRejectedRequest(session, EventType.CLIENT_LOGIN, authenticated.problem, clientId);
      return corsProblemResponse(
        session,
        authenticated.problem,
        null,
        usedBasic(session) ? 'Basic' : 'Bearer',
      );
    }
    const wrong = checkClient(parameters, authenticated.client, session, request);
    if (wrong !== null) return corsProblemResponse(session, wrong, authenticated.client.model);
    CALLER.record(session, authenticated.client);
    return null;
  };
}

const guardClientToken = clientGuard(checkTokenRequest, (given, client, session, request) => {
  const scopes = scopesToNarrow(session, given, client.model);
  const parameters = withCountedScope(given, client.model, scopes, request);
  return (
    checkGrant(parameters, {
      signsUsersIn: client.isStandardFlowEnabled(),
      hasServiceAccount: client.isServiceAccountsEnabled() && !client.isPublicClient(),
      hasRefreshTokens: refreshTokensOf(client) !== 'off',
      scopes,
    }) ??
    checkKeys(client, '/token') ??
    (requiresProof(client) ? admitProof(session, request) : null) ??
    checkRefreshScope(parameters, scopes) ??
    admitResource(session, parameters, client.model)
  );
});

/** The scopes of which a token request can name some; none if it names none, or if Keycloak ignores the parameter. */
function scopesToNarrow(
  session: KeycloakSession,
  parameters: Parameters,
  client: ClientModel,
): readonly string[] {
  if (single(parameters, 'scope') === undefined) return [];
  const grant = single(parameters, 'grant_type');
  if (grant === 'client_credentials') return ownScopesOf(client);
  const token = grant === REFRESH_GRANT ? single(parameters, REFRESH_GRANT) : undefined;
  const claims = token === undefined ? null : readRefreshToken(session, token);
  return claims === null ? [] : claims.scope.split(' ');
}

/** The parameters with the scope that counts, which then is also what Keycloak reads. */
function withCountedScope(
  parameters: Parameters,
  client: ClientModel,
  scopes: readonly string[],
  request: ContainerRequestContext,
): Parameters {
  const requested = single(parameters, 'scope');
  const counted = scopes.length === 0 ? requested : countedScope(client, requested, scopes);
  if (counted === requested) return parameters;
  replaceInForm(request, 'scope', counted);
  return { ...parameters, scope: counted === undefined ? [] : [counted] };
}

/** Scopes can only shrink: a token requests none that its sign-in wasn't granted (RFC 6749, section 6). Keycloak would ignore those. */
function checkRefreshScope(parameters: Parameters, granted: readonly string[]): Problem | null {
  const requested = single(parameters, 'scope');
  if (single(parameters, 'grant_type') !== REFRESH_GRANT || granted.length === 0) return null;
  return requested === undefined ? null : checkScope(requested, granted);
}

/** Rejects a client whose response would require fetching its keys. */
export function checkKeys(client: ClientFacts, endpoint: '/token' | '/userinfo'): Problem | null {
  return needsFetchedKeys((name) => client.getAttribute(name), endpoint) ? problem('keys_at_url') : null;
}

/** What a token request asks for. */
interface TokenRequest {
  grant: string | undefined;
  /** The refresh token that it uses; null for any other grant. */
  used: string | null;
}

const TOKEN_REQUEST = sessionValue<TokenRequest>('token-request');
const NO_GRANT: TokenRequest = { grant: undefined, used: null };

/** What the token request of a session asks for. */
export function tokenRequestOf(session: KeycloakSession): TokenRequest {
  return TOKEN_REQUEST.of(session) ?? NO_GRANT;
}

/** `/token`. Requests of Keycloak's own clients aren't validated otherwise. */
export const guardToken: Guard = (session, request, form) => {
  if (form !== null) {
    const grant = single(form, 'grant_type');
    const used = grant === REFRESH_GRANT ? (single(form, REFRESH_GRANT) ?? null) : null;
    TOKEN_REQUEST.record(session, { grant, used });
  }
  const isOwn = form !== null && isBuiltIn(single(form, 'client_id'));
  const wrong = isOwn ? checkBuiltInGrant(form) : null;
  if (wrong !== null) return corsProblemResponse(session, wrong, null);
  return guardClientToken(session, request, form);
};

const guardTokenParameter = clientGuard(
  (parameters) => checkRepeated(parameters, TOKEN_NAMES),
  (parameters, client) => (client.isPublicClient() ? problem('invalid_client') : checkToken(parameters)),
);

/** `/introspect`: only clients that can authenticate may use it, and a hint has no effect (RFC 7662, section 2.1). */
export const guardIntrospection: Guard = (session, request, form) => {
  const rejected = guardTokenParameter(session, request, form);
  if (rejected === null && form !== null && Object.hasOwn(form, TOKEN_TYPE_HINT))
    dropFromForm(request, TOKEN_TYPE_HINT);
  return rejected;
};

/** `/revoke` (RFC 7009, section 2.1). Keycloak doesn't validate the token if a parameter is repeated. */
export const guardRevocation = clientGuard(
  (parameters) => checkRepeated(parameters, Object.keys(parameters)),
  checkToken,
);

/** Endpoints that only require client authentication: `/logout` with a refresh token requires the client that it was issued to. */
export const guardClient = clientGuard(
  () => null,
  () => null,
);

/** `clients-managements`, where a client registers its nodes with Keycloak. */
export const guardNodes = clientGuard(
  () => null,
  (_parameters, client) => (client.isPublicClient() ? problem('invalid_client') : null),
);

const TOKEN_TYPE_HINT = 'token_type_hint';
const TOKEN_NAMES = ['token', TOKEN_TYPE_HINT, 'client_id', 'client_secret'] as const;

function checkToken(parameters: Parameters): Problem | null {
  return single(parameters, 'token') === undefined ? problem('required', { parameter: 'token' }) : null;
}

/** RFC 6749, section 5.2: a client that used the Authorization header gets a challenge with the same scheme. */
function usedBasic(session: KeycloakSession): boolean {
  return /^Basic\b/i.test(headerOf(session, 'Authorization') ?? '');
}

/** A problem as JSON, which a client's script may read. */
export function corsProblemResponse(
  session: KeycloakSession,
  wrong: Problem,
  client: ClientModel | null,
  challenge: Challenge = 'Bearer',
): Response {
  const cors = Cors.builder().auth().allowedMethods('POST').exposedHeaders('Access-Control-Allow-Methods');
  const response = problemResponse('protocol', wrong, challenge);
  return (client === null ? cors.allowAllOrigins() : cors.checkAllowedOrigins(session, client)).add(response);
}
