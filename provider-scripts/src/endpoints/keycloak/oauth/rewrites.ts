/** Rewrites the responses of Keycloak's endpoints to match the contract (contract, sections 2.3 to 2.5 and 7). */
import type { ClientModel, ContainerResponseContext, KeycloakSession, UserSessionModel } from 'keycloak';
import { repeatedRefreshOf } from '../../../accounts/refresh-grace.ts';
import { readRefreshToken, recordFirst, recordRotation } from '../../../accounts/refresh-tokens.ts';
import { isSecondRevokedBy } from '../../../accounts/revoked-by.ts';
import { isApiScopeName } from '../../../clients/api-scopes.ts';
import { isBuiltIn, requiresProof } from '../../../clients/client.ts';
import { type ReadClient, readClient } from '../../../clients/read-client.ts';
import { refreshTokensOf } from '../../../clients/refresh-tokens-of.ts';
import { errorBody } from '../../../http/response/error-body.ts';
import { replaceByProblem } from '../../../http/response/replace-response.ts';
import { emitWithin } from '../../../observability/events/emit.ts';
import { log } from '../../../platform/engine/log.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { claimsOf } from '../../../platform/keycloak/token-claims.ts';
import { hasSessionEnded } from '../../../sign-in/tabs/ended-session.ts';
import { authenticatedClient, tokenRequestOf } from './guards.ts';
import { BOUND } from './introspection.ts';
import { grantedByRequest, missesResource } from './resource.ts';
import { pickFields, RESPONSE_FIELDS } from './response-fields.ts';
import { explainGrantError } from './token/validate.ts';

const Responses = Java.type('org.linkgate.host.Responses');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

/** A token response's fields at a client whose users stay signed in: only there it has a refresh token. */
const REFRESHING_FIELDS: readonly string[] = [...RESPONSE_FIELDS.token, ...RESPONSE_FIELDS.refresh];

/** Changes a finished response in place. */
export type Rewrite = (session: KeycloakSession, response: ContainerResponseContext) => void;

/** Returns the JSON that replaces the body of a finished response; null if it stays, or was already replaced together with its status. */
export type BodyRewrite = (session: KeycloakSession, response: ContainerResponseContext) => object | null;

/** `/token`: the contract's fields, and its identifiers in descriptions. */
export const rewriteToken: BodyRewrite = (session, response) => {
  const body = jsonOf(response);
  if (body === null) return null;
  const { grant, used } = tokenRequestOf(session);
  const isSuccess = response.getStatus() === 200;
  if (isSuccess && isOfEndedSession(session, body.session_state))
    return rollBackToken(session, response, problem('invalid_grant'));
  const caller = callerOf(session);
  if (isBuiltIn(caller?.getClientId())) return null;
  if (!isSuccess) return rewriteTokenError(response, body, used);
  if (caller !== null && lacksBinding(caller, body.token_type))
    return rollBackToken(session, response, problem('server_error'));
  if (missesResource(session, String(body.access_token)))
    return rollBackToken(session, response, problem('resource_not_granted', { parameter: 'resource' }));
  const refreshes = caller !== null && refreshTokensOf(caller) !== 'off';
  if (refreshes && isReuse(session, caller.model, used, body)) {
    replaceByProblem(response, problem('refresh_token_reused'));
    return null;
  }
  const repeatedFor = repeatedRefreshOf(session);
  if (repeatedFor !== null) emitWithin(session, 'refresh_repeated', { userId: repeatedFor });
  // There is no user that an ID token of this grant could describe.
  if (grant === 'client_credentials') delete body.id_token;
  if (used !== null) narrowScope(body);
  // Keycloak counts from the moment of the response, which occasionally is the next second.
  if (typeof body.access_token === 'string') body.expires_in = lifetimeOf(body.access_token);
  return pickFields(body, refreshes ? REFRESHING_FIELDS : RESPONSE_FIELDS.token);
};

/** The client that the guard has authenticated, else the one that Keycloak has. */
function callerOf(session: KeycloakSession): ReadClient | null {
  const guarded = authenticatedClient(session);
  const client = guarded === null ? session.getContext().getClient() : null;
  return client === null ? guarded : readClient(client);
}

function rollBackToken(session: KeycloakSession, response: ContainerResponseContext, wrong: Problem): null {
  session.getTransactionManager().setRollbackOnly();
  replaceByProblem(response, wrong);
  return null;
}

/** What Keycloak's rejection of a token request becomes. */
function rewriteTokenError(
  response: ContainerResponseContext,
  body: Record<string, unknown>,
  used: string | null,
): object | null {
  const { error, error_description: description } = body;
  if (error === 'invalid_scope' && used !== null) {
    // The guard has checked the scope: Keycloak rejects the consent.
    replaceByProblem(response, problem('refresh_token_consent_revoked'));
  } else if (error === 'invalid_grant' && typeof description === 'string') {
    return { ...body, error_description: explainGrantError(description) };
  } else if (error === 'invalid_request' && isAboutProof(description)) {
    return { ...body, error: 'invalid_dpop_proof' };
  }
  return null;
}

/** Records the issued refresh token. Returns whether one was used that had been replaced before: its successors have ended then. */
function isReuse(
  session: KeycloakSession,
  client: ClientModel,
  presented: string | null,
  body: Record<string, unknown>,
): boolean {
  if (typeof body.refresh_token !== 'string') return false;
  const issued = readRefreshToken(session, body.refresh_token);
  const used = presented === null ? null : readRefreshToken(session, presented);
  if (issued === null) return false;
  if (used !== null) return !recordRotation(session, client, used, issued);
  recordFirst(session, client, issued, grantedByRequest(session));
  return false;
}

