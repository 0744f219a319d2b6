/** Removes rows that are no longer needed, writes down what was counted, and resumes lists of invitations. */
import type { KeycloakSession } from 'keycloak';
import { execute, inOwnTransaction, select } from '../database/sql.ts';
import { sendWhereNobodyDoes } from '../invitation/batch/send.ts';
import { expireInvitations } from '../invitation/rows.ts';
import { LINK_KEPT_SECONDS } from '../magic-link/link.ts';
import { showRowsKept } from '../metrics/gauges.ts';
import { flushTallies } from '../statistics/flush.ts';
import { accountRemoved } from './account-removed.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** How many rows one step removes from a table, however many expire in the same second. */
const STEP_ROWS = 1000;

/** A table whose rows expire: what identifies one of them within its realm, and how long they are kept after that. */
interface Ending {
  table: string;
  key: string;
  keptSeconds: number;
}

const ENDING: readonly Ending[] = [
  { table: 'LINKGATE_LINK', key: 'JTI', keptSeconds: LINK_KEPT_SECONDS },
  { table: 'LINKGATE_RATE', key: 'RATE_KEY', keptSeconds: 0 },
  { table: 'LINKGATE_DEVICE', key: 'ID', keptSeconds: 0 },
  { table: 'LINKGATE_STATISTIC', key: 'STATISTIC_KEY', keptSeconds: 0 },
  { table: 'LINKGATE_INVITATION', key: 'ID', keptSeconds: 0 },
  { table: 'LINKGATE_BATCH', key: 'ID', keptSeconds: 0 },
];

/** The functions as the host calls them. */
export const UPKEEP = {
  /** One step for every table, each in a transaction of its own; true when there is more to remove. */
  step(session: KeycloakSession): boolean {
    const now = Time.currentTime();
    let more = inOwnTransaction(session, (own) => expireInvitations(own, now));
    for (const ending of ENDING) {
      if (inOwnTransaction(session, (own) => removeEnded(own, ending, now - ending.keptSeconds))) more = true;
    }
    if (!more) sendWhereNobodyDoes(session);
    return more;
  },

  /** What this node has counted, and how much is kept; nothing is left to do after it. */
  flush(session: KeycloakSession): boolean {
    flushTallies(session);
    showRowsKept(session);
    return false;
  },

  accountRemoved,
};

/**
 * Removes the rows that expired first, up to a step's number; true if it was that many. They are locked by their keys first; those that
 * somebody else has locked, and may be about to use again, are skipped, so that nobody waits.
 */
function removeEnded(own: KeycloakSession, { table, key }: Ending, before: number): boolean {
  const rows = select(
    own,
    `SELECT REALM_ID, ${key} FROM ${table} WHERE EXPIRES_AT < ?1 ORDER BY EXPIRES_AT FETCH FIRST ${STEP_ROWS} ROWS ONLY FOR UPDATE SKIP LOCKED`,
    [before],
  );
  const ofRealm: Record<string, string[]> = {};
  for (const row of rows) {
    const realm = String(row[0]);
    const keys = ofRealm[realm] ?? [];
    ofRealm[realm] = keys;
    keys.push(String(row[1]));
  }
  for (const [realm, keys] of Object.entries(ofRealm)) {
    const places = keys.map((_, index) => `?${index + 2}`).join(', ');
    execute(own, `DELETE FROM ${table} WHERE REALM_ID = ?1 AND ${key} IN (${places})`, [realm, ...keys]);
  }
  return rows.length === STEP_ROWS;
}
