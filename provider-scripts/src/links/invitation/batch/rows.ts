/** Lists of users to invite in the database. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull, textOrNull } from '../../../platform/database/cells.ts';
import { newRowId, newRowIds } from '../../../platform/database/row-id.ts';
import { type Cell, execute, insert, insertAll, select } from '../../../platform/database/sql.ts';
import { realmIdOf } from '../../../platform/keycloak/realm.ts';
import { INVITATION_RETENTION_SECONDS, type InvitationState } from '../invitation.ts';
import { emailKey } from '../keys.ts';
import type { InvalidLine } from '../list.ts';
import { deleteDrafts, startDrafts } from '../rows.ts';
import type { BatchRow, BatchState, Pause } from './batch.ts';

/** The length of the message column; a message that names many languages may be longer. */
const MAX_MESSAGE_LENGTH = 255;

/** The lengths of the columns of a list's heading, of the names of unused columns, and of an invalid line. */
const MAX_HEADING_LENGTH = 2000;
const MAX_IGNORED_LENGTH = 2000;
const MAX_LINE_LENGTH = 2000;

const COLUMNS =
  'ID, STATE, LINES, WRONG, FILE_NAME, CREATED_BY, HEADING, IGNORED_COLUMNS, ACCOUNTS, NOTIFIES_ACCOUNTS, PAUSE, DUE_AT, CREATED_AT';

function rowOf(cells: { readonly [index: number]: Cell }): BatchRow {
  return {
    id: String(cells[0]),
    state: String(cells[1]) as BatchState,
    lines: Number(cells[2]),
    wrong: Number(cells[3]),
    fileName: textOrNull(cells[4]),
    createdBy: textOrNull(cells[5]),
    heading: textOrNull(cells[6]),
    ignored: JSON.parse(String(cells[7])) as string[],
    accounts: Number(cells[8]),
    notifiesAccounts: Number(cells[9]) === 1,
    pause: textOrNull(cells[10]) as Pause | null,
    dueAt: numberOrNull(cells[11]),
    createdAt: Number(cells[12]),
  };
}

