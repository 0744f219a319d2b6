/**
 * Nonces for proofs of possession (RFC 9449, sections 8 and 9), which Keycloak has none of: they keep a proof from being made in advance. A nonce is
 * signed by the realm and valid for a time, on every node and for every client, without any state.
 */

import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { currentTime } from '../../../../platform/engine/clock.ts';
import { readToken, signToken, type TokenKind } from '../../../../platform/keycloak/signed-token.ts';
import { headerOf } from '../../../../platform/session/headers.ts';
import { sessionValue } from '../../../../platform/session/values.ts';

/** How long a nonce is accepted, in seconds. */
const DPOP_NONCE_LIFETIME_SECONDS = 300;

const NONCE: TokenKind = { type: 'dpop-nonce+jwt', audience: null };

/** The nonce for this request's response. */
const OFFERED = sessionValue<string>('dpop-nonce');
const HEADER = 'DPoP-Nonce';
const EXPOSE = 'Access-Control-Expose-Headers';

/** Offers the caller a fresh nonce with the response. */
export function offerNonce(session: KeycloakSession): void {
  const exp = currentTime() + DPOP_NONCE_LIFETIME_SECONDS;
  OFFERED.record(session, signToken(session, NONCE, { exp }));
}

/** Whether this realm issued the nonce and it hasn't expired. */
export function isNonce(session: KeycloakSession, nonce: string): boolean {
  const claims = readToken(session, NONCE, nonce);
  return claims !== null && typeof claims.exp === 'number' && claims.exp > currentTime();
}

/** Adds the offered nonce to a response, readable by scripts of other origins that may read the response. */
export function addNonce(session: KeycloakSession, response: ContainerResponseContext): void {
  const nonce = OFFERED.of(session);
  if (nonce === null) return;
  response.getHeaders().putSingle(HEADER, nonce);
  // Like Keycloak's CORS headers; has no effect for origins that may not read the response.
  if (headerOf(session, 'Origin') !== null)
    session.getContext().getHttpResponse().addHeader(EXPOSE, `${HEADER}, WWW-Authenticate`);
}
