/** The token of the link *This wasn't me*: it gives no access, and ends that of one device. */
import type { KeycloakSession } from 'keycloak';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { readToken, signToken, type TokenKind } from '../../platform/keycloak/signed-token.ts';

const LIFETIME_DAYS = 30;

/** How long the link can be used: 30 days. Its email may wait for a user's return from holidays, and refresh tokens last longer than sessions. */
export const NOTICE_LIFETIME_DAYS = LIFETIME_DAYS;

const NOTICE: TokenKind = { type: 'new-device+jwt', audience: 'new-device' };

/** What a notice is about. */
export interface NoticeClaims {
  /** The notice's identifier, which its devices' rows have. */
  jti: string;
  /** The account. */
  sub: string;
  /** The row of the device that signed in. */
  device: string;
  /** The session of that sign-in. */
  sid: string;
}

/** Signs the claims of a notice sent at `now` (Unix seconds). */
export function signNotice(session: KeycloakSession, claims: NoticeClaims, now: number): string {
  return signToken(session, NOTICE, { ...claims, exp: now + LIFETIME_DAYS * SECONDS_PER_DAY });
}

/** The claims of a token at `now` (Unix seconds), or why it can't be used. */
export function readNotice(
  session: KeycloakSession,
  token: string,
  now: number,
): NoticeClaims | 'invalid' | 'expired' {
  const claims = readToken(session, NOTICE, token);
  if (claims === null) return 'invalid';
  if (!(Number(claims.exp) > now)) return 'expired';
  // This realm has signed them.
  return claims as unknown as NoticeClaims;
}
