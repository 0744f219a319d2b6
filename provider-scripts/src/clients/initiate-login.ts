/** A client's initiate login URI, for sign-ins initiated by a third party (OpenID Connect Core, section 4; contract, section 4.14). */

/** The client attribute. */
export const INITIATE_LOGIN_ATTRIBUTE = 'linkgate.initiate-login-uri';

/** An https URL without a fragment, or http for loopback hosts. OpenID Connect Registration, section 2, allows only https. */
export const INITIATE_LOGIN_SHAPE =
  /^(https:\/\/[\w.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?([/?]([\w.~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$/;

/** The URL in an attribute; null if it is absent or not a URL. */
export function readInitiateLogin(attribute: string | null): string | null {
  return attribute !== null && INITIATE_LOGIN_SHAPE.test(attribute) ? attribute : null;
}

/** Builds the URL that makes the client start a sign-in at `issuer` for the user named by `loginHint`. */
export function initiateLoginUrl(address: string, issuer: string, loginHint: string): string {
  const separator = address.includes('?') ? '&' : '?';
  return `${address}${separator}iss=${encodeURIComponent(issuer)}&login_hint=${encodeURIComponent(loginHint)}`;
}
