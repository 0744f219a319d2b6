/** What happened to the link in an email, beside what its service reports; without a route that reports, nothing is stored. */
import type { KeycloakSession } from 'keycloak';
import { execute, inOwnTransaction } from '../../platform/database/sql.ts';
import { currentMillis, currentTime } from '../../platform/engine/clock.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { hasFeedback } from './record.ts';

/** For so long after a link was issued, its email may be under way, and has no row yet: sending has ten seconds, and mail servers open links meanwhile. */
const UNDER_WAY_SECONDS = 30;

/** A link that is opened. */
export interface OpenedLink {
  readonly id: string;
  /** In Unix seconds. */
  readonly issuedAt: number;
}

/**
 * Records that an emailed link was opened, in a transaction of its own; only the first time counts. Returns whether this was it. The link's own row
 * has it while the email has none.
 */
export function traceOpened(
  session: KeycloakSession,
  { id, issuedAt }: OpenedLink,
  by: 'scanner' | 'browser',
): boolean {
  if (!hasFeedback(session)) return false;
  const ofEmail =
    by === 'browser'
      ? 'UPDATE LINKGATE_EMAIL SET OPENED_AT = ?1 WHERE REALM_ID = ?2 AND LINK_ID = ?3 AND OPENED_AT IS NULL AND NOT EXISTS (SELECT 1 FROM LINKGATE_LINK L WHERE L.JTI = LINK_ID AND L.OPENED_AT IS NOT NULL)'
      : 'UPDATE LINKGATE_EMAIL SET SCANNED_AT = ?1 WHERE REALM_ID = ?2 AND LINK_ID = ?3 AND SCANNED_AT IS NULL AND NOT EXISTS (SELECT 1 FROM LINKGATE_LINK L WHERE L.JTI = LINK_ID AND L.SCANNED_AT IS NOT NULL)';
  const ofLink =
    by === 'browser'
      ? 'UPDATE LINKGATE_LINK SET OPENED_AT = ?1 WHERE JTI = ?2 AND OPENED_AT IS NULL AND NOT EXISTS (SELECT 1 FROM LINKGATE_EMAIL E WHERE E.REALM_ID = ?3 AND E.LINK_ID = JTI AND E.OPENED_AT IS NOT NULL)'
      : 'UPDATE LINKGATE_LINK SET SCANNED_AT = ?1 WHERE JTI = ?2 AND SCANNED_AT IS NULL AND NOT EXISTS (SELECT 1 FROM LINKGATE_EMAIL E WHERE E.REALM_ID = ?3 AND E.LINK_ID = JTI AND E.SCANNED_AT IS NOT NULL)';
  const [at, realmId] = [currentMillis(), realmIdOf(session)];
  const isUnderWay = currentTime() <= issuedAt + UNDER_WAY_SECONDS;
  return inOwnTransaction(
    session,
    (own) =>
      execute(own, ofEmail, [at, realmId, id]) > 0 ||
      (isUnderWay && execute(own, ofLink, [at, id, realmId]) > 0),
  );
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
