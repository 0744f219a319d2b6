/** Sent notices in the database, by their tokens' keys: they outlast the device's row, which the device itself can end. */
import type { KeycloakSession } from 'keycloak';
import { deleterOfUser } from '../../platform/database/delete-rows.ts';
import { execute, insert, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';

/** What a notice is about. */
export interface NoticeClaims {
  /** The notice's identifier, which its devices' rows have. */
  jti: string;
  /** The account. */
  sub: string;
  /** The row of the device that signed in. */
  device: string;
  /** The session of that sign-in. */
  sid: string;
}

/** Stores a notice until `expiresAt` (Unix seconds). */
export function storeNotice(
  session: KeycloakSession,
  { jti, sub, device, sid }: NoticeClaims,
  key: string,
  expiresAt: number,
): void {
  insert(session, 'LINKGATE_NEW_DEVICE_NOTICE', {
    ID: jti,
    REALM_ID: realmIdOf(session),
    USER_ID: sub,
    DEVICE_ID: device,
    SESSION_ID: sid,
    TOKEN_KEY: key,
    EXPIRES_AT: expiresAt,
  });
}

/** The notice of a token, and when it expires (Unix seconds); null if there is none. */
export function findNotice(
  session: KeycloakSession,
  key: string,
): { claims: NoticeClaims; expiresAt: number } | null {
  const sql =
    'SELECT ID, USER_ID, DEVICE_ID, SESSION_ID, EXPIRES_AT FROM LINKGATE_NEW_DEVICE_NOTICE WHERE TOKEN_KEY = ?1 AND REALM_ID = ?2';
  const [row] = select(session, sql, [key, realmIdOf(session)]);
  if (row === undefined) return null;
  const claims = { jti: String(row[0]), sub: String(row[1]), device: String(row[2]), sid: String(row[3]) };
  return { claims, expiresAt: Number(row[4]) };
}

/** Deletes one that wasn't sent. */
export function deleteNotice(session: KeycloakSession, id: string): void {
  const sql = 'DELETE FROM LINKGATE_NEW_DEVICE_NOTICE WHERE ID = ?1 AND REALM_ID = ?2';
  execute(session, sql, [id, realmIdOf(session)]);
}

/** Deletes an account's notices; false if some are left. */
export const deleteNoticesOfUser = deleterOfUser('LINKGATE_NEW_DEVICE_NOTICE');
