/** Lists of users to invite in the database. */
import type { KeycloakSession } from 'keycloak';
import { textOrNull } from '../../database/cells.ts';
import { type Cell, execute, insert, insertAll, select } from '../../database/sql.ts';
import type { InvitationState } from '../invitation.ts';
import { INVITATION_RETENTION_SECONDS } from '../invitation.ts';
import type { InvalidLine } from '../list.ts';
import type { BatchRow, BatchState } from './batch.ts';

/** The length of the message column; a message that names many languages may be longer. */
const MAX_MESSAGE_LENGTH = 255;

const COLUMNS = 'ID, STATE, LINES, WRONG, FAILURES, CREATED_AT';

function rowOf(cells: { readonly [index: number]: Cell }): BatchRow {
  return {
    id: String(cells[0]),
    state: String(cells[1]) as BatchState,
    lines: Number(cells[2]),
    wrong: Number(cells[3]),
    failures: Number(cells[4]),
    createdAt: Number(cells[5]),
  };
}

/** Stores a validated list and its invalid lines, for as long as its invitations may be retained. */
export function insertBatch(
  session: KeycloakSession,
  realmId: string,
  row: BatchRow,
  wrong: readonly InvalidLine[],
): void {
  insert(session, 'LINKGATE_BATCH', {
    ID: row.id,
    REALM_ID: realmId,
    STATE: row.state,
    LINES: row.lines,
    WRONG: row.wrong,
    FAILURES: row.failures,
    CREATED_AT: row.createdAt,
    EXPIRES_AT: row.createdAt + 3 * INVITATION_RETENTION_SECONDS,
  });
  const lines = wrong.map(({ line, field, id, values, message }) => ({
    BATCH_ID: row.id,
    LINE: line,
    FIELD: field,
    MESSAGE: message.slice(0, MAX_MESSAGE_LENGTH),
    REJECTION: id,
    REJECTION_VALUES: JSON.stringify(values),
  }));
  insertAll(session, 'LINKGATE_BATCH_ERROR', lines, []);
}

/** A list by its identifier, or null. */
export function findBatch(session: KeycloakSession, realmId: string, id: string): BatchRow | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_BATCH WHERE ID = ?1 AND REALM_ID = ?2`;
  const row = select(session, sql, [id, realmId])[0];
  return row === undefined ? null : rowOf(row);
}

/** A realm's lists, the newest first. */
export function listBatches(
  session: KeycloakSession,
  realmId: string,
  first: number,
  max: number,
): BatchRow[] {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_BATCH WHERE REALM_ID = ?1 ORDER BY CREATED_AT DESC, ID DESC OFFSET ?2 ROWS FETCH FIRST ?3 ROWS ONLY`;
  return select(session, sql, [realmId, first, max]).map(rowOf);
}

/** The number of a list's invitations by state; absent means none. */
export function countStates(session: KeycloakSession, id: string): Partial<Record<InvitationState, number>> {
  const counts: Partial<Record<InvitationState, number>> = {};
  const sql = 'SELECT STATE, COUNT(*) FROM LINKGATE_INVITATION WHERE BATCH_ID = ?1 GROUP BY STATE';
  for (const row of select(session, sql, [id])) counts[String(row[0]) as InvitationState] = Number(row[1]);
  return counts;
}

/** Lists the errors of a list's lines, in line order. */
export function listInvalidLines(
  session: KeycloakSession,
  batch: string,
  first: number,
  max: number,
): InvalidLine[] {
  const sql =
    'SELECT LINE, FIELD, MESSAGE, REJECTION, REJECTION_VALUES FROM LINKGATE_BATCH_ERROR WHERE BATCH_ID = ?1 ORDER BY LINE OFFSET ?2 ROWS FETCH FIRST ?3 ROWS ONLY';
  return select(session, sql, [batch, first, max]).map((row) => ({
    line: Number(row[0]),
    field: String(row[1]),
    id: String(row[3]) as InvalidLine['id'],
    values: JSON.parse(String(row[4])) as InvalidLine['values'],
    message: String(row[2]),
  }));
}

