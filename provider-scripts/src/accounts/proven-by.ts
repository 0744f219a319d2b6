/** Decides whether an account's address counts as proven. */

/**
 * @param verified Keycloak's own mark on the account
 * @param address the account's current address, normalised, or null
 * @param recorded the address proven for an account of a read-only store, or null
 */
export function isProvenBy(
  verified: boolean,
  address: () => string | null,
  recorded: () => string | null,
): boolean {
  if (verified) return true;
  const proven = recorded();
  return proven !== null && proven === address();
}
