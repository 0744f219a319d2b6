/**
 * Proofs of possession (RFC 9449), which are withheld from Keycloak: their mere presence would make it bind tokens to a key. A guard restores
 * those of clients that require them; for any other client they are ignored, as by a server without support (RFC 9449, section 5).
 */
import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { headerValues, removeHeader, setHeader } from '../../platform/session/headers.ts';
import { sessionValue } from '../../platform/session/values.ts';

const HEADER = 'DPoP';
const AUTHORIZATION = 'Authorization';

const PROOF = sessionValue<string>('proof');
const BOUND_TOKEN = sessionValue<string>('bound-token');

/** Removes the proof from the headers. */
export function withholdProof(session: KeycloakSession, request: ContainerRequestContext): void {
  const proofs = headerValues(session, HEADER);
  if (proofs.length === 0) return;
  // A list of proofs is no valid proof (RFC 9449, section 4.3).
  PROOF.record(session, proofs.join(', '));
  removeHeader(session, request, HEADER);
}

/** Removes an access token that was presented with a proof. */
export function withholdBoundToken(
  session: KeycloakSession,
  request: ContainerRequestContext,
  token: string,
): void {
  BOUND_TOKEN.record(session, token);
  removeHeader(session, request, AUTHORIZATION);
}

/** The withheld proof; null if there is none. */
export function withheldProof(session: KeycloakSession): string | null {
  return PROOF.of(session);
}

/** The withheld access token; null if there is none. */
export function withheldToken(session: KeycloakSession): string | null {
  return BOUND_TOKEN.of(session);
}

/** Gives the proof back to Keycloak. */
export function restoreProof(
  session: KeycloakSession,
  request: ContainerRequestContext,
  proof: string,
): void {
  setHeader(session, request, HEADER, proof);
}

/** Gives the access token back to Keycloak. */
export function restoreToken(
  session: KeycloakSession,
  request: ContainerRequestContext,
  token: string,
): void {
  setHeader(session, request, AUTHORIZATION, `${HEADER} ${token}`);
}