/** Whether Keycloak issued a token without a key to a client that requires one: it does where its feature is off, or by a client policy. */
function lacksBinding(client: ReadClient, type: unknown): boolean {
  if (type === BOUND || !requiresProof(client)) return false;
  log.error(
    `client "${client.getClientId()}": Keycloak binds no tokens: is its feature dpop off, or a client policy on?`,
  );
  return true;
}

/** Keycloak's descriptions of a rejected proof. */
const ABOUT_PROOF = /\bDPoP\b|^No signature provider factory/;

/** Keycloak rejects proofs with a general code instead of that of RFC 9449, section 5. */
function isAboutProof(description: unknown): boolean {
  return typeof description === 'string' && ABOUT_PROOF.test(description);
}

/**
 * Whether tokens belong to a session that should have ended, obtained with an earlier code or, at Keycloak's own clients, refresh token:
 * Keycloak may have put the session back into its cache, or stored it late.
 */
function isOfEndedSession(session: KeycloakSession, sessionId: unknown): boolean {
  if (typeof sessionId !== 'string') return false;
  const realm = requireRealm(session);
  const sessions = session.sessions();
  const found = sessions.getUserSession(realm, sessionId) ?? sessions.getOfflineUserSession(realm, sessionId);
  if (found === null) return false;
  return hasSessionEnded(session, found) || isBeforeClientsNotBefore(session, found);
}

/** Whether the sign-in at this client is from before its *not before*: a code that wasn't exchanged by then has ended, too. */
function isBeforeClientsNotBefore(session: KeycloakSession, found: UserSessionModel): boolean {
  const client = session.getContext().getClient();
  const part = client === null ? null : found.getAuthenticatedClientSessionByClient(client.getId());
  return client !== null && part !== null && isSecondRevokedBy(client.getNotBefore(), part.getTimestamp());
}

/**
 * With a refresh token that outlives the session, Keycloak narrows only the access token to the requested scope: the response names the whole
 * scope, and the ID token has its claims.
 */
function narrowScope(body: Record<string, unknown>): void {
  const { scope } = claimsOf<{ scope: string }>(String(body.access_token));
  const sorted = (text: unknown) => String(text).split(' ').sort().join(' ');
  if (sorted(body.scope) === sorted(scope)) return;
  body.scope = scope;
  delete body.id_token;
}

/** The whole lifetime of a token, in seconds. */
function lifetimeOf(token: string): number {
  const { exp, iat } = claimsOf<{ exp: number; iat: number }>(token);
  return exp - iat;
}

/** `/introspect`: the contract's fields. */
export const rewriteIntrospection: BodyRewrite = (_session, response) => {
  const body = jsonOf(response);
  if (body === null || response.getStatus() !== 200) return null;
  if (body.active !== true) return { active: false };
  return {
    ...pickFields(body, RESPONSE_FIELDS.introspection),
    ...(isForApi(body.scope) && pickFields(body, RESPONSE_FIELDS.apiIntrospection)),
    ...confirmationIn(body),
  };
};

/** Whether a token has an API scope: a scope beside those that every realm has. */
function isForApi(scope: unknown): boolean {
  return String(scope ?? '')
    .split(' ')
    .some((value) => isApiScopeName(value));
}

/** The key that a token is bound to (RFC 9449, section 6.2), without Keycloak's own members. */
function confirmationIn({ token_type: type, cnf }: Record<string, unknown>): object {
  return type === BOUND ? { cnf: pickFields(cnf as Record<string, unknown>, ['jkt']) } : {};
}

/** `/revoke`: 200 without a body for any token (RFC 7009, section 2.2), as long as the client is authenticated. */
export const rewriteRevocation: Rewrite = (session, response) => {
  // The guard has let through only requests with a token and a client that may revoke: all that can still be rejected is the token.
  if (response.getStatus() !== 200 && response.getStatus() !== 400) return;
  response.setStatus(200);
  response.setEntity(null);
  response.getHeaders().remove('Content-Type');
  session.getProvider(SecurityHeadersProvider.class).options().allowEmptyContentType();
};

/** `/userinfo`: the contract's fields; errors as JSON along with their challenge (RFC 6750, section 3). */
export const rewriteUserinfo: BodyRewrite = (_session, response) => {
  if (response.getStatus() === 200) {
    const body = jsonOf(response);
    return body === null ? null : pickFields(body, RESPONSE_FIELDS.userinfo);
  }
  const challenge = response.getHeaderString('WWW-Authenticate');
  if (challenge === null || jsonOf(response) !== null) return null;
  const error = /error="([^"]*)"/.exec(challenge)?.[1];
  const text = /error_description="([^"]*)"/.exec(challenge)?.[1];
  if (error !== undefined) return { error, error_description: text ?? error };
  // No token at all: the challenge has no error (RFC 6750, section 3.1).
  response.getHeaders().putSingle('WWW-Authenticate', 'Bearer');
  return errorBody('protocol', problem('access_token_required'));
};

/** The body of a JSON response; null for any other. */
function jsonOf(response: ContainerResponseContext): Record<string, unknown> | null {
  const text = Responses.jsonOf(response);
  return text === null || text === '' ? null : (JSON.parse(text) as Record<string, unknown>);
}
