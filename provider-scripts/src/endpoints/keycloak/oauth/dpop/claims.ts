/**
 * What Linkgate checks of a proof's claims itself (RFC 9449, section 4.3), before Keycloak verifies its signature, key, `htm`, `htu` and `ath`, and
 * that its `jti` is new.
 */

import { originOf } from '../../../../http/request/origin.ts';
import { type Problem, problem } from '../../../../platform/errors/problem.ts';

/**
 * The age up to which a proof is accepted, in seconds. Keycloak's limit is 25: it then remembers a `jti` for no time at all, which fails.
 */
export const DPOP_PROOF_LIFETIME_SECONDS = 20;

/** The header at fault. */
export const DPOP_PARAMETER = 'DPoP';

/**
 * Checks the claims of a proof.
 *
 * @param now Unix seconds
 * @param servers the server's own URLs: Keycloak compares `htu` with the request's host, which an attacker who was sent a proof could choose
 */
export function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  { now, servers }: { now: number; servers: readonly string[] },
): Problem | null {
  const { iat, htu } = claims;
  if (typeof iat !== 'number' || iat % 1 !== 0) return problem('dpop_malformed', HERE);
  if (now - iat > DPOP_PROOF_LIFETIME_SECONDS)
    return problem('dpop_too_old', { ...HERE, max: DPOP_PROOF_LIFETIME_SECONDS });
  const origin = typeof htu === 'string' ? originOf(htu) : null;
  return origin !== null && servers.map(originOf).includes(origin) ? null : problem('dpop_elsewhere', HERE);
}

const HERE = { parameter: DPOP_PARAMETER } as const;

/** The members of private and symmetric keys (RFC 7518, section 6). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Whether a proof's header has a public key and nothing of a private one, which Keycloak 26.6 doesn't check. */
export function hasPublicKey(header: unknown): boolean {
  if (!isObject(header) || !isObject(header.jwk)) return false;
  const { jwk } = header;
  return !PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name));
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
