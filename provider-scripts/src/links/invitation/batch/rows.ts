/** Lists of users to invite in the database, besides what all lists have. */
import type { KeycloakSession } from 'keycloak';
import { textOrNull } from '../../../platform/database/cells.ts';
import { newRowId, newRowIds } from '../../../platform/database/row-id.ts';
import { execute, insert, insertAll, select } from '../../../platform/database/sql.ts';
import { realmIdOf } from '../../../platform/keycloak/realm.ts';
import type { BatchRow } from '../../batch/batch.ts';
import { startBatch } from '../../batch/rows.ts';
import { INVITATION_RETENTION_SECONDS, type InvitationState } from '../invitation.ts';
import { emailKey } from '../keys.ts';
import type { InvalidLine } from '../list.ts';
import { deleteDrafts, startDrafts } from '../rows.ts';

/** The length of the message column; a message that names many languages may be longer. */
const MAX_MESSAGE_LENGTH = 255;

/** The lengths of the columns of a list's heading, of the names of unused columns, and of an invalid line. */
const MAX_HEADING_LENGTH = 2000;
const MAX_IGNORED_LENGTH = 2000;
const MAX_LINE_LENGTH = 2000;

/** Stores a draft and its invalid lines; both expire together, unless it is started. */
export function insertBatch(session: KeycloakSession, row: BatchRow, wrong: readonly InvalidLine[]): void {
  const realmId = realmIdOf(session);
  const expiresAt = row.createdAt + INVITATION_RETENTION_SECONDS;
  insert(session, 'LINKGATE_BATCH', {
    ID: row.id,
    REALM_ID: realmId,
    KIND: 'invitation',
    STATE: row.state,
    LINES: row.lines,
    WRONG: row.wrong,
    FILE_NAME: row.fileName,
    CREATED_BY: row.createdBy,
    HEADING: row.heading === null || row.heading.length > MAX_HEADING_LENGTH ? null : row.heading,
    IGNORED_COLUMNS: namesWithin(row.ignored, MAX_IGNORED_LENGTH),
    ACCOUNTS: row.accounts,
    FAILURES: 0,
    CREATED_AT: row.createdAt,
    EXPIRES_AT: expiresAt,
  });
  const ids = newRowIds(wrong.length).reverse();
  const lines = wrong.map(({ line, source, email, field, id, values, message }, index) => ({
    ID: ids[index] ?? newRowId(),
    REALM_ID: realmId,
    BATCH_ID: row.id,
    LINE: line,
    SOURCE: source.slice(0, MAX_LINE_LENGTH),
    EMAIL_KEY: email === null ? null : emailKey(realmId, email),
    FIELD: field,
    MESSAGE: message.slice(0, MAX_MESSAGE_LENGTH),
    REJECTION: id,
    REJECTION_VALUES: JSON.stringify(values),
    EXPIRES_AT: expiresAt,
  }));
  insertAll(session, 'LINKGATE_BATCH_ERROR', lines, ['SOURCE', 'EMAIL_KEY']);
}

/** Names as JSON, without those that don't fit. */
function namesWithin(names: readonly string[], max: number): string {
  const fitting = [...names];
  while (JSON.stringify(fitting).length > max) fitting.pop();
  return JSON.stringify(fitting);
}

/** The number of a list's invitations by state; absent means none. */
export function countStates(session: KeycloakSession, id: string): Partial<Record<InvitationState, number>> {
  const counts: Partial<Record<InvitationState, number>> = {};
  const sql = 'SELECT STATE, COUNT(*) FROM LINKGATE_INVITATION WHERE BATCH_ID = ?1 GROUP BY STATE';
  for (const row of select(session, sql, [id])) counts[String(row[0]) as InvitationState] = Number(row[1]);
  return counts;
}

/** An invalid line as it is stored. */
type StoredLine = Omit<InvalidLine, 'email'>;

/** Lists the errors of a list's lines, in line order. */
export function listInvalidLines(
  session: KeycloakSession,
  batch: string,
  first: number,
  max: number,
): StoredLine[] {
  const sql =
    'SELECT LINE, SOURCE, FIELD, MESSAGE, REJECTION, REJECTION_VALUES FROM LINKGATE_BATCH_ERROR WHERE BATCH_ID = ?1 ORDER BY LINE, ID OFFSET ?2 ROWS FETCH FIRST ?3 ROWS ONLY';
  return select(session, sql, [batch, first, max]).map((row) => ({
    line: Number(row[0]),
    source: textOrNull(row[1]) ?? '',
    field: String(row[2]),
    id: String(row[4]) as StoredLine['id'],
    values: JSON.parse(String(row[5])) as StoredLine['values'],
    message: String(row[3]),
  }));
}

/** Discards a draft with its lines; false if it was started. */
export function deleteBatch(own: KeycloakSession, id: string): boolean {
  const sql = "DELETE FROM LINKGATE_BATCH WHERE ID = ?1 AND REALM_ID = ?2 AND STATE = 'draft'";
  if (execute(own, sql, [id, realmIdOf(own)]) === 0) return false;
  deleteDrafts(own, id);
  return true;
}

/** Starts or resumes a list as `startBatch` does, with the lines of a draft. */
export function startInvitations(
  own: KeycloakSession,
  id: string,
  notifiesAccounts: boolean | null,
  now: number,
): boolean {
  const isStarted = startBatch(own, id, notifiesAccounts, now);
  if (isStarted) startDrafts(own, id, now);
  return isStarted;
}
