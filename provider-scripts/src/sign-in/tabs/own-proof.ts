/** Whether a proof shows that the user is at this browser. */

/**
 * Not one by a link that was returned to a backend, nor by a cross-device sign-in: a comparison code may have been given to somebody else.
 *
 * @param method what proved the user: `link`, `code`, `cross-device` or `passkey`
 * @param impersonator the account to which the link was returned, or null
 */
export function isOwnProof(method: string | null, impersonator: string | null): boolean {
  return method !== null && method !== 'cross-device' && impersonator === null;
}
