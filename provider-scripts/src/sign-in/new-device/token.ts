/** The token of the link *This wasn't me*: it gives no access, and ends that of one device. */
import type { KeycloakSession } from 'keycloak';
import { randomTokenIn, TOKEN_LENGTH } from '../../http/request/random-token.ts';
import { linkTokenIn } from '../../links/magic-link/token-text.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { randomToken } from '../../platform/engine/random-token.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { readToken, type TokenKind } from '../../platform/keycloak/signed-token.ts';
import { findNotice, type NoticeClaims } from './rows.ts';

const LIFETIME_DAYS = 30;

/** How long the link can be used: 30 days. Its email may wait for a user's return from holidays, and refresh tokens last longer than sessions. */
export const NOTICE_LIFETIME_DAYS = LIFETIME_DAYS;
export const NOTICE_LIFETIME_SECONDS = LIFETIME_DAYS * SECONDS_PER_DAY;

/** The long tokens of emails from before there were stored ones; none is made any more. */
const SIGNED: TokenKind = { type: 'new-device+jwt', audience: 'new-device' };

/** A new token. */
export function newNoticeToken(): string {
  return randomToken(TOKEN_LENGTH);
}

/** What the database has of a token. */
export function noticeKey(token: string): string {
  return sha256(token);
}

/** A token as its link has it, and the notice's claims at `now` (Unix seconds), or why it can't be used. */
export interface ReadNotice {
  token: string;
  claims: NoticeClaims | 'invalid' | 'expired';
}

/** Reads the token in a text from a URL. */
export function readNotice(session: KeycloakSession, text: string, now: number): ReadNotice {
  const signed = linkTokenIn(text);
  if (signed.includes('.')) return { token: signed, claims: readSigned(session, signed, now) };
  const token = randomTokenIn(text);
  const found = token === '' ? null : findNotice(session, noticeKey(token));
  if (found === null) return { token, claims: 'invalid' };
  return { token, claims: found.expiresAt > now ? found.claims : 'expired' };
}

function readSigned(
  session: KeycloakSession,
  token: string,
  now: number,
): NoticeClaims | 'invalid' | 'expired' {
  const claims = readToken(session, SIGNED, token);
  if (claims === null) return 'invalid';
  if (!(Number(claims.exp) > now)) return 'expired';
  // This realm has signed them.
  return claims as unknown as NoticeClaims;
}
