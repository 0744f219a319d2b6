/** The supported scopes (contract, section 2.10) and what a `scope` parameter may look like (RFC 6749, section 3.3). */
import { type Problem, problem } from '../platform/errors/problem.ts';

/** The scopes that every client can request. */
export const SCOPES = ['openid', 'profile', 'email', 'address'] as const;

/** The scope of a request that names none. */
export const DEFAULT_SCOPE = 'openid';

/** Characters of scope tokens with the spaces between them. */
const SCOPE_TEXT = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Validates a `scope` parameter of a client that can request `scopes`; null when it can be granted. */
export function checkScope(scope: string, scopes: readonly string[]): Problem | null {
  if (!SCOPE_TEXT.test(scope)) return problem('scope_malformed', { parameter: 'scope' });
  for (const value of scope.split(' ')) {
    if (!scopes.includes(value))
      return problem('scope_not_supported', { parameter: 'scope', scope: value, scopes: scopes.join(', ') });
  }
  return null;
}

/**
 * A `scope` parameter without the values that a client can't request; unchanged if it is malformed.
 * @param ignored only these are left out; null for all
 */
export function withoutUnknown(
  scope: string,
  scopes: readonly string[],
  ignored: readonly string[] | null = null,
): string {
  if (!SCOPE_TEXT.test(scope)) return scope;
  return scope
    .split(' ')
    .filter((value) => scopes.includes(value) || (ignored !== null && !ignored.includes(value)))
    .join(' ');
}

/** Adds `openid`, which every authorization request is granted (contract, section 2.10). */
export function withOpenid(scope: string | null | undefined): string {
  if (!scope) return DEFAULT_SCOPE;
  return scope.split(' ').includes(DEFAULT_SCOPE) ? scope : `${DEFAULT_SCOPE} ${scope}`;
}
