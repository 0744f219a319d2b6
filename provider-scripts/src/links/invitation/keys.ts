/** Keys that replace stored tokens and addresses of invitations. */
import type { KeycloakSession } from 'keycloak';
import { sha256 } from '../../platform/engine/bytes.ts';
import { readToken, signToken, type TokenKind } from '../../platform/keycloak/signed-token.ts';

/** The maximum length of a token that is examined. */
const MAX_TOKEN_LENGTH = 64;

/** Returns the key of a token; null for malformed text. */
export function tokenKey(token: string): string | null {
  return token.length <= MAX_TOKEN_LENGTH && /^[0-9A-Za-z]+$/.test(token) ? sha256(token) : null;
}

/** The key of a normalised address, in one realm. */
export function emailKey(realmId: string, email: string): string {
  return sha256(`${realmId} ${email}`);
}

const OPT_OUT: TokenKind = { type: 'invitation-opt-out+jwt', audience: 'invitation/opt-out' };

/** Signs the token of an opt-out link. It is valid as long as the realm's key is, even after the invitation was deleted. */
export function signOptOut(session: KeycloakSession, key: string): string {
  return signToken(session, OPT_OUT, { sub: key });
}

/** Returns the address's key in such a token, or null. */
export function readOptOut(session: KeycloakSession, token: string): string | null {
  const subject = readToken(session, OPT_OUT, token)?.sub;
  return typeof subject === 'string' ? subject : null;
}
