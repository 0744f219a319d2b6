/** Whether an account has anything by which another user may sign in: credentials, or links to identity providers. */
import type { KeycloakSession } from 'keycloak';
import { select } from '../database/sql.ts';

/** Where Keycloak stores them, also for accounts of a store; one statement, whatever it finds. */
const SQL =
  'SELECT USER_ID, 1 FROM CREDENTIAL WHERE USER_ID = ?1 UNION ALL SELECT USER_ID, 1 FROM FEDERATED_IDENTITY WHERE USER_ID = ?1 UNION ALL SELECT USER_ID, 1 FROM FED_USER_CREDENTIAL WHERE USER_ID = ?1 UNION ALL SELECT USER_ID, 1 FROM BROKER_LINK WHERE USER_ID = ?1';

/** A password in a store isn't counted: its operator has set it. */
export function hasCredentials(session: KeycloakSession, userId: string): boolean {
  return select(session, SQL, [userId]).length > 0;
}
