/** The access token of an `Authorization` header, as Keycloak reads it. */

/** One space after the scheme, which the filter has seen to, and none in the token. */
const TOKEN = /^(?:Bearer|DPoP) ([^ ]+)$/i;

/** Returns the token; null for any other header, or none. */
export function tokenIn(authorization: string | null): string | null {
  return TOKEN.exec(authorization ?? '')?.[1] ?? null;
}
