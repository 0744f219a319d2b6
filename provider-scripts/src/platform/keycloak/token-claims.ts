/** The claims of a token that Keycloak has issued or verified. */
const Tokens = Java.type('org.linkgate.host.Tokens');

/** Reads a token's claims, without verifying them. */
export function claimsOf<T>(token: string): T {
  return JSON.parse(Tokens.payload(token)) as T;
}
