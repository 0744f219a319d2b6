/** Validates requests with an access token before Keycloak does. */
import type { JsonWebToken, KeycloakSession, Response } from 'keycloak';
import { isApproved } from '../../../client/client.ts';
import type { Problem } from '../../../errors/problem.ts';
import { problem } from '../../../errors/problem.ts';
import { requireRealm } from '../../../keycloak/realm.ts';
import type { Guard } from '../../../request/guard.ts';
import type { Parameters } from '../../../request/parameters.ts';
import { single } from '../../../request/parameters.ts';
import { dropEmpty } from '../../../request/request-parameters.ts';
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
  const presented = presentedToken(session, form);
  return rejectToken(session, presented) ?? rejectWithoutKeys(session, presented);
};

/** Rejects a valid token of a client whose response would be encrypted with keys at a URL. */
function rejectWithoutKeys(session: KeycloakSession, presented: string | undefined): Response | null {
  const clientId = presented === undefined ? null : unverifiedClaims(presented)?.getIssuedFor();
  const client = clientId ? requireRealm(session).getClientByClientId(clientId) : null;
  const wrong = client === null ? null : checkKeys(client, '/userinfo');
  if (client === null || wrong === null || presented === undefined) return null;
  if (session.tokens().decode(presented, AccessToken.class) === null) return null;
  return corsProblemResponse(session, wrong, client);
}

/** Keycloak's endpoints that accept an access token, in a header, or another token that names no client: those for registering clients. */
export const guardBearer: Guard = (session) => rejectToken(session, presentedToken(session, null));

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
  const issuedTo = token?.getIssuedFor();
  const client = issuedTo ? requireRealm(session).getClientByClientId(issuedTo) : null;
  if (presented === undefined || token === null || client === null) return null;
  if (isApproved(client) && !token.isExpired()) return null;
  // A forged token reveals nothing about the client that it names.
  if (session.tokens().decode(presented, AccessToken.class) === null) return null;
  if (!isApproved(client)) return corsProblemResponse(session, invalidTokenProblem(), client);
  const expired = problem('access_token_expired', { identifier: 'token_expired' });
  return corsProblemResponse(session, expired, client);
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
