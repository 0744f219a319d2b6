/** Lists in the database: what those of all kinds have. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { type Cell, execute, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import {
  BATCH_RETENTION_SECONDS,
  type BatchKindName,
  type BatchRow,
  type BatchState,
  type Pause,
} from './batch.ts';

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

/** A list of a kind by its identifier, or null. */
export function findBatch(session: KeycloakSession, kind: BatchKindName, id: string): BatchRow | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_BATCH WHERE ID = ?1 AND REALM_ID = ?2 AND KIND = ?3`;
  const row = select(session, sql, [id, realmIdOf(session), kind])[0];
  return row === undefined ? null : rowOf(row);
}

/** A realm's lists of a kind, the newest first. */
export function listBatches(
  session: KeycloakSession,
  kind: BatchKindName,
  first: number,
  max: number,
): BatchRow[] {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_BATCH WHERE REALM_ID = ?1 AND KIND = ?2 ORDER BY CREATED_AT DESC, ID DESC OFFSET ?3 ROWS FETCH FIRST ?4 ROWS ONLY`;
  return select(session, sql, [realmIdOf(session), kind, first, max]).map(rowOf);
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
  const expiresAt = now + BATCH_RETENTION_SECONDS;
  return execute(own, sql, [now, expiresAt, notifies, id, realmIdOf(own)]) === 1;
}

/** Stops a list, for too many failures or by an administrator (null); false if it isn't running. */
export function stopBatch(session: KeycloakSession, id: string, pause: 'failures' | null): boolean {
  const sql =
    "UPDATE LINKGATE_BATCH SET STATE = 'stopped', RUNNER = NULL, DUE_AT = NULL, PAUSE = NULLIF(?1, '') WHERE ID = ?2 AND REALM_ID = ?3 AND STATE = 'running'";
  return execute(session, sql, [pause ?? '', id, realmIdOf(session)]) === 1;
}

/** The realms and kinds that have a list that can be resumed at `now` (Unix seconds). */
export function dueBatches(session: KeycloakSession, now: number): { realmId: string; kind: string }[] {
  const sql = 'SELECT DISTINCT REALM_ID, KIND FROM LINKGATE_BATCH WHERE DUE_AT <= ?1';
  return select(session, sql, [now]).map((row) => ({ realmId: String(row[0]), kind: String(row[1]) }));
}

/** A realm's oldest running list of a kind, which is sent first, or null. */
export function findRunningBatch(session: KeycloakSession, kind: BatchKindName): string | null {
  const sql =
    'SELECT ID, CREATED_AT FROM LINKGATE_BATCH WHERE DUE_AT > 0 AND REALM_ID = ?1 AND KIND = ?2 ORDER BY CREATED_AT, ID FETCH FIRST 1 ROWS ONLY';
  const row = select(session, sql, [realmIdOf(session), kind])[0];
  return row === undefined ? null : String(row[0]);
}

/** A running list, locked until the transaction ends. */
export interface RunningBatch {
  id: string;
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
    id,
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
