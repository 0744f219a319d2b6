/** Whether an account has anything by which another user may sign in: credentials, or links to identity providers. */
import type { KeycloakSession } from 'keycloak';
import { select } from '../database/sql.ts';

/** Where Keycloak stores them, also for accounts of a store; one statement, whatever it finds. */
const TABLES = ['CREDENTIAL', 'FEDERATED_IDENTITY', 'FED_USER_CREDENTIAL', 'BROKER_LINK'] as const;
const SQL = TABLES.map((table) => `SELECT USER_ID, '${table}' FROM ${table} WHERE USER_ID = ?1`).join(
  ' UNION ALL ',
);

/** A password in a store isn't counted: its operator has set it. */
export function hasCredentials(session: KeycloakSession, userId: string): boolean {
  return select(session, SQL, [userId]).length > 0;
}
