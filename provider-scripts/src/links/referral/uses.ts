/** Uses of referral codes: a row for each account that was created with one. */
import type { KeycloakSession } from 'keycloak';
import { type Page, rowsToSelect } from '../../http/request/paging.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { newRowId } from '../../platform/database/row-id.ts';
import { execute, insert, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';

/** An account that was created with a code; `usedAt` in Unix seconds. */
export interface ReferralUse {
  userId: string;
  usedAt: number;
}

/** Records the use of a code and reports it, in the transaction that creates the account. */
export function recordReferral(own: KeycloakSession, referralId: string, use: ReferralUse): void {
  insert(own, 'LINKGATE_REFERRAL_USE', {
    REFERRAL_ID: referralId,
    REALM_ID: realmIdOf(own),
    USER_ID: use.userId,
    USED_AT: use.usedAt,
    ID: newRowId(),
  });
  emitWithin(own, 'referral_redeemed', { userId: use.userId, details: { referral: referralId } });
}

/** Whether a realm has a code with this identifier. */
export function referralExists(session: KeycloakSession, id: string): boolean {
  const sql = 'SELECT ID, USES FROM LINKGATE_REFERRAL WHERE ID = ?1 AND REALM_ID = ?2';
  return select(session, sql, [id, realmIdOf(session)]).length > 0;
}

/** Lists the uses of a code, the newest first, also within a second; one more than a page has. */
export function listUses(session: KeycloakSession, referralId: string, page: Page): ReferralUse[] {
  const sql =
    'SELECT USER_ID, USED_AT FROM LINKGATE_REFERRAL_USE WHERE REFERRAL_ID = ?1 AND REALM_ID = ?2 ORDER BY USED_AT DESC, ID DESC, USER_ID OFFSET ?3 ROWS FETCH FIRST ?4 ROWS ONLY';
  return select(session, sql, [referralId, realmIdOf(session), page.first, rowsToSelect(page)]).map(
    (row) => ({
      userId: String(row[0]),
      usedAt: Number(row[1]),
    }),
  );
}

/** Deletes the use of an account that is deleted. */
export function deleteUsesOfUser(session: KeycloakSession, realmId: string, userId: string): void {
  execute(session, 'DELETE FROM LINKGATE_REFERRAL_USE WHERE REALM_ID = ?1 AND USER_ID = ?2', [
    realmId,
    userId,
  ]);
}
