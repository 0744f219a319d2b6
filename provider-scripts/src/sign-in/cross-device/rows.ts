/** Cross-device sign-ins, stored in the rows of their links. The links that one tab requested for one address belong together. */
import type { KeycloakSession } from 'keycloak';
import type { CrossDeviceState, LinkRow } from '../../links/magic-link/link.ts';
import { lockLink, userParameters } from '../../links/magic-link/rows.ts';
import { execute, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { CLAIM_SECONDS, REVOKE_SECONDS } from './phase.ts';

/** Selects the links that a tab requested for a user. */
const SAME_TAB = 'REALM_ID = ?1 AND CLIENT_UUID = ?2 AND EMAIL_KEY = ?3 AND CROSS_DEVICE_KEY = ?4';

function tabParameters(realmId: string, row: LinkRow): string[] {
  return [...userParameters(realmId, row), row.crossDevice?.key ?? ''];
}

/**
 * Decides at `now` (Unix seconds) on the first comparison code typed for a link. The right code approves the link and the tab's other
 * links, as the tab waits for the newest; a wrong code ends the cross-device sign-in of this link.
 *
 * @returns false if this was decided before, or the link can no longer be used
 */
export function approveOrEnd(own: KeycloakSession, row: LinkRow, right: boolean, now: number): boolean {
  if (lockLink(own, row, now) === null) return false;
  const state: CrossDeviceState = right ? 'approved' : 'ended';
  const sql =
    "UPDATE LINKGATE_LINK SET CROSS_DEVICE = ?1, APPROVED_AT = ?2 WHERE JTI = ?3 AND CROSS_DEVICE = 'open'";
  if (execute(own, sql, [state, now, row.jti]) !== 1) return false;
  if (right)
    execute(
      own,
      `UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'approved', APPROVED_AT = ?5 WHERE ${SAME_TAB} AND STATE = 'issued' AND CROSS_DEVICE IN ('open', 'ended')`,
      [...tabParameters(realmIdOf(own), row), now],
    );
  return true;
}

/** Marks approved links claimed at `now` (Unix seconds); false if none was approved recently enough. The caller locks the user's links. */
export function markClaimed(own: KeycloakSession, row: LinkRow, now: number): boolean {
  const sql = `UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'claimed' WHERE ${SAME_TAB} AND CROSS_DEVICE = 'approved' AND APPROVED_AT > ?5`;
  return execute(own, sql, [...tabParameters(realmIdOf(own), row), now - CLAIM_SECONDS]) > 0;
}

/** Stores the session that resulted from a claim; false if it was revoked meanwhile. */
export function storeClaimSession(own: KeycloakSession, row: LinkRow, sessionId: string): boolean {
  const sql = `UPDATE LINKGATE_LINK SET CROSS_DEVICE_SESSION = ?5 WHERE ${SAME_TAB} AND CROSS_DEVICE = 'claimed'`;
  return execute(own, sql, [...tabParameters(realmIdOf(own), row), sessionId]) > 0;
}

/** Ends a tab's cross-device sign-ins, because its user has left it. */
export function endTabCrossDevice(own: KeycloakSession, row: LinkRow): void {
  lockTab(own, row);
  execute(
    own,
    `UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'ended' WHERE ${SAME_TAB} AND CROSS_DEVICE IN ('open', 'approved')`,
    tabParameters(realmIdOf(own), row),
  );
}

/** What came of the links of a tab: their identifiers, and the sessions that resulted as far as they are known. */
export interface ClaimedLinks {
  links: string[];
  sessions: string[];
}

/**
 * Revokes approved or claimed sign-ins at `now` (Unix seconds). Idempotent.
 *
 * @returns what is to be ended, or null if it is too late
 */
export function revokeRows(own: KeycloakSession, row: LinkRow, now: number): ClaimedLinks | null {
  const locked = lockTab(own, row);
  const revoked = execute(
    own,
    `UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'revoked' WHERE ${SAME_TAB} AND CROSS_DEVICE IN ('approved', 'claimed', 'revoked') AND APPROVED_AT > ?5`,
    [...tabParameters(realmIdOf(own), row), now - REVOKE_SECONDS],
  );
  return revoked > 0 ? locked : null;
}

/** Locks a tab's links in the same order as the use of a link does. */
function lockTab(own: KeycloakSession, row: LinkRow): ClaimedLinks {
  const sql = `SELECT JTI, CROSS_DEVICE_SESSION FROM LINKGATE_LINK WHERE ${SAME_TAB} ORDER BY JTI FOR UPDATE`;
  const locked: ClaimedLinks = { links: [], sessions: [] };
  for (const cells of select(own, sql, tabParameters(realmIdOf(own), row))) {
    locked.links.push(String(cells[0]));
    const id = cells[1];
    if (typeof id === 'string' && !locked.sessions.includes(id)) locked.sessions.push(id);
  }
  return locked;
}
