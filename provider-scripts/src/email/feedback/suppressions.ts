/** Addresses that get no emails, in the database: found by a keyed hash, which alone stays of them after three months. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { deleterOfAccount } from '../../platform/database/delete-rows.ts';
import { type Cell, execute, insert, select } from '../../platform/database/sql.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type { Objection } from './event.ts';
import { MAX_STORED_SECONDS } from './retention.ts';
import { endOf, NAMED_SECONDS, type Suppression } from './suppression.ts';

/** A suppression as it is stored. */
export interface StoredSuppression extends Suppression {
  /** The address's key. */
  readonly key: string;
  /** The address; null once only its key is stored. */
  readonly email: string | null;
  readonly route: string;
  readonly words: string | null;
}

const COLUMNS = 'EMAIL_KEY, REASON, SINCE, EXPIRES_AT, LIFTED_AT, EMAIL, ROUTE, WORDS';

function suppressionOf(cells: { readonly [index: number]: Cell }): StoredSuppression {
  return {
    key: String(cells[0]),
    reason: String(cells[1]) as Objection,
    since: Number(cells[2]),
    expiresAt: numberOrNull(cells[3]),
    liftedAt: numberOrNull(cells[4]),
    email: textOrNull(cells[5]),
    route: String(cells[6]),
    words: textOrNull(cells[7]),
  };
}

/** What is known of an address; null for nothing. */
export function findSuppression(session: KeycloakSession, key: string): StoredSuppression | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_EMAIL_SUPPRESSION WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2`;
  const [cells] = select(session, sql, [realmIdOf(session), key]);
  return cells === undefined ? null : suppressionOf(cells);
}

/** The addresses that get no emails now (Unix seconds), the latest first. */
export function listSuppressions(session: KeycloakSession, now: number, max: number): StoredSuppression[] {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_EMAIL_SUPPRESSION WHERE REALM_ID = ?1 AND LIFTED_AT IS NULL AND (EXPIRES_AT IS NULL OR EXPIRES_AT > ?2) ORDER BY SINCE DESC FETCH FIRST ?3 ROWS ONLY`;
  return select(session, sql, [realmIdOf(session), now, max]).map(suppressionOf);
}

/** An address to suppress. */
export interface NewSuppression {
  readonly key: string;
  readonly email: string;
  readonly userId: string | null;
  readonly reason: Objection;
  readonly route: string;
  readonly words: string;
}

/** Suppresses an address from now on (Unix milliseconds), in place of what was known of it. In a retried transaction. */
export function storeSuppression(session: KeycloakSession, one: NewSuppression, now: number): void {
  const realmId = realmIdOf(session);
  const seconds = Math.floor(now / MILLIS_PER_SECOND);
  execute(session, 'DELETE FROM LINKGATE_EMAIL_SUPPRESSION WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2', [
    realmId,
    one.key,
  ]);
  insert(session, 'LINKGATE_EMAIL_SUPPRESSION', {
    REALM_ID: realmId,
    EMAIL_KEY: one.key,
    EMAIL: one.email,
    USER_ID: one.userId,
    REASON: one.reason,
    ROUTE: one.route,
    WORDS: one.words === '' ? null : one.words,
    SINCE: now,
    NAMED_UNTIL: seconds + NAMED_SECONDS,
    EXPIRES_AT: endOf(one.reason, seconds),
  });
}

/**
 * Lifts what suppresses an address, at `now` (Unix milliseconds); false if nothing does. It is stored for as long as there may be emails from
 * before, which then don't bring it back.
 */
export function liftSuppression(session: KeycloakSession, key: string, now: number): boolean {
  const seconds = Math.floor(now / MILLIS_PER_SECOND);
  const sql =
    'UPDATE LINKGATE_EMAIL_SUPPRESSION SET LIFTED_AT = ?1, EXPIRES_AT = ?2 WHERE REALM_ID = ?3 AND EMAIL_KEY = ?4 AND LIFTED_AT IS NULL AND (EXPIRES_AT IS NULL OR EXPIRES_AT > ?5)';
  const until = seconds + MAX_STORED_SECONDS;
  return execute(session, sql, [now, until, realmIdOf(session), key, seconds]) > 0;
}

/** Forgets the addresses, and what was said of them, that have been stored for three months. */
export function forgetNames(session: KeycloakSession, now: number): void {
  const sql =
    'UPDATE LINKGATE_EMAIL_SUPPRESSION SET EMAIL = NULL, WORDS = NULL, NAMED_UNTIL = NULL WHERE NAMED_UNTIL < ?1';
  execute(session, sql, [now]);
}

/** Whether anything is stored of emails of a realm, or of their addresses. */
export function hasStoredEmails(session: KeycloakSession, realmId: string): boolean {
  const emails =
    'SELECT REALM_ID, EMAIL_KEY FROM LINKGATE_EMAIL WHERE REALM_ID = ?1 ORDER BY EMAIL_KEY FETCH FIRST 1 ROWS ONLY';
  const suppressions =
    'SELECT REALM_ID, EMAIL_KEY FROM LINKGATE_EMAIL_SUPPRESSION WHERE REALM_ID = ?1 ORDER BY EMAIL_KEY FETCH FIRST 1 ROWS ONLY';
  return [emails, suppressions].some((sql) => select(session, sql, [realmId]).length > 0);
}

/** Deletes those of an account, or of its address; false if some are left. */
export const deleteSuppressionsOf = deleterOfAccount('LINKGATE_EMAIL_SUPPRESSION', 'EMAIL_KEY');
