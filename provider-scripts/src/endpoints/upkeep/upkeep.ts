/** Periodic work: deletes expired rows, stores statistics, resumes lists, and has lists of disposable domains fetched. */

import type { KeycloakSession } from 'keycloak';
import { fetchDueLists } from '../../accounts/disposable-list.ts';
import { endLostRights, recordCreated } from '../../clients/lost-rights.ts';
import { actOnOverdue } from '../../email/feedback/act.ts';
import { keepEndings } from '../../email/feedback/emails.ts';
import { forgetNames } from '../../email/feedback/suppressions.ts';
import { resumeOrphanedBatches } from '../../links/batch/runner.ts';
import { INVITATION_BATCHES } from '../../links/invitation/batch/send.ts';
import { expireInvitations } from '../../links/invitation/rows.ts';
import { updateRowGauges } from '../../observability/metrics/gauges.ts';
import { flushTallies } from '../../observability/statistics/flush.ts';
import { execute, inOwnTransaction, select } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { LINK_BATCHES } from '../admin/links/batch-line.ts';
import { accountRemoved, accountRemoving } from './account-removed.ts';
import { EXPIRING_TABLES, type ExpiringTable } from './expiring-tables.ts';

/** The maximum number of rows that one step deletes from a table. */
const STEP_ROWS = 1000;

/** The functions as the host calls them. */
export const UPKEEP = {
  /** Runs one step for every table, each in its own transaction; returns true if more rows remain. */
  step(session: KeycloakSession): boolean {
    const now = currentTime();
    let more = inOwnTransaction(session, (own) => expireInvitations(own, now));
    for (const table of EXPIRING_TABLES) {
      if (inOwnTransaction(session, (own) => deleteExpired(own, table, now - table.retentionSeconds)))
        more = true;
    }
    inOwnTransaction(session, (own) => forgetNames(own, now));
    if (more) return true;
    resumeOrphanedBatches(session, [INVITATION_BATCHES, LINK_BATCHES]);
    fetchDueLists(session);
    actOnOverdue(session);
    return false;
  },

  /** Stores this node's counts and deletes old ones, in one step. */
  flush(session: KeycloakSession): boolean {
    flushTallies(session);
    updateRowGauges(session);
    return false;
  },

  clientCreated: recordCreated,
  clientUpdated: endLostRights,
  accountRemoving,
  accountRemoved,
};

/**
 * Deletes the rows that expired first, up to a step's maximum; returns true if it was reached. Locks them by their keys first, and skips rows
 * that another transaction has locked and may be about to use again, so that none waits.
 */
function deleteExpired(own: KeycloakSession, { table, key }: ExpiringTable, before: number): boolean {
  const rows = select(
    own,
    `SELECT REALM_ID, ${key} FROM ${table} WHERE EXPIRES_AT < ?1 ORDER BY EXPIRES_AT FETCH FIRST ${STEP_ROWS} ROWS ONLY FOR UPDATE SKIP LOCKED`,
    [before],
  );
  const byRealm: Record<string, string[]> = {};
  for (const row of rows) {
    const realm = String(row[0]);
    const keys = byRealm[realm] ?? [];
    byRealm[realm] = keys;
    keys.push(String(row[1]));
  }
  for (const [realm, keys] of Object.entries(byRealm)) {
    if (table === 'LINKGATE_LINK') keepEndings(own, realm, keys);
    const placeholders = keys.map((_, index) => `?${index + 2}`).join(', ');
    execute(own, `DELETE FROM ${table} WHERE REALM_ID = ?1 AND ${key} IN (${placeholders})`, [
      realm,
      ...keys,
    ]);
  }
  return rows.length === STEP_ROWS;
}
