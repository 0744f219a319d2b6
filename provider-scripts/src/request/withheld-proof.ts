/**
 * Proofs of possession (RFC 9449), which are withheld from Keycloak: their mere presence would make it bind tokens to a key. A guard restores
 * those of clients that require them; for any other client they are ignored, as by a server without support (RFC 9449, section 5).
 */
import type { ContainerRequestContext } from 'keycloak';

const HEADER = 'DPoP';
const AUTHORIZATION = 'Authorization';

/** Properties of a request. */
const PROOF = 'linkgate.proof';
const BOUND_TOKEN = 'linkgate.bound-token';

/** Removes the proof from the headers. */
export function withholdProof(request: ContainerRequestContext): void {
  const given = request.getHeaders().get(HEADER);
  if (given === null) return;
  const proofs: string[] = [];
  for (const proof of given) proofs.push(proof);
  // A list of proofs is no valid proof (RFC 9449, section 4.3).
  request.setProperty(PROOF, proofs.join(', '));
  request.getHeaders().remove(HEADER);
}

/** Removes an access token that was presented with a proof. */
export function withholdBoundToken(request: ContainerRequestContext, token: string): void {
  request.setProperty(BOUND_TOKEN, token);
  request.getHeaders().remove(AUTHORIZATION);
}

/** The withheld proof; null if there is none. */
export function withheldProof(request: ContainerRequestContext): string | null {
  return textOrNull(request.getProperty(PROOF));
}

/** The withheld access token; null if there is none. */
export function withheldToken(request: ContainerRequestContext): string | null {
  return textOrNull(request.getProperty(BOUND_TOKEN));
}

/** Gives the proof back to Keycloak. */
export function restoreProof(request: ContainerRequestContext, proof: string): void {
  request.getHeaders().putSingle(HEADER, proof);
}

/** Gives the access token back to Keycloak. */
export function restoreToken(request: ContainerRequestContext, token: string): void {
  request.getHeaders().putSingle(AUTHORIZATION, `${HEADER} ${token}`);
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
