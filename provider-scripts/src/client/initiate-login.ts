/** Where a client begins a sign-in by itself when somebody else asks for it (OpenID Connect Core, section 4; contract, section 4.14). */

/** The client attribute. */
export const INITIATE_LOGIN_ATTRIBUTE = 'linkgate.initiate-login-uri';

/** An https address without a fragment; http for this machine's own. OpenID Connect Registration, section 2, has https only. */
export const INITIATE_LOGIN_SHAPE =
  /^(https:\/\/[\w.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?([/?]([\w.~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$/;

/** The address that an attribute holds; null where it is absent or holds none. */
export function readInitiateLogin(attribute: string | null): string | null {
  return attribute !== null && INITIATE_LOGIN_SHAPE.test(attribute) ? attribute : null;
}

/** Where a browser is sent so that the client begins a sign-in at `issuer`, of the person whom `loginHint` names. */
export function initiateLoginUrl(address: string, issuer: string, loginHint: string): string {
  const separator = address.includes('?') ? '&' : '?';
  return `${address}${separator}iss=${encodeURIComponent(issuer)}&login_hint=${encodeURIComponent(loginHint)}`;
}