/** Starts a list at `now` (Unix seconds); false if it is running or done. */
export function startBatch(session: KeycloakSession, realmId: string, id: string, now: number): boolean {
  const sql =
    "UPDATE LINKGATE_BATCH SET STATE = 'running', FAILURES = 0, RUNNER = NULL, DUE_AT = ?1 WHERE ID = ?2 AND REALM_ID = ?3 AND STATE IN ('checked', 'stopped')";
  return execute(session, sql, [now, id, realmId]) === 1;
}

/** Stops a list; false if it isn't running. */
export function stopBatch(session: KeycloakSession, realmId: string, id: string): boolean {
  const sql =
    "UPDATE LINKGATE_BATCH SET STATE = 'stopped', RUNNER = NULL, DUE_AT = NULL WHERE ID = ?1 AND REALM_ID = ?2 AND STATE = 'running'";
  return execute(session, sql, [id, realmId]) === 1;
}

/** The realms that have a list that can be resumed at `now` (Unix seconds). */
export function realmsWithDueBatches(session: KeycloakSession, now: number): string[] {
  const sql = 'SELECT DISTINCT REALM_ID, STATE FROM LINKGATE_BATCH WHERE DUE_AT <= ?1';
  return select(session, sql, [now]).map((row) => String(row[0]));
}

/** A realm's oldest running list, which is sent first, or null. */
export function findRunningBatch(session: KeycloakSession, realmId: string): string | null {
  const sql =
    'SELECT ID, CREATED_AT FROM LINKGATE_BATCH WHERE DUE_AT > 0 AND REALM_ID = ?1 ORDER BY CREATED_AT, ID FETCH FIRST 1 ROWS ONLY';
  const row = select(session, sql, [realmId])[0];
  return row === undefined ? null : String(row[0]);
}

/** A running list, locked until the transaction ends. */
export interface RunningBatch {
  runner: string | null;
  dueAt: number;
  failures: number;
}

/** Locks a list; null if it is no longer running. */
export function lockRunningBatch(own: KeycloakSession, id: string): RunningBatch | null {
  const sql = 'SELECT RUNNER, DUE_AT, FAILURES FROM LINKGATE_BATCH WHERE ID = ?1 AND DUE_AT > 0 FOR UPDATE';
  const row = select(own, sql, [id])[0];
  if (row === undefined) return null;
  const [runner, dueAt, failures] = [row[0], row[1], row[2]];
  return {
    runner: textOrNull(runner),
    dueAt: Number(dueAt),
    failures: Number(failures),
  };
}

/** Leases a locked list to a runner until an instant (Unix seconds). */
export function leaseBatch(own: KeycloakSession, id: string, runner: string, until: number): void {
  execute(own, 'UPDATE LINKGATE_BATCH SET RUNNER = ?1, DUE_AT = ?2 WHERE ID = ?3', [runner, until, id]);
}

/** Postpones a locked list until an instant (Unix seconds). */
export function postponeBatch(own: KeycloakSession, id: string, until: number): void {
  execute(own, 'UPDATE LINKGATE_BATCH SET RUNNER = NULL, DUE_AT = ?1 WHERE ID = ?2 AND DUE_AT > 0', [
    until,
    id,
  ]);
}

/** Marks a locked list done. */
export function finishBatch(own: KeycloakSession, id: string): void {
  execute(own, "UPDATE LINKGATE_BATCH SET STATE = 'done', RUNNER = NULL, DUE_AT = NULL WHERE ID = ?1", [id]);
}

/** Stores the number of consecutive failures. */
export function storeFailures(own: KeycloakSession, id: string, failures: number): void {
  execute(own, 'UPDATE LINKGATE_BATCH SET FAILURES = ?1 WHERE ID = ?2', [failures, id]);
}
