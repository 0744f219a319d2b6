/** The values of the claim `amr` (RFC 8176) for what can prove a user. */

/** A link or its one-time code: what was sent once, to be used once. There is no value for the way by which it was sent. */
const BY_EMAIL: readonly string[] = ['otp'];

/**
 * A passkey: a key's possession, and its user's presence. Neither `hwk`, as no attestation tells where the key is, nor `mfa`: how the device
 * verified its user is between the two.
 */
const BY_PASSKEY: readonly string[] = ['pop', 'user'];

/** What proved a session's user. */
export interface Proven {
  /** `link`, `code`, `cross-device` or `passkey`; null for an identity provider or another step. */
  method: string | null;
  /** Whether the link was returned to a backend: no user was authenticated. */
  isReturned: boolean;
}

/**
 * Returns the values.
 *
 * @param named those that the step's settings name for links and codes, without expired ones; null if they name none
 */
export function methodsOf(
  { method, isReturned }: Proven,
  named: readonly string[] | null,
): readonly string[] {
  if (method === null || isReturned) return [];
  return method === 'passkey' ? BY_PASSKEY : (named ?? BY_EMAIL);
}