/** Stores a draft and its invalid lines; both expire together, unless it is started. */
export function insertBatch(session: KeycloakSession, row: BatchRow, wrong: readonly InvalidLine[]): void {
  const realmId = realmIdOf(session);
  const expiresAt = row.createdAt + INVITATION_RETENTION_SECONDS;
  insert(session, 'LINKGATE_BATCH', {
    ID: row.id,
    REALM_ID: realmId,
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

/** A list by its identifier, or null. */
export function findBatch(session: KeycloakSession, id: string): BatchRow | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_BATCH WHERE ID = ?1 AND REALM_ID = ?2`;
  const row = select(session, sql, [id, realmIdOf(session)])[0];
  return row === undefined ? null : rowOf(row);
}

/** A realm's lists, the newest first. */
export function listBatches(session: KeycloakSession, first: number, max: number): BatchRow[] {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_BATCH WHERE REALM_ID = ?1 ORDER BY CREATED_AT DESC, ID DESC OFFSET ?2 ROWS FETCH FIRST ?3 ROWS ONLY`;
  return select(session, sql, [realmIdOf(session), first, max]).map(rowOf);
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

/**
 * Starts or resumes a list at `now` (Unix seconds); false if it is running or done.
 *
 * @param notifiesAccounts whether addresses that have an account are emailed; null for as before
 */
export function startBatch(
  own: KeycloakSession,
  id: string,
  notifiesAccounts: boolean | null,
  now: number,
): boolean {
  const sql =
    "UPDATE LINKGATE_BATCH SET STATE = 'running', FAILURES = 0, RUNNER = NULL, PAUSE = NULL, DUE_AT = ?1, EXPIRES_AT = ?2, NOTIFIES_ACCOUNTS = COALESCE(NULLIF(?3, -1), NOTIFIES_ACCOUNTS) WHERE ID = ?4 AND REALM_ID = ?5 AND STATE IN ('draft', 'stopped') AND (STATE <> 'draft' OR EXPIRES_AT > ?1)";
  const notifies = notifiesAccounts === null ? -1 : notifiesAccounts ? 1 : 0;
  const expiresAt = now + 3 * INVITATION_RETENTION_SECONDS;
  if (execute(own, sql, [now, expiresAt, notifies, id, realmIdOf(own)]) === 0) return false;
  startDrafts(own, id, now);
  return true;
}

/** Discards a draft with its lines; false if it was started. */
export function deleteBatch(own: KeycloakSession, id: string): boolean {
  const sql = "DELETE FROM LINKGATE_BATCH WHERE ID = ?1 AND REALM_ID = ?2 AND STATE = 'draft'";
  if (execute(own, sql, [id, realmIdOf(own)]) === 0) return false;
  deleteDrafts(own, id);
  return true;
}

/** Stops a list, for too many failures or by an administrator (null); false if it isn't running. */
export function stopBatch(session: KeycloakSession, id: string, pause: 'failures' | null): boolean {
  const sql =
    "UPDATE LINKGATE_BATCH SET STATE = 'stopped', RUNNER = NULL, DUE_AT = NULL, PAUSE = NULLIF(?1, '') WHERE ID = ?2 AND REALM_ID = ?3 AND STATE = 'running'";
  return execute(session, sql, [pause ?? '', id, realmIdOf(session)]) === 1;
}

/** The realms that have a list that can be resumed at `now` (Unix seconds). */
export function realmsWithDueBatches(session: KeycloakSession, now: number): string[] {
  const sql = 'SELECT DISTINCT REALM_ID, STATE FROM LINKGATE_BATCH WHERE DUE_AT <= ?1';
  return select(session, sql, [now]).map((row) => String(row[0]));
}

/** A realm's oldest running list, which is sent first, or null. */
export function findRunningBatch(session: KeycloakSession): string | null {
  const sql =
    'SELECT ID, CREATED_AT FROM LINKGATE_BATCH WHERE DUE_AT > 0 AND REALM_ID = ?1 ORDER BY CREATED_AT, ID FETCH FIRST 1 ROWS ONLY';
  const row = select(session, sql, [realmIdOf(session)])[0];
  return row === undefined ? null : String(row[0]);
}

/** A running list, locked until the transaction ends. */
export interface RunningBatch {
  runner: string | null;
  dueAt: number;
  /** Consecutive emails that weren't sent. */
  failures: number;
  notifiesAccounts: boolean;
}

/** Locks a list; null if it is no longer running. */
export function lockRunningBatch(own: KeycloakSession, id: string): RunningBatch | null {
  const sql =
    'SELECT RUNNER, DUE_AT, FAILURES, NOTIFIES_ACCOUNTS FROM LINKGATE_BATCH WHERE ID = ?1 AND DUE_AT > 0 FOR UPDATE';
  const row = select(own, sql, [id])[0];
  if (row === undefined) return null;
  return {
    runner: textOrNull(row[0]),
    dueAt: Number(row[1]),
    failures: Number(row[2]),
    notifiesAccounts: Number(row[3]) === 1,
  };
}

/** Leases a locked list to a runner until an instant (Unix seconds). */
export function leaseBatch(own: KeycloakSession, id: string, runner: string, until: number): void {
  execute(own, 'UPDATE LINKGATE_BATCH SET RUNNER = ?1, DUE_AT = ?2, PAUSE = NULL WHERE ID = ?3', [
    runner,
    until,
    id,
  ]);
}

/** Postpones a locked list until an instant (Unix seconds), with the reason if it is paused. */
export function postponeBatch(own: KeycloakSession, id: string, until: number, pause: Pause | null): void {
  execute(
    own,
    "UPDATE LINKGATE_BATCH SET RUNNER = NULL, DUE_AT = ?1, PAUSE = NULLIF(?2, '') WHERE ID = ?3 AND DUE_AT > 0",
    [until, pause ?? '', id],
  );
}

export function finishBatch(own: KeycloakSession, id: string): void {
  execute(own, "UPDATE LINKGATE_BATCH SET STATE = 'done', RUNNER = NULL, DUE_AT = NULL WHERE ID = ?1", [id]);
}

export function storeFailures(own: KeycloakSession, id: string, failures: number): void {
  execute(own, 'UPDATE LINKGATE_BATCH SET FAILURES = ?1 WHERE ID = ?2', [failures, id]);
}
