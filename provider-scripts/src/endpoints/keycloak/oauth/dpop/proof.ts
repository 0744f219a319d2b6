/** Admits proofs of possession (RFC 9449) of clients that require them: checks what Keycloak doesn't, then leaves the proof to Keycloak. */

import type { ContainerRequestContext, KeycloakSession } from 'keycloak';
import { restoreProof, withheldProof } from '../../../../http/request/withheld-proof.ts';
import { textOf } from '../../../../platform/engine/bytes.ts';
import { currentTime } from '../../../../platform/engine/clock.ts';
import { parseUntrustedJson } from '../../../../platform/engine/json.ts';
import { type Problem, problem } from '../../../../platform/errors/problem.ts';
import { backendUrl, baseUrl } from '../../../../platform/keycloak/base-url.ts';
import { checkClaims, DPOP_PARAMETER, hasPublicKey, isObject } from './claims.ts';
import { isNonce, offerNonce } from './nonce.ts';

const Base64Url = Java.type('org.keycloak.common.util.Base64Url');
const JWKSUtils = Java.type('org.keycloak.util.JWKSUtils');
const JWSInput = Java.type('org.keycloak.jose.jws.JWSInput');

/** The longest proof, in characters: one with an RSA key of 4096 bits has about 2,000. */
const MAX_LENGTH = 8192;
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const HERE = { parameter: DPOP_PARAMETER } as const;

/** Restores the request's proof for Keycloak, or returns why it is rejected; either response offers a nonce. */
export function admitProof(session: KeycloakSession, request: ContainerRequestContext): Problem | null {
  offerNonce(session);
  const proof = withheldProof(session);
  if (proof === null) return problem('dpop_required', HERE);
  const claims = readClaims(proof);
  if (claims === null) return problem('dpop_malformed', HERE);
  if (typeof claims.nonce !== 'string' || !isNonce(session, claims.nonce))
    return problem('dpop_nonce_required', HERE);
  const servers = [baseUrl(session), backendUrl(session)];
  const wrong = checkClaims(claims, { now: currentTime(), servers });
  if (wrong === null) restoreProof(session, request, proof);
  return wrong;
}

/** A proof's claims, unverified; null if it isn't a JWT, or has no key that Keycloak can read: Keycloak would respond to some with 500. */
function readClaims(proof: string): Readonly<Record<string, unknown>> | null {
  if (proof.length > MAX_LENGTH || !COMPACT.test(proof)) return null;
  try {
    if (!hasPublicKey(parseUntrustedJson(textOf(Base64Url.decode(proof.slice(0, proof.indexOf('.')))))))
      return null;
    const input = new JWSInput(proof);
    const header = input.getHeader();
    if (header.getAlgorithm() === null || !JWKSUtils.getKeyWrapper(header.getKey())?.getPublicKey())
      return null;
    const claims = parseUntrustedJson(textOf(input.getContent()));
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
}
