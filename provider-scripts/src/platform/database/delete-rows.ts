/** Deletes rows: all of them, or only unlocked ones. */
import type { KeycloakSession } from 'keycloak';
import { execute, type Parameter, select } from './sql.ts';

/** Rows of a table: the key column, and the condition that selects them. */
interface Rows {
  table: string;
  key: string;
  where: string;
  parameters: readonly Parameter[];
}

/** Deletes rows; false if some remain. */
export type DeleteRows = (session: KeycloakSession, rows: Rows) => boolean;

/** Waits for rows locked by other transactions. */
export const deleteAll: DeleteRows = (session, { table, where, parameters }) => {
  execute(session, `DELETE FROM ${table} WHERE ${where}`, parameters);
  return true;
};

/** How many rows are deleted at a time. */
const STEP_ROWS = 100;

/** Skips rows locked by other transactions, one of which may belong to this thread. */
export const deleteUnlocked: DeleteRows = (session, { table, key, where, parameters }) => {
  for (let hasMore = true; hasMore; ) {
    const keys = select(
      session,
      `SELECT ${key}, REALM_ID FROM ${table} WHERE ${where} FETCH FIRST ${STEP_ROWS} ROWS ONLY FOR UPDATE SKIP LOCKED`,
      parameters,
    ).map((row) => String(row[0]));
    const placeholders = keys.map((_, index) => `?${index + 1}`).join(', ');
    if (keys.length > 0) execute(session, `DELETE FROM ${table} WHERE ${key} IN (${placeholders})`, keys);
    hasMore = keys.length === STEP_ROWS;
  }
  const left = `SELECT ${key}, REALM_ID FROM ${table} WHERE ${where} FETCH FIRST 1 ROWS ONLY`;
  return select(session, left, parameters).length === 0;
};

/** Returns what deletes an account's rows of a table by their `ID`; it returns false if some are left. */
export function deleterOfUser(table: string) {
  return (
    session: KeycloakSession,
    realmId: string,
    userId: string,
    remove: DeleteRows = deleteAll,
  ): boolean =>
    remove(session, {
      table,
      key: 'ID',
      where: 'REALM_ID = ?1 AND USER_ID = ?2',
      parameters: [realmId, userId],
    });
}

/** Returns what deletes an account's rows of a table, and those to its address, found by a key of it; it returns false if some are left. */
export function deleterOfAccount(table: string, key: string) {
  return (
    session: KeycloakSession,
    realmId: string,
    userId: string,
    emailKey: string | null,
    remove: DeleteRows,
  ): boolean => {
    const rows = (column: 'USER_ID' | 'EMAIL_KEY', value: string) =>
      remove(session, {
        table,
        key,
        where: `REALM_ID = ?1 AND ${column} = ?2`,
        parameters: [realmId, value],
      });
    const isDone = rows('USER_ID', userId);
    return (emailKey === null || rows('EMAIL_KEY', emailKey)) && isDone;
  };
}
