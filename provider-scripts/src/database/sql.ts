/** SQL on Linkgate's tables, and one of Keycloak's, in Keycloak's database: parameters only ever as parameters. */
import type { JavaArray, JavaLong, KeycloakSession, Query } from 'keycloak';

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
  const named = sql.replace(/\b(?:LINKGATE_[A-Z]+|USER_ATTRIBUTE)\b/g, (table) =>
    JpaUtils.getTableNameForNativeQuery(table, entityManager),
  );
  const query = entityManager.createNativeQuery(named);
  for (let i = 0; i < parameters.length; i++) {
    const value = parameters[i];
    // A plain number may reach the driver as a double, which PostgreSQL doesn't compare with a BIGINT.
    query.setParameter(i + 1, typeof value === 'number' ? JavaLongType.valueOf(String(value)) : value);
  }
  return query;
}

/** The rows that a SELECT of two or more columns finds. `?1` is the first parameter. */
export function select(
  session: KeycloakSession,
  sql: string,
  parameters: readonly Parameter[],
): JavaArray<Cell>[] {
  return rowsOf(prepare(session, sql, parameters));
}

/** The same, but no more than `most` rows. */
export function selectFirst(
  session: KeycloakSession,
  sql: string,
  parameters: readonly Parameter[],
  most: number,
): JavaArray<Cell>[] {
  return rowsOf(prepare(session, sql, parameters).setMaxResults(most));
}

function rowsOf(query: Query): JavaArray<Cell>[] {
  const rows: JavaArray<Cell>[] = [];
  for (const row of query.getResultList()) rows.push(row as JavaArray<Cell>);
  return rows;
}

/** Runs an INSERT, UPDATE or DELETE; how many rows it touched. */
export function execute(session: KeycloakSession, sql: string, parameters: readonly Parameter[]): number {
  return prepare(session, sql, parameters).executeUpdate();
}

/** Inserts a row; columns without a value are left to be null. */
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

/**
 * Runs work in a transaction of its own, committed when this returns. The work gets a session of its own with the same realm; what it
 * throws rolls back.
 */
export function inOwnTransaction<T>(session: KeycloakSession, work: (own: KeycloakSession) => T): T {
  const realm = session.getContext().getRealm();
  return KeycloakModelUtils.runJobInTransactionWithResult<T>(session.getKeycloakSessionFactory(), (own) => {
    if (realm !== null) own.getContext().setRealm(own.realms().getRealm(realm.getId()));
    return work(own);
  });
}
