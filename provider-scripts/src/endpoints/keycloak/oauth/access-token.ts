/** Validates requests with an access token before Keycloak does. */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { isApproved, requiresProof } from '../../../clients/client.ts';
import { findAndRead, type ReadClient } from '../../../clients/read-client.ts';
import { tokenIn } from '../../../http/request/authorization.ts';
import type { Guard } from '../../../http/request/guard.ts';
import { type Parameters, single } from '../../../http/request/parameters.ts';
import { dropEmpty } from '../../../http/request/request-parameters.ts';
import { restoreToken, withheldToken } from '../../../http/request/withheld-proof.ts';
import { type Problem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { claimsOf } from '../../../platform/keycloak/token-claims.ts';
import { headerOf } from '../../../platform/session/headers.ts';
import { startSecond } from '../../../platform/session/request.ts';
import { admitProof } from './dpop/proof.ts';
import { checkKeys, corsProblemResponse, guardClient } from './guards.ts';

const AccessToken = Java.type('org.keycloak.representations.AccessToken');

/** Rejects a token of an unapproved client or an ended session. */
export function invalidTokenProblem(): Problem {
  return problem('access_token_not_valid');
}

/** `/userinfo`. */
export const guardUserinfo: Guard = (session, request, form) => {
  if (form !== null) dropEmpty(request, form);
  const unproven = admitBoundToken(session, request);
  if (unproven !== null) return unproven;
  const token = unverified(session, presentedToken(session, form));
  return rejectUnverified(session, token) ?? rejectWithoutKeys(session, token);
};

/** Rejects a valid token of a client whose response would be encrypted with keys at a URL. */
function rejectWithoutKeys(session: KeycloakSession, token: UnverifiedToken | null): Response | null {
  const wrong = token === null ? null : checkKeys(token.client, '/userinfo');
  if (token === null || wrong === null || !isIssued(session, token)) return null;
  return corsProblemResponse(session, wrong, token.client.model);
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
  const client = token === null ? null : (unverified(session, token)?.client ?? null);
  if (token === null || client === null || !requiresProof(client)) return null;
  const wrong = admitProof(session, request);
  if (wrong !== null) return corsProblemResponse(session, { ...wrong, status: 401 }, client.model, 'DPoP');
  restoreToken(session, request, token);
  return null;
}

/** Keycloak's API for the tokens of identity providers: by one's own access token, or as a client that was issued one. */
export const guardProviderToken: Guard = (session, request, form) => {
  if (request.getMethod() !== 'POST') return guardBearer(session, request, form);
  const given = form === null ? undefined : single(form, 'token');
  return guardClient(session, request, form) ?? rejectToken(session, given);
};

function rejectToken(session: KeycloakSession, presented: string | undefined): Response | null {
  return rejectUnverified(session, unverified(session, presented));
}

/**
 * Expired tokens get their own error; tokens of a client that is no longer approved are invalid. A token's own claims are verified only
 * if it would be rejected because of them: Keycloak verifies the others, which need not be done twice.
 */
function rejectUnverified(session: KeycloakSession, token: UnverifiedToken | null): Response | null {
  if (token === null) return null;
  const { client, expires } = token;
  const approved = isApproved(client);
  if (approved && !(expires !== null && startSecond(session) > expires)) return null;
  // A forged token reveals nothing about the client that it names.
  if (!isIssued(session, token)) return null;
  const wrong = approved
    ? problem('access_token_expired', { identifier: 'token_expired' })
    : invalidTokenProblem();
  return corsProblemResponse(session, wrong, client.model, requiresProof(client) ? 'DPoP' : 'Bearer');
}

/** The token that Keycloak will use: in the header, or in a form (RFC 6750, sections 2.1 and 2.2). */
export function presentedToken(session: KeycloakSession, form: Parameters | null): string | undefined {
  const inHeader = tokenIn(headerOf(session, 'Authorization'));
  return inHeader ?? (form === null ? undefined : single(form, 'access_token'));
}

/** What a presented token says of itself. */
interface UnverifiedToken {
  text: string;
  /** The one that it was issued to. */
  client: ReadClient;
  /** In Unix seconds; null for one that doesn't expire. */
  expires: number | null;
}

/** Reads a token; null if it isn't one, or names no client of the realm. */
function unverified(session: KeycloakSession, presented: string | undefined): UnverifiedToken | null {
  const claims = presented === undefined ? null : readClaims(presented);
  if (presented === undefined || typeof claims?.azp !== 'string' || claims.azp === '') return null;
  const client = findAndRead(requireRealm(session), claims.azp);
  const expires = typeof claims.exp === 'number' && claims.exp !== 0 ? claims.exp : null;
  return client === null ? null : { text: presented, client, expires };
}

function readClaims(token: string): { azp?: unknown; exp?: unknown } | null {
  try {
    return claimsOf<{ azp?: unknown; exp?: unknown } | null>(token);
  } catch {
    return null;
  }
}

/** Whether this realm has signed a token, and still accepts it but for its age. */
function isIssued(session: KeycloakSession, { text }: UnverifiedToken): boolean {
  return session.tokens().decode(text, AccessToken.class) !== null;
}
