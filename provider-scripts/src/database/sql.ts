/** SQL on Linkgate's tables, and a few of Keycloak's, in Keycloak's database: parameters only ever as parameters. */
import type { EntityManager, JavaArray, JavaLong, KeycloakSession, Query } from 'keycloak';
import { isUniqueViolation } from './collision.ts';

const JtaTransactionManagerLookup = Java.type('org.keycloak.transaction.JtaTransactionManagerLookup');
const JtaPolicy = Java.type('org.keycloak.models.KeycloakTransactionManager$JTAPolicy');
const JpaConnectionProvider = Java.type('org.keycloak.connections.jpa.JpaConnectionProvider');
const JpaUtils = Java.type('org.keycloak.connections.jpa.util.JpaUtils');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const JavaLongType = Java.type('java.lang.Long');

/** A parameter: text, or a whole number for a BIGINT column. */
export type Parameter = string | number;

/** A cell of a result. */
export type Cell = string | number | JavaLong | null;

function prepare(session: KeycloakSession, sql: string, parameters: readonly Parameter[]): Query {
  const entityManager = session.getProvider(JpaConnectionProvider.class).getEntityManager();
  const query = entityManager.createNativeQuery(withSchema(sql, entityManager));
  for (let i = 0; i < parameters.length; i++) {
    const value = parameters[i];
    // A plain number may reach the driver as a double, which PostgreSQL doesn't compare with a BIGINT.
    query.setParameter(i + 1, typeof value === 'number' ? JavaLongType.valueOf(String(value)) : value);
  }
  return query;
}

/** A statement with the names that its tables have in this database: prefixed with the schema if Keycloak is configured with one. */
function withSchema(sql: string, entityManager: EntityManager): string {
  if (JpaUtils.getTableNameForNativeQuery('LINKGATE_LINK', entityManager) === 'LINKGATE_LINK') return sql;
  return sql.replace(
    /\b(?:LINKGATE_[A-Z_]+|DATABASECHANGELOG_LINKGATE|USER_ATTRIBUTE|USER_ENTITY|CLIENT_ATTRIBUTES|CLIENT)\b/g,
    (table) => JpaUtils.getTableNameForNativeQuery(table, entityManager),
  );
}

/** The rows that a SELECT of two or more columns finds. `?1` is the first parameter. */
export function select(
  session: KeycloakSession,
  sql: string,
  parameters: readonly Parameter[],
): JavaArray<Cell>[] {
  const rows: JavaArray<Cell>[] = [];
  for (const row of prepare(session, sql, parameters).getResultList()) rows.push(row as JavaArray<Cell>);
  return rows;
}

/**
 * Keycloak's own mark (`AsyncCommitIntegrator`) for a transaction that has to be on disk when its commit returns. Without it PostgreSQL
 * doesn't wait for that if the only entities written are events or sessions: native statements aren't noticed.
 */
const DURABLE = 'kc.sync_commit_required';

/** Runs an INSERT, UPDATE or DELETE, and makes its transaction a durable one; how many rows it touched. */
export function execute(session: KeycloakSession, sql: string, parameters: readonly Parameter[]): number {
  session.getProvider(JpaConnectionProvider.class).getEntityManager().setProperty(DURABLE, true);
  return prepare(session, sql, parameters).executeUpdate();
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
  const places = given.map((_, index) => `?${index + 1}`).join(', ');
  execute(
    session,
    `INSERT INTO ${table} (${columns}) VALUES (${places})`,
    given.map(([, value]) => value),
  );
}

/** How many rows one statement inserts. */
const ROWS_AT_ONCE = 20;

/**
 * Inserts rows of the same columns; of those that are texts and may have none, which are named, null stands for that. All statements are of
 * two shapes, so that whoever remembers statements remembers few.
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
    const place = ([column, value]: [string, Parameter | null]) => {
      const number = given.push(value ?? '');
      return nullable.includes(column) ? `NULLIF(?${number}, '')` : `?${number}`;
    };
    const places = some.map((row) => `(${Object.entries(row).map(place).join(', ')})`).join(', ');
    const columns = Object.keys(some[0] ?? {}).join(', ');
    execute(session, `INSERT INTO ${table} (${columns}) VALUES ${places}`, given);
  }
}

/** What Keycloak's own logging calls such a transaction. */
const TASK_NAME = 'Linkgate';

/** What a transaction can be while it is under way: `jakarta.transaction.Status`. */
const ACTIVE = 0;
const MARKED_ROLLBACK = 1;

/**
 * Returns the database connection that the session's own transaction may hold to the pool: commits what that has done so far (rolls it back if
 * it is marked so, which it stays), and begins it anew, without a connection until its next statement. Call it before anything that takes a
 * connection of its own or waits for something else than the database, and never between statements that belong together: locks end with it.
 */
export function releaseConnection(session: KeycloakSession): void {
  // Of a session without a transaction the thread's transaction is somebody else's.
  if (!session.getTransactionManager().isActive()) return;
  const transactions = session.getProvider(JtaTransactionManagerLookup.class).getTransactionManager();
  const status = transactions.getStatus();
  if (status !== ACTIVE && status !== MARKED_ROLLBACK) return;
  let undone = status === MARKED_ROLLBACK || session.getTransactionManager().getRollbackOnly();
  try {
    if (undone) transactions.rollback();
    else transactions.commit();
  } catch (failure) {
    undone = true;
    throw failure;
  } finally {
    transactions.begin();
    if (undone) transactions.setRollbackOnly();
  }
}

/**
 * Runs work in a separate transaction, committed when this returns. The work gets a separate session with the same realm and client; an
 * exception rolls it back. The session's own transaction holds no connection meanwhile (`releaseConnection`): with fewer connections than
 * threads each might hold one and wait for another.
 */
export function inOwnTransaction<T>(session: KeycloakSession, work: (own: KeycloakSession) => T): T {
  releaseConnection(session);
  const factory = session.getKeycloakSessionFactory();
  return KeycloakModelUtils.runJobInTransactionWithResult<T>(factory, session.getContext(), work, TASK_NAME);
}

/**
 * Looks at what is stored now, with a separate session that remembers nothing read before, on the connection of the session's own transaction:
 * that goes on, with its locks. For reading only.
 */
export function lookAnew<T>(session: KeycloakSession, look: (anew: KeycloakSession) => T): T {
  const anew = session.getKeycloakSessionFactory().create();
  try {
    anew.getTransactionManager().setJTAPolicy(JtaPolicy.NOT_SUPPORTED);
    anew.getTransactionManager().begin();
    KeycloakModelUtils.cloneContextRealmClientToSession(session.getContext(), anew);
    return look(anew);
  } finally {
    anew.close();
  }
}

/** Whoever inserts a row at the same moment as somebody else tries again and finds it; at most this often. */
const MAX_ATTEMPTS = 5;

/**
 * The same, retried when somebody else has inserted the same row meanwhile. Any other failure isn't retried: whoever has waited for a lock
 * in vain must not wait again.
 */
export function inRepeatedTransaction<T>(session: KeycloakSession, work: (own: KeycloakSession) => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return inOwnTransaction(session, work);
    } catch (failure) {
      if (attempt >= MAX_ATTEMPTS || !isUniqueViolation(failure)) throw failure;
    }
  }
}
