/** The link's token: a JWT under the realm's internal HMAC key, so that it can't pass as any other token (contract, section 2.6). */
import type { KeycloakSession } from 'keycloak';
import { readToken, signToken, type TokenKind } from '../keycloak/signed-token.ts';
import type { LinkClaims } from './link.ts';

const LINK: TokenKind = { type: 'magic-link+jwt', audience: 'verify-email' };

/** Signs the claims, with the realm as issuer and the endpoint as audience. */
export function signLinkToken(session: KeycloakSession, claims: LinkClaims): string {
  return signToken(session, LINK, { ...claims });
}

/** The claims of a token that this realm signed for this endpoint, or null. Expiry is checked by the link's row. */
export function readLinkToken(session: KeycloakSession, token: string): Record<string, unknown> | null {
  return readToken(session, LINK, token);
}
