/** Accounts of user stores that a realm no longer has. */
import type { KeycloakSession } from 'keycloak';
import { textOrNull } from '../platform/database/cells.ts';
import { select } from '../platform/database/sql.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';

/**
 * Whether an account names a user store that the realm doesn't have. Looked up, Keycloak would delete it in a transaction of its own, which
 * waits for the one that has just changed the account.
 */
export function hasLostStore(session: KeycloakSession, userId: string): boolean {
  const sql = 'SELECT ID, FEDERATION_LINK FROM USER_ENTITY WHERE ID = ?1';
  const link = textOrNull(select(session, sql, [userId])[0]?.[1]);
  return link !== null && link !== undefined && requireRealm(session).getComponent(link) === null;
}
