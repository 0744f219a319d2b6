/** By what an account's address counts as proven. */

/**
 * @param verified Keycloak's own mark on the account
 * @param address the address that the account has now, normalised; null for none
 * @param recorded the address that was proven for an account of a store that can't hold the mark; null for none
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
