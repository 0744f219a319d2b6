/** PKCE parameters of an authorization request (RFC 7636; contract, section 2.8). */
import { type Problem, problem } from '../platform/errors/problem.ts';

/** The supported methods; `plain` is the default (RFC 7636, section 4.3). */
export const CHALLENGE_METHODS = ['S256', 'plain'] as const;

/** A verifier, which is also the challenge with `plain`. */
const PLAIN_CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;
/** A SHA-256 digest in base64url without padding. */
const SHA256 = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of a SHA-256 digest, such as that of a verifier. */
export function isSha256(text: string): boolean {
  return SHA256.test(text);
}

/**
 * Validates the challenge; null when it is valid.
 *
 * @param isPublic whether the client has no secret, and so must send a challenge
 */
export function checkPkce(
  isPublic: boolean,
  challenge: string | undefined,
  method: string | undefined,
): Problem | null {
  if (challenge === undefined) {
    if (isPublic) return problem('challenge_required', { parameter: 'code_challenge' });
    if (method !== undefined)
      return problem('challenge_required_with_method', { parameter: 'code_challenge' });
    return null;
  }
  if (method !== undefined && !(CHALLENGE_METHODS as readonly string[]).includes(method)) {
    const choices = CHALLENGE_METHODS.join(', ');
    return problem('not_one_of', { parameter: 'code_challenge_method', choices });
  }
  if (method === 'S256' && !isSha256(challenge)) {
    return problem('challenge_not_sha256', { parameter: 'code_challenge' });
  }
  if (!PLAIN_CHALLENGE.test(challenge)) {
    return problem('challenge_malformed', { parameter: 'code_challenge' });
  }
  return null;
}
