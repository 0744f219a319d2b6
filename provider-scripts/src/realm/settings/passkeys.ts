/** The realm's settings for passkeys. */

/** The RP ID of a realm's passkeys (WebAuthn): that of Keycloak's policy, which may be empty, or else the host of its pages. */
export function rpIdFor(policyRpId: string | null, host: string): string {
  return policyRpId === null || policyRpId === '' ? host : policyRpId;
}

/**
 * Whether browsers accept an RP ID on pages of this host: only the host itself or a domain that it belongs to, and no IP address. WebAuthn's
 * related origins aren't considered.
 */
export function isRpIdOf(rpId: string, host: string): boolean {
  if (/^[\d.]+$|:/.test(host)) return false;
  return host === rpId || host.endsWith(`.${rpId}`);
}
