/** Validates requests with an access token before Keycloak does. */
import type { ClientModel, ContainerRequestContext, JsonWebToken, KeycloakSession, Response } from 'keycloak';
import { isApproved, requiresProof } from '../../../clients/client.ts';
import type { Guard } from '../../../http/request/guard.ts';
import { type Parameters, single } from '../../../http/request/parameters.ts';
import { dropEmpty } from '../../../http/request/request-parameters.ts';
import { restoreToken, withheldToken } from '../../../http/request/withheld-proof.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { admitProof } from './dpop/proof.ts';
import { checkKeys, corsProblemResponse, guardClient } from './guards.ts';

const AppAuthManager = Java.type('org.keycloak.services.managers.AppAuthManager');
const AccessToken = Java.type('org.keycloak.representations.AccessToken');
const JavaJsonWebToken = Java.type('org.keycloak.representations.JsonWebToken');
const JWSInput = Java.type('org.keycloak.jose.jws.JWSInput');

/** Rejects a token of an unapproved client or an ended session. */
export function invalidTokenProblem(): Problem {
  return problem('access_token_not_valid');
}

/** `/userinfo`. */
export const guardUserinfo: Guard = (session, request, form) => {
  if (form !== null) dropEmpty(request, form);
  const unproven = admitBoundToken(session, request);
  if (unproven !== null) return unproven;
  const presented = presentedToken(session, form);
  return rejectToken(session, presented) ?? rejectWithoutKeys(session, presented);
};

/** Rejects a valid token of a client whose response would be encrypted with keys at a URL. */
function rejectWithoutKeys(session: KeycloakSession, presented: string | undefined): Response | null {
  const client = presented === undefined ? null : clientOf(session, unverifiedClaims(presented));
  const wrong = client === null ? null : checkKeys(client, '/userinfo');
  if (client === null || wrong === null || presented === undefined) return null;
  if (session.tokens().decode(presented, AccessToken.class) === null) return null;
  return corsProblemResponse(session, wrong, client);
}

/** Keycloak's endpoints that accept an access token, in a header, or another token that names no client: those for registering clients. */
export const guardBearer: Guard = (session, request) =>
  admitBoundToken(session, request) ?? rejectToken(session, presentedToken(session, null));

/**
 * Restores an access token that was presented with a proof, if its client requires one (RFC 9449, section 7.1); otherwise both stay ignored.
 * Returns the rejection of the proof. Keycloak rejects such a token without one.
 */
function admitBoundToken(session: KeycloakSession, request: ContainerRequestContext): Response | null {
  const token = withheldToken(session);
  const client = token === null ? null : clientOf(session, unverifiedClaims(token));
  if (token === null || client === null || !requiresProof(client)) return null;
  const wrong = admitProof(session, request);
  if (wrong !== null) return corsProblemResponse(session, { ...wrong, status: 401 }, client, 'DPoP');
  restoreToken(session, request, token);
  return null;
}

/** Keycloak's API for the tokens of identity providers: by one's own access token, or as a client that was issued one. */
export const guardProviderToken: Guard = (session, request, form) => {
  if (request.getMethod() !== 'POST') return guardBearer(session, request, form);
  const given = form === null ? undefined : single(form, 'token');
  return guardClient(session, request, form) ?? rejectToken(session, given);
};

/**
 * Expired tokens get their own error; tokens of a client that is no longer approved are invalid. A token's own claims are verified only
 * if it would be rejected because of them: Keycloak verifies the others, which need not be done twice.
 */
function rejectToken(session: KeycloakSession, presented: string | undefined): Response | null {
  const token = presented === undefined ? null : unverifiedClaims(presented);
  const client = clientOf(session, token);
  if (presented === undefined || token === null || client === null) return null;
  if (isApproved(client) && !token.isExpired()) return null;
  // A forged token reveals nothing about the client that it names.
  if (session.tokens().decode(presented, AccessToken.class) === null) return null;
  const wrong = isApproved(client)
    ? problem('access_token_expired', { identifier: 'token_expired' })
    : invalidTokenProblem();
  return corsProblemResponse(session, wrong, client, requiresProof(client) ? 'DPoP' : 'Bearer');
}

/** The client that a token was issued to; null if there is none. */
function clientOf(session: KeycloakSession, token: JsonWebToken | null): ClientModel | null {
  const clientId = token?.getIssuedFor();
  return clientId ? requireRealm(session).getClientByClientId(clientId) : null;
}

/** The token that Keycloak will use: in the header as Keycloak itself reads it, or in a form (RFC 6750, sections 2.1 and 2.2). */
export function presentedToken(session: KeycloakSession, form: Parameters | null): string | undefined {
  const inHeader = AppAuthManager.extractAuthorizationHeaderTokenOrReturnNull(
    session.getContext().getRequestHeaders(),
  );
  if (inHeader !== null) return inHeader.getToken();
  return form === null ? undefined : single(form, 'access_token');
}

/** A token's own claims; null if it isn't one. */
function unverifiedClaims(token: string): JsonWebToken | null {
  try {
    return new JWSInput(token).readJsonContent(JavaJsonWebToken.class);
  } catch {
    return null;
  }
}
