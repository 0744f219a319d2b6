/** Estimates how many rows each table has, without counting them. */
import type { KeycloakSession, ServerInfoAwareProviderFactory } from 'keycloak';
import { select } from './sql.ts';
import { TABLE_NAMES } from './table-names.ts';

const JpaConnectionProvider = Java.type('org.keycloak.connections.jpa.JpaConnectionProvider');

/**
 * Reads PostgreSQL's own statistics: one catalogue query, however many rows there are. The live-tuple count restarts after a
 * crash, the number from the last vacuum or analysis doesn't: the larger one is used. Deleted rows may be included until the next
 * vacuum.
 */
const POSTGRESQL = `SELECT UPPER(c.relname), CAST(GREATEST(s.n_live_tup, c.reltuples, 0) AS BIGINT)
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_stat_all_tables s ON s.relid = c.oid
  WHERE c.oid IN (${TABLE_NAMES.map((table) => `to_regclass('${table}')`).join(', ')})`;

const H2 = `SELECT TABLE_NAME, ROW_COUNT_ESTIMATE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME LIKE 'LINKGATE!_%' ESCAPE '!'`;

export function estimateRows(session: KeycloakSession): Record<string, number> {
  const sql = isPostgresql(session) ? POSTGRESQL : H2;
  const rows: Record<string, number> = {};
  for (const [table, estimate] of select(session, sql, [])) rows[String(table)] = Number(estimate);
  return rows;
}

/** From the operational info that Keycloak holds in memory. */
function isPostgresql(session: KeycloakSession): boolean {
  const factory = session.getKeycloakSessionFactory().getProviderFactory(JpaConnectionProvider.class);
  const info = (factory as unknown as ServerInfoAwareProviderFactory).getOperationalInfo();
  return String(info.get('databaseProduct')).startsWith('PostgreSQL');
}
