/** A client's initiate login URI, for sign-ins initiated by a third party (OpenID Connect Core, section 4; contract, section 4.14). */

/** Builds the URL that makes the client start a sign-in at `issuer` for the user named by `loginHint`. */
export function initiateLoginUrl(address: string, issuer: string, loginHint: string): string {
  const separator = address.includes('?') ? '&' : '?';
  return `${address}${separator}iss=${encodeURIComponent(issuer)}&login_hint=${encodeURIComponent(loginHint)}`;
}
