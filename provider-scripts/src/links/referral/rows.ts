/** Referral codes in the database; only their hashes are stored. */
import type { KeycloakSession } from 'keycloak';
import { type Page, rowsToSelect } from '../../http/request/paging.ts';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { type Cell, execute, insert, select } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { plainCode, type ReferralRow } from './referral.ts';

/** Returns the key of a code: the SHA-256 of its plain form, in base64url. */
export function referralKey(code: string): string {
  return sha256(plainCode(code));
}

const COLUMNS = 'ID, CODE_KEY, LAST_LETTERS, NOTE, CLIENT_UUID, MAX_USES, USES, CREATED_AT, EXPIRES_AT';

function rowOf(cells: { readonly [index: number]: Cell }): ReferralRow {
  return {
    id: String(cells[0]),
    key: String(cells[1]),
    lastLetters: String(cells[2]),
    note: textOrNull(cells[3]),
    clientUuid: textOrNull(cells[4]),
    maxUses: Number(cells[5]),
    uses: Number(cells[6]),
    createdAt: Number(cells[7]),
    expiresAt: numberOrNull(cells[8]),
  };
}

/** Lists the realm's codes, the newest first; one more than a page has. */
export function listReferrals(session: KeycloakSession, page: Page): ReferralRow[] {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_REFERRAL WHERE REALM_ID = ?1 ORDER BY CREATED_AT DESC, ID DESC OFFSET ?2 ROWS FETCH FIRST ?3 ROWS ONLY`;
  return select(session, sql, [realmIdOf(session), page.first, rowsToSelect(page)]).map(rowOf);
}

/** Finds a code by its hash. */
export function findReferral(session: KeycloakSession, key: string): ReferralRow | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_REFERRAL WHERE REALM_ID = ?1 AND CODE_KEY = ?2`;
  const row = select(session, sql, [realmIdOf(session), key])[0];
  return row === undefined ? null : rowOf(row);
}

export function insertReferral(session: KeycloakSession, row: ReferralRow): void {
  insert(session, 'LINKGATE_REFERRAL', {
    ID: row.id,
    REALM_ID: realmIdOf(session),
    CODE_KEY: row.key,
    LAST_LETTERS: row.lastLetters,
    NOTE: row.note,
    CLIENT_UUID: row.clientUuid,
    MAX_USES: row.maxUses,
    USES: row.uses,
    CREATED_AT: row.createdAt,
    EXPIRES_AT: row.expiresAt,
  });
}

/** Revokes a code; false if there is none. */
export function deleteReferral(session: KeycloakSession, id: string): boolean {
  return (
    execute(session, 'DELETE FROM LINKGATE_REFERRAL WHERE REALM_ID = ?1 AND ID = ?2', [
      realmIdOf(session),
      id,
    ]) === 1
  );
}

/** Counts one use, atomically; false if none was left at `now`. */
export function spendReferral(session: KeycloakSession, id: string, now: number): boolean {
  const sql =
    'UPDATE LINKGATE_REFERRAL SET USES = USES + 1 WHERE ID = ?1 AND USES < MAX_USES AND (EXPIRES_AT IS NULL OR EXPIRES_AT > ?2)';
  return execute(session, sql, [id, now]) === 1;
}
