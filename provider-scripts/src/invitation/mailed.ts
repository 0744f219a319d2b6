/** How many invitations an address was mailed, and whether it wants no more: by its hash alone, which stays. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull } from '../database/cells.ts';
import { execute, insert, select } from '../database/sql.ts';
import { type Mailed, NEVER_MAILED } from './invitation.ts';

/** What is known of an address, locked until the transaction ends, which has to be one that is repeated: its row is made where there is none. */
export function lockMailed(own: KeycloakSession, realmId: string, key: string): Mailed {
  const sql =
    'SELECT MAILS, MAILED_AT, OPTED_OUT_AT FROM LINKGATE_INVITEE WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2 FOR UPDATE';
  const row = select(own, sql, [realmId, key])[0];
  if (row === undefined) {
    insert(own, 'LINKGATE_INVITEE', { REALM_ID: realmId, EMAIL_KEY: key, MAILS: 0 });
    return NEVER_MAILED;
  }
  const mailedAt = row[1];
  return {
    mails: Number(row[0]),
    mailedAt: numberOrNull(mailedAt),
    optedOut: row[2] !== null,
  };
}

/** What is known of those addresses that anything is known of, by their keys. */
export function findMailed(
  session: KeycloakSession,
  realmId: string,
  keys: readonly string[],
): Record<string, Mailed> {
  const places = keys.map((_, index) => `?${index + 2}`).join(', ');
  const sql = `SELECT EMAIL_KEY, MAILS, MAILED_AT, OPTED_OUT_AT FROM LINKGATE_INVITEE WHERE REALM_ID = ?1 AND EMAIL_KEY IN (${places})`;
  const found: Record<string, Mailed> = {};
  for (const row of select(session, sql, [realmId, ...keys])) {
    const mailedAt = row[2];
    found[String(row[0])] = {
      mails: Number(row[1]),
      mailedAt: numberOrNull(mailedAt),
      optedOut: row[3] !== null,
    };
  }
  return found;
}

/** Writes down how many mails a locked address was sent, and when the last one was. */
export function keepMailed(
  own: KeycloakSession,
  realmId: string,
  key: string,
  mails: number,
  mailedAt: number | null,
): void {
  execute(
    own,
    'UPDATE LINKGATE_INVITEE SET MAILS = ?1, MAILED_AT = NULLIF(?2, 0) WHERE REALM_ID = ?3 AND EMAIL_KEY = ?4',
    [mails, mailedAt ?? 0, realmId, key],
  );
}

/** Has an address get no more invitations. */
export function optOut(own: KeycloakSession, realmId: string, key: string, now: number): void {
  lockMailed(own, realmId, key);
  execute(
    own,
    'UPDATE LINKGATE_INVITEE SET OPTED_OUT_AT = ?1 WHERE REALM_ID = ?2 AND EMAIL_KEY = ?3 AND OPTED_OUT_AT IS NULL',
    [now, realmId, key],
  );
}
