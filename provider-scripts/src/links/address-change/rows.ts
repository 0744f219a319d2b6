/** Changes of addresses in the database: at most one for each account; a newer one replaces it. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull } from '../../platform/database/cells.ts';
import { deleterOfUser } from '../../platform/database/delete-rows.ts';
import { type Cell, execute, insert, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type { AddressChange, Side } from './change.ts';
import type { ReadToken } from './tokens.ts';

const COLUMNS = 'ID, USER_ID, OLD_EMAIL, NEW_EMAIL, OLD_CONFIRMED_AT, NEW_CONFIRMED_AT, EXPIRES_AT';

function changeOf(cells: { readonly [index: number]: Cell } | undefined): AddressChange | null {
  if (cells === undefined) return null;
  return {
    id: String(cells[0]),
    userId: String(cells[1]),
    oldEmail: String(cells[2]),
    newEmail: String(cells[3]),
    confirmedAt: { old: numberOrNull(cells[4] ?? null), new: numberOrNull(cells[5] ?? null) },
    expiresAt: Number(cells[6]),
  };
}

/** Stores a change with its tokens' keys, in place of the account's earlier one. */
export function storeChange(
  session: KeycloakSession,
  change: AddressChange,
  keys: Readonly<Record<Side, string>>,
): void {
  const realmId = realmIdOf(session);
  deleteChangesOf(session, realmId, change.userId);
  insert(session, 'LINKGATE_ADDRESS_CHANGE', {
    ID: change.id,
    REALM_ID: realmId,
    USER_ID: change.userId,
    OLD_EMAIL: change.oldEmail,
    NEW_EMAIL: change.newEmail,
    OLD_TOKEN_KEY: keys.old,
    NEW_TOKEN_KEY: keys.new,
    EXPIRES_AT: change.expiresAt,
  });
}

/** The change of a token; null if there is none. */
export function findChange(session: KeycloakSession, { side, key }: ReadToken): AddressChange | null {
  const sql =
    side === 'old'
      ? `SELECT ${COLUMNS} FROM LINKGATE_ADDRESS_CHANGE WHERE OLD_TOKEN_KEY = ?1 AND REALM_ID = ?2`
      : `SELECT ${COLUMNS} FROM LINKGATE_ADDRESS_CHANGE WHERE NEW_TOKEN_KEY = ?1 AND REALM_ID = ?2`;
  return changeOf(select(session, sql, [key, realmIdOf(session)])[0]);
}

/** The same change, as it is now, locked until the transaction ends; null if it was replaced or has ended. */
export function lockChange(session: KeycloakSession, id: string): AddressChange | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_ADDRESS_CHANGE WHERE ID = ?1 AND REALM_ID = ?2 FOR UPDATE`;
  return changeOf(select(session, sql, [id, realmIdOf(session)])[0]);
}

/** The change of an account; null if there is none. */
export function changeOfUser(session: KeycloakSession, userId: string): AddressChange | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_ADDRESS_CHANGE WHERE REALM_ID = ?1 AND USER_ID = ?2`;
  return changeOf(select(session, sql, [realmIdOf(session), userId])[0]);
}

/** Records at `now` (Unix seconds) that an address has confirmed a locked change. */
export function markConfirmed(session: KeycloakSession, id: string, side: Side, now: number): void {
  const sql =
    side === 'old'
      ? 'UPDATE LINKGATE_ADDRESS_CHANGE SET OLD_CONFIRMED_AT = ?1 WHERE ID = ?2'
      : 'UPDATE LINKGATE_ADDRESS_CHANGE SET NEW_CONFIRMED_AT = ?1 WHERE ID = ?2';
  execute(session, sql, [now, id]);
}

/** Deletes a change; false if it no longer exists. */
export function deleteChange(session: KeycloakSession, id: string): boolean {
  return execute(session, 'DELETE FROM LINKGATE_ADDRESS_CHANGE WHERE ID = ?1', [id]) > 0;
}

/** Deletes an account's change; false if some are left. */
export const deleteChangesOf = deleterOfUser('LINKGATE_ADDRESS_CHANGE');
