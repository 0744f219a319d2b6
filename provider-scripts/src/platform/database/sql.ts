/** SQL on Linkgate's tables, and a few of Keycloak's, in Keycloak's database. Values are always bound as parameters. */
import type { JavaArray, JavaLong, KeycloakSession, Throwable } from 'keycloak';
import { asBackground, isBackground } from './background.ts';
import { isUniqueViolationState } from './sql-state.ts';

const JavaThrowable = Java.type('java.lang.Throwable');
const SQLException = Java.type('java.sql.SQLException');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const Statements = Java.type('org.linkgate.host.Statements');
const Transactions = Java.type('org.linkgate.host.Transactions');

/** A parameter: text, or a whole number for a BIGINT column. */
export type Parameter = string | number;

/** A cell of a result. */
export type Cell = string | number | JavaLong | null;

/** The rows of a SELECT with two or more columns. `?1` is the first parameter. */
export function select(
  session: KeycloakSession,
  sql: string,
  parameters: readonly Parameter[],
): JavaArray<Cell>[] {
  const found = Statements.select(session, sql, parameters);
  const rows: JavaArray<Cell>[] = [];
  for (let i = 0; i < found.length; i++) rows.push(found[i] as JavaArray<Cell>);
  return rows;
}

/** Runs an INSERT, UPDATE or DELETE, and marks its transaction durable. Returns the number of affected rows. */
export function execute(session: KeycloakSession, sql: string, parameters: readonly Parameter[]): number {
  return Statements.execute(session, sql, parameters);
}

/** Inserts a row; columns without a value stay null. */
export function insert(
  session: KeycloakSession,
  table: string,
  values: Record<string, Parameter | null>,
): void {
  const given: [string, Parameter][] = [];
  for (const [column, value] of Object.entries(values)) if (value !== null) given.push([column, value]);
  const columns = given.map(([column]) => column).join(', ');
  const placeholders = given.map((_, index) => `?${index + 1}`).join(', ');
  execute(
    session,
    `INSERT INTO ${table} (${columns}) VALUES (${placeholders})`,
    given.map(([, value]) => value),
  );
}

/** How many rows one statement inserts. */
const ROWS_AT_ONCE = 20;

/**
 * Batch insert. `nullable` names the text columns that accept null. Statements have only two shapes, so that statement caches
 * stay small.
 */
export function insertAll(
  session: KeycloakSession,
  table: string,
  rows: readonly Record<string, Parameter | null>[],
  nullable: readonly string[],
): void {
  for (let first = 0; first < rows.length; ) {
    const some = rows.slice(first, first + (rows.length - first >= ROWS_AT_ONCE ? ROWS_AT_ONCE : 1));
    first += some.length;
    const given: Parameter[] = [];
    const placeholder = ([column, value]: [string, Parameter | null]) => {
      const number = given.push(value ?? '');
      return nullable.includes(column) ? `NULLIF(?${number}, '')` : `?${number}`;
    };
    const placeholders = some.map((row) => `(${Object.entries(row).map(placeholder).join(', ')})`).join(', ');
    const columns = Object.keys(some[0] ?? {}).join(', ');
    execute(session, `INSERT INTO ${table} (${columns}) VALUES ${placeholders}`, given);
  }
}

/** The name of the transaction in Keycloak's log. */
const TASK_NAME = 'Linkgate';

/**
 * Returns the database connection of the session's own transaction to the pool: commits the transaction (or rolls it back if it
 * is marked for rollback, and marks the next one, too) and begins a new one, which has no connection until its next statement.
 * Call it before anything that needs another connection or waits for something other than the database, and never between
 * statements that belong together: it releases locks.
 *
 * @returns false if it rolled back
 */
export function releaseConnection(session: KeycloakSession): boolean {
  return Transactions.renew(session);
}

/**
 * Runs work in a separate transaction, committed when this returns; an exception rolls it back. The work gets a separate session
 * with the same realm and client. The session's own transaction holds no connection meanwhile (`releaseConnection`): with fewer
 * connections than threads, each thread might hold one and wait for another.
 */
export function inOwnTransaction<T>(session: KeycloakSession, work: (own: KeycloakSession) => T): T {
  releaseConnection(session);
  const factory = session.getKeycloakSessionFactory();
  const job = isBackground(session) ? (own: KeycloakSession) => work(asBackground(own)) : work;
  return KeycloakModelUtils.runJobInTransactionWithResult<T>(factory, session.getContext(), job, TASK_NAME);
}

/**
 * Reads the current state with a separate session, which has nothing cached, on the connection of the session's own transaction, whose locks
 * stay. For reading only.
 */
export function readFresh<T>(session: KeycloakSession, read: (fresh: KeycloakSession) => T): T {
  return Transactions.within(session, read);
}

/**
 * Like `inOwnTransaction`, but in the transaction in which the request has read so far: the caller ends it by `releaseConnection`. For work that
 * changes no account, whose listeners would hear of it before the commit.
 */
export function inReadTransaction<T>(session: KeycloakSession, work: (own: KeycloakSession) => T): T {
  try {
    return readFresh(session, (own) => {
      const done = work(own);
      Transactions.write(own);
      return done;
    });
  } catch (failure) {
    session.getTransactionManager().setRollbackOnly();
    throw failure;
  }
}

/** Lets a session's transaction be on disk when its commit returns, although the session itself writes only events. */
export function markDurable(session: KeycloakSession): void {
  Transactions.markDurable(session);
}

/** How often a transaction is tried that collides with a concurrent insert of the same row. */
const MAX_ATTEMPTS = 5;

/**
 * Like `inOwnTransaction`, retried if a concurrent transaction has inserted the same row. Other failures aren't retried: after a
 * lock timeout, the caller must not wait again.
 */
export function inRetriedTransaction<T>(session: KeycloakSession, work: (own: KeycloakSession) => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return inOwnTransaction(session, work);
    } catch (failure) {
      if (attempt >= MAX_ATTEMPTS || !isUniqueViolation(failure)) throw failure;
    }
  }
}

/** How many nested causes are examined. */
const MAX_DEPTH = 20;

/** Whether a failure is a unique key violation. */
function isUniqueViolation(failure: unknown): boolean {
  let cause: Throwable | null = failure instanceof JavaThrowable ? failure : null;
  for (let depth = 0; cause !== null && depth < MAX_DEPTH; depth++) {
    if (cause instanceof SQLException && isUniqueViolationState(cause.getSQLState())) return true;
    cause = cause.getCause();
  }
  return false;
}

/**
 * Commits unless the transaction is over or will be rolled back. Keycloak commits only once the response is complete; a failure then
 * can't always be answered any more.
 */
export function commitIfOpen(session: KeycloakSession): void {
  Transactions.commitIfOpen(session);
}
