/** One-time codes in the database, in the rows of their links: only a hash, bound to the link, is stored. */
import type { KeycloakSession } from 'keycloak';
import { execute, select } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { CODES, type CodeKind, MAX_CODE_TRIES, MAX_SHORT_GUESSES } from './one-time-code.ts';

const JavaString = Java.type('java.lang.String');
const SecretGenerator = Java.type('org.keycloak.common.util.SecretGenerator');

export function randomCode(kind: CodeKind): string {
  const { characters, length } = CODES[kind];
  return String(SecretGenerator.getInstance().randomString(length, new JavaString(characters).toCharArray()));
}

/** How long an expired code counts as open: an attempt that began before may still be under way, at a node whose clock is behind. */
const LATE_TRIES_SECONDS = 60;

/** Returns how many attempts the realm's codes still allow at `now` (Unix seconds), at least up to the number that matters. */
export function countOpenTries(own: KeycloakSession, now: number): number {
  const sql =
    "SELECT JTI, CODE_TRIES FROM LINKGATE_LINK WHERE REALM_ID = ?1 AND EXPIRES_AT > ?2 AND STATE = 'issued' AND CODE_KEY IS NOT NULL AND CODE_TRIES < ?3 FETCH FIRST ?4 ROWS ONLY";
  const open = select(own, sql, [
    realmIdOf(own),
    now - LATE_TRIES_SECONDS,
    MAX_CODE_TRIES,
    MAX_SHORT_GUESSES,
  ]);
  return open.reduce((tries, row) => tries + MAX_CODE_TRIES - Number(row[1]), 0);
}

/** Returns the stored hash of a link's code: a SHA-256 of both, in base64url. */
export function codeKey(jti: string, code: string): string {
  return sha256(`${jti} ${code}`);
}

/** Returns how many attempts remain for a link's code; null if the link has none. */
export function codeTriesLeft(session: KeycloakSession, jti: string): number | null {
  return readTries(session, jti)?.left ?? null;
}

/**
 * Counts one attempt, atomically.
 *
 * @returns the expected key of the code and the attempts left, or null if none was left
 */
export function spendTry(own: KeycloakSession, jti: string): { key: string; left: number } | null {
  const sql =
    "UPDATE LINKGATE_LINK SET CODE_TRIES = CODE_TRIES + 1 WHERE JTI = ?1 AND CODE_TRIES < ?2 AND STATE = 'issued'";
  return execute(own, sql, [jti, MAX_CODE_TRIES]) === 1 ? readTries(own, jti) : null;
}

function readTries(session: KeycloakSession, jti: string): { key: string; left: number } | null {
  const sql = 'SELECT CODE_KEY, CODE_TRIES FROM LINKGATE_LINK WHERE JTI = ?1 AND CODE_KEY IS NOT NULL';
  const row = select(session, sql, [jti])[0];
  return row === undefined ? null : { key: String(row[0]), left: MAX_CODE_TRIES - Number(row[1]) };
}
