/** The invitation emails and the opt-out of each address, stored by the address's hash. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull } from '../../platform/database/cells.ts';
import { execute, insert, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { type Emailed, NEVER_EMAILED } from './invitation.ts';

/** Locks the address's row, inserting it if there is none; needs a retried transaction. */
export function lockEmailed(own: KeycloakSession, key: string): Emailed {
  const realmId = realmIdOf(own);
  const sql =
    'SELECT EMAILS, EMAILED_AT, OPTED_OUT_AT FROM LINKGATE_INVITED_ADDRESS WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2 FOR UPDATE';
  const row = select(own, sql, [realmId, key])[0];
  if (row === undefined) {
    insert(own, 'LINKGATE_INVITED_ADDRESS', { REALM_ID: realmId, EMAIL_KEY: key, EMAILS: 0 });
    return NEVER_EMAILED;
  }
  const emailedAt = row[1];
  return {
    emails: Number(row[0]),
    emailedAt: numberOrNull(emailedAt),
    optedOut: row[2] !== null,
  };
}

/** Finds the existing rows of addresses, by key. */
export function findEmailed(session: KeycloakSession, keys: readonly string[]): Record<string, Emailed> {
  const placeholders = keys.map((_, index) => `?${index + 2}`).join(', ');
  const sql = `SELECT EMAIL_KEY, EMAILS, EMAILED_AT, OPTED_OUT_AT FROM LINKGATE_INVITED_ADDRESS WHERE REALM_ID = ?1 AND EMAIL_KEY IN (${placeholders})`;
  const found: Record<string, Emailed> = {};
  for (const row of select(session, sql, [realmIdOf(session), ...keys])) {
    const emailedAt = row[2];
    found[String(row[0])] = {
      emails: Number(row[1]),
      emailedAt: numberOrNull(emailedAt),
      optedOut: row[3] !== null,
    };
  }
  return found;
}

/** Stores the number of emails to a locked address, and the time of the last one. */
export function storeEmailed(
  own: KeycloakSession,
  key: string,
  emails: number,
  emailedAt: number | null,
): void {
  execute(
    own,
    'UPDATE LINKGATE_INVITED_ADDRESS SET EMAILS = ?1, EMAILED_AT = NULLIF(?2, 0) WHERE REALM_ID = ?3 AND EMAIL_KEY = ?4',
    [emails, emailedAt ?? 0, realmIdOf(own), key],
  );
}

/** Opts an address out of invitations. */
export function storeOptOut(own: KeycloakSession, key: string, now: number): void {
  lockEmailed(own, key);
  execute(
    own,
    'UPDATE LINKGATE_INVITED_ADDRESS SET OPTED_OUT_AT = ?1 WHERE REALM_ID = ?2 AND EMAIL_KEY = ?3 AND OPTED_OUT_AT IS NULL',
    [now, realmIdOf(own), key],
  );
}
