/** The link's token: a JWT signed by the realm's internal HMAC key; its type and audience set it apart from other tokens (contract, section 2.6). */
import type { KeycloakSession } from 'keycloak';
import { readToken, signToken, type TokenKind } from '../keycloak/signed-token.ts';
import type { LinkClaims } from './link.ts';

const LINK: TokenKind = { type: 'magic-link+jwt', audience: 'verify-email' };

/** Signs the claims, with the realm as issuer and the endpoint as audience. */
export function signLinkToken(session: KeycloakSession, claims: LinkClaims): string {
  return signToken(session, LINK, { ...claims });
}

/** Returns the claims of a token that this realm signed for this endpoint, or null. The link's row determines its expiry. */
export function readLinkToken(session: KeycloakSession, token: string): Record<string, unknown> | null {
  return readToken(session, LINK, token);
}
