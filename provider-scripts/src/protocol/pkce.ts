/** PKCE parameters of an authorization request (RFC 7636; contract, section 2.8). */
import { type Problem, problem } from './problem.ts';

/** What a client can use; `plain` is the default of RFC 7636, section 4.3. */
export const CHALLENGE_METHODS = ['S256', 'plain'] as const;

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Judges the challenge; null when it is good.
 *
 * @param isPublic a client without a secret must send one
 */
export function checkPkce(
  isPublic: boolean,
  challenge: string | undefined,
  method: string | undefined,
): Problem | null {
  if (challenge === undefined) {
    if (isPublic)
      return problem('invalid_request', 'code_challenge: required from a client without a secret');
    if (method !== undefined)
      return problem('invalid_request', 'code_challenge: required with code_challenge_method');
    return null;
  }
  if (!CHALLENGE.test(challenge)) {
    return problem(
      'invalid_request',
      'code_challenge: 43 to 128 characters of the base64url alphabet, "." or "~"',
    );
  }
  if (method !== undefined && !(CHALLENGE_METHODS as readonly string[]).includes(method)) {
    return problem('invalid_request', `code_challenge_method: use ${CHALLENGE_METHODS.join(' or ')}`);
  }
  return null;
}
