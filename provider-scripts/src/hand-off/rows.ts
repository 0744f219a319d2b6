/** Hand-offs in the database, in the rows of their links: all that one tab has requested for one address belong together. */
import type { KeycloakSession } from 'keycloak';
import { execute, select } from '../database/sql.ts';
import type { HandOffState, LinkRow } from '../magic-link/link.ts';
import { lockLink, personOf } from '../magic-link/rows.ts';
import { CLAIM_SECONDS, UNDO_SECONDS } from './phase.ts';

/** The links that a tab has requested, found by the person they are for. */
const OF_TAB = 'REALM_ID = ?1 AND CLIENT_UUID = ?2 AND EMAIL_KEY = ?3 AND HAND_OFF_KEY = ?4';

function ofTab(realmId: string, row: LinkRow): string[] {
  return [...personOf(realmId, row), row.handOff?.key ?? ''];
}

/**
 * Decides at `now` (Unix seconds) by the first digits typed for a link: right ones hand it over, along with the tab's other links, of which
 * the tab waits for the newest; wrong ones end it for this link.
 *
 * @returns false when that was decided before, or the link can no longer be used
 */
export function decide(
  own: KeycloakSession,
  realmId: string,
  row: LinkRow,
  right: boolean,
  now: number,
): boolean {
  if (lockLink(own, realmId, row, now) === null) return false;
  const state: HandOffState = right ? 'handed' : 'ended';
  const sql = "UPDATE LINKGATE_LINK SET HAND_OFF = ?1, HANDED_AT = ?2 WHERE JTI = ?3 AND HAND_OFF = 'open'";
  if (execute(own, sql, [state, now, row.jti]) !== 1) return false;
  if (right)
    execute(
      own,
      `UPDATE LINKGATE_LINK SET HAND_OFF = 'handed', HANDED_AT = ?5 WHERE ${OF_TAB} AND STATE = 'issued' AND HAND_OFF IN ('open', 'ended')`,
      [...ofTab(realmId, row), now],
    );
  return true;
}

/** Marks at `now` (Unix seconds) what was handed over as claimed; false when it wasn't, or too long ago. The person's links are locked. */
export function markClaimed(own: KeycloakSession, realmId: string, row: LinkRow, now: number): boolean {
  const sql = `UPDATE LINKGATE_LINK SET HAND_OFF = 'claimed' WHERE ${OF_TAB} AND HAND_OFF = 'handed' AND HANDED_AT > ?5`;
  return execute(own, sql, [...ofTab(realmId, row), now - CLAIM_SECONDS]) > 0;
}

/** Stores the session that resulted from a claim; false if it was undone meanwhile. */
export function keepSession(own: KeycloakSession, realmId: string, row: LinkRow, sessionId: string): boolean {
  const sql = `UPDATE LINKGATE_LINK SET HAND_OFF_SESSION = ?5 WHERE ${OF_TAB} AND HAND_OFF = 'claimed'`;
  return execute(own, sql, [...ofTab(realmId, row), sessionId]) > 0;
}

/** Ends a tab's hand-offs: its person has left it. */
export function endOfTab(own: KeycloakSession, realmId: string, row: LinkRow): void {
  lockTab(own, realmId, row);
  execute(
    own,
    `UPDATE LINKGATE_LINK SET HAND_OFF = 'ended' WHERE ${OF_TAB} AND HAND_OFF IN ('open', 'handed')`,
    ofTab(realmId, row),
  );
}

/**
 * Undoes at `now` (Unix seconds) what was handed over or claimed, as often as requested.
 *
 * @returns the resulting sessions, or null when it is too late
 */
export function takeBack(own: KeycloakSession, realmId: string, row: LinkRow, now: number): string[] | null {
  const sessions = lockTab(own, realmId, row);
  const undone = execute(
    own,
    `UPDATE LINKGATE_LINK SET HAND_OFF = 'undone' WHERE ${OF_TAB} AND HAND_OFF IN ('handed', 'claimed', 'undone') AND HANDED_AT > ?5`,
    [...ofTab(realmId, row), now - UNDO_SECONDS],
  );
  return undone > 0 ? sessions : null;
}

/** Locks a tab's links in the order in which using a link locks them; returns the resulting sessions. */
function lockTab(own: KeycloakSession, realmId: string, row: LinkRow): string[] {
  const sql = `SELECT JTI, HAND_OFF_SESSION FROM LINKGATE_LINK WHERE ${OF_TAB} ORDER BY JTI FOR UPDATE`;
  const sessions: string[] = [];
  for (const cells of select(own, sql, ofTab(realmId, row))) {
    const id = cells[1];
    if (typeof id === 'string' && !sessions.includes(id)) sessions.push(id);
  }
  return sessions;
}
