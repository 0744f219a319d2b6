/** Removes rows that nothing asks for any more, a bounded number at a time. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { normaliseOnServer } from '../address/on-server.ts';
import { execute, inOwnTransaction, selectFirst } from '../database/sql.ts';
import { deleteDevicesOfUser } from '../device/rows.ts';
import { deleteLinksOfAccount } from '../magic-link/rows.ts';
import { deleteTakeover } from '../magic-link/take-over.ts';
import { ENABLED_ATTRIBUTE } from '../providers.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** How many rows one step removes of a table; rows that end in the same second go together. */
const STEP_ROWS = 1000;

/** A link's page can say for so long why it no longer works (design, section 3). */
const LINK_KEPT_SECONDS = 86_400;

/** The tables whose rows end, and for how long they are kept after that. */
const TABLES: readonly { table: string; keptSeconds: number }[] = [
  { table: 'LINKGATE_LINK', keptSeconds: LINK_KEPT_SECONDS },
  { table: 'LINKGATE_RATE', keptSeconds: 0 },
  { table: 'LINKGATE_DEVICE', keptSeconds: 0 },
];

/** The functions as the host calls them. */
export const UPKEEP = {
  /** One step for every table, each in a transaction of its own; true when there is more to remove. */
  step(session: KeycloakSession): boolean {
    const now = Time.currentTime();
    let more = false;
    for (const { table, keptSeconds } of TABLES) {
      if (inOwnTransaction(session, (own) => removeEnded(own, table, now - keptSeconds))) more = true;
    }
    return more;
  },

  /** In the transaction that removes the account. */
  accountRemoved(session: KeycloakSession, realm: RealmModel, user: UserModel): void {
    if (realm.getAttribute(ENABLED_ATTRIBUTE) !== 'true') return;
    // In the order in which a link's use locks them.
    deleteLinksOfAccount(session, realm.getId(), user.getId(), normaliseOnServer(user.getEmail() ?? ''));
    deleteDevicesOfUser(session, realm.getId(), user.getId());
    deleteTakeover(session, realm.getId(), user.getId());
  },
};

/** Removes the rows that ended first, up to a step's number; true when it was that many. */
function removeEnded(session: KeycloakSession, table: string, before: number): boolean {
  const oldest = selectFirst(
    session,
    `SELECT EXPIRES_AT, REALM_ID FROM ${table} WHERE EXPIRES_AT < ?1 ORDER BY EXPIRES_AT`,
    [before],
    STEP_ROWS,
  );
  const last = oldest[oldest.length - 1];
  if (last === undefined) return false;
  execute(session, `DELETE FROM ${table} WHERE EXPIRES_AT <= ?1`, [Number(last[0])]);
  return oldest.length === STEP_ROWS;
}
