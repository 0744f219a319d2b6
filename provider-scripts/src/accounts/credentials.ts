/** What Keycloak stores of an account's credentials, and links to identity providers: all by which a user may sign in. */
import type { KeycloakSession } from 'keycloak';
import { select } from '../platform/database/sql.ts';

/** Where Keycloak stores them, also for accounts of a store; one statement, whatever it finds. */
const SQL =
  'SELECT USER_ID, 1 FROM CREDENTIAL WHERE USER_ID = ?1 UNION ALL SELECT USER_ID, 1 FROM FEDERATED_IDENTITY WHERE USER_ID = ?1 UNION ALL SELECT USER_ID, 1 FROM FED_USER_CREDENTIAL WHERE USER_ID = ?1 UNION ALL SELECT USER_ID, 1 FROM BROKER_LINK WHERE USER_ID = ?1';

/** Whether an account has any. A password in a store isn't counted: its operator has set it. */
export function hasCredentials(session: KeycloakSession, userId: string): boolean {
  return select(session, SQL, [userId]).length > 0;
}

const NEW_SQL =
  'SELECT TYPE, CREATED_DATE FROM CREDENTIAL WHERE USER_ID = ?1 AND CREATED_DATE > ?2 UNION ALL SELECT TYPE, CREATED_DATE FROM FED_USER_CREDENTIAL WHERE USER_ID = ?1 AND CREATED_DATE > ?2';

/** The types of the credentials that an account has got, or that were changed, since an instant (Unix milliseconds). */
export function credentialTypesSince(session: KeycloakSession, userId: string, instant: number): string[] {
  return select(session, NEW_SQL, [userId, instant]).map(([type]) => String(type));
}
