/** The link's token: a JWT signed by the realm's internal HMAC key; its type sets it apart from other tokens (contract, section 2.6). */
import type { KeycloakSession } from 'keycloak';
import { readToken, signToken, type TokenKind } from '../../platform/keycloak/signed-token.ts';
import type { LinkClaims } from './link.ts';

/** Short, as users see it in emails, and some have to copy it. */
const LINK: TokenKind = { type: 'magic-link+jwt', audience: null };

export function signLinkToken(session: KeycloakSession, claims: LinkClaims): string {
  return signToken(session, LINK, { ...claims });
}

/** Returns the claims of a token that this realm signed for a link, or null. The link's row determines its expiry. */
export function readLinkToken(session: KeycloakSession, token: string): Record<string, unknown> | null {
  return readToken(session, LINK, token);
}
