/** What happened to the link in an email, beside what its service reports; without a route that reports, nothing is stored. */
import type { KeycloakSession } from 'keycloak';
import { execute, inOwnTransaction } from '../../platform/database/sql.ts';
import { currentMillis } from '../../platform/engine/clock.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { hasFeedback } from './record.ts';

/** Records that a link was opened, in a transaction of its own; only the first time counts. Returns whether this was it. */
export function traceOpened(session: KeycloakSession, linkId: string, by: 'scanner' | 'browser'): boolean {
  if (!hasFeedback(session)) return false;
  const sql =
    by === 'browser'
      ? 'UPDATE LINKGATE_EMAIL SET OPENED_AT = ?1 WHERE REALM_ID = ?2 AND LINK_ID = ?3 AND OPENED_AT IS NULL'
      : 'UPDATE LINKGATE_EMAIL SET SCANNED_AT = ?1 WHERE REALM_ID = ?2 AND LINK_ID = ?3 AND SCANNED_AT IS NULL';
  const parameters = [currentMillis(), realmIdOf(session), linkId];
  return inOwnTransaction(session, (own) => execute(own, sql, parameters)) > 0;
}

/** Records that a link was used, in the transaction that uses it, and by which account, which it may have created. */
export function traceUsed(own: KeycloakSession, linkId: string, userId: string): void {
  if (!hasFeedback(own)) return;
  const sql =
    'UPDATE LINKGATE_EMAIL SET USED_AT = ?1, USER_ID = COALESCE(USER_ID, ?2) WHERE REALM_ID = ?3 AND LINK_ID = ?4';
  execute(own, sql, [currentMillis(), userId, realmIdOf(own), linkId]);
}

/** Records that a link is open again, as its use was interrupted. */
export function traceReopened(own: KeycloakSession, linkId: string): void {
  if (!hasFeedback(own)) return;
  const sql = 'UPDATE LINKGATE_EMAIL SET USED_AT = NULL WHERE REALM_ID = ?1 AND LINK_ID = ?2';
  execute(own, sql, [realmIdOf(own), linkId]);
}

/** Records why a link was rejected, at most once a second. */
export function traceRejected(session: KeycloakSession, linkId: string, rejection: string): void {
  if (!hasFeedback(session)) return;
  const sql =
    'UPDATE LINKGATE_EMAIL SET REJECTION = ?1, REJECTED_AT = ?2 WHERE REALM_ID = ?3 AND LINK_ID = ?4 AND (REJECTED_AT IS NULL OR REJECTED_AT < ?2 - 1000)';
  execute(session, sql, [rejection, currentMillis(), realmIdOf(session), linkId]);
}
