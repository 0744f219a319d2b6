/** The links in the database. */
import type { KeycloakSession } from 'keycloak';
import { type Cell, execute, insert, select } from '../database/sql.ts';
import type { LinkRequest, LinkRow, LinkState } from './link.ts';

const HashUtils = Java.type('org.keycloak.jose.jws.crypto.HashUtils');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** The longest request that a row holds, in characters of its JSON. */
export const MAX_REQUEST_LENGTH = 32_768;

function emailKey(email: string): string {
  return HashUtils.sha256UrlEncodedHash(email, StandardCharsets.UTF_8);
}

/** Stores a link; `codeKey` is what is stored of the code beside it, null where there is none. */
export function insertLink(
  session: KeycloakSession,
  realmId: string,
  row: LinkRow,
  codeKey: string | null,
): void {
  insert(session, 'LINKGATE_LINK', {
    JTI: row.jti,
    REALM_ID: realmId,
    CLIENT_UUID: row.clientUuid,
    EMAIL_KEY: emailKey(row.email),
    EMAIL: row.email,
    USER_ID: row.userId,
    STATE: row.state,
    ISSUED_AT: row.issuedAt,
    EXPIRES_AT: row.expiresAt,
    REQUEST: JSON.stringify(row.request),
    CODE_KEY: codeKey,
  });
}

/** A link by its identifier, or null. */
export function findLink(session: KeycloakSession, realmId: string, jti: string): LinkRow | null {
  const columns = 'JTI, CLIENT_UUID, EMAIL, USER_ID, STATE, ISSUED_AT, EXPIRES_AT, REQUEST';
  const rows = select(session, `SELECT ${columns} FROM LINKGATE_LINK WHERE JTI = ?1 AND REALM_ID = ?2`, [
    jti,
    realmId,
  ]);
  const row = rows[0];
  return row === undefined
    ? null
    : {
        jti: text(row[0]),
        clientUuid: text(row[1]),
        email: text(row[2]),
        userId: row[3] === null || row[3] === undefined ? null : String(row[3]),
        state: text(row[4]) as LinkState,
        issuedAt: Number(row[5]),
        expiresAt: Number(row[6]),
        request: JSON.parse(text(row[7])) as LinkRequest,
      };
}

/** Takes a link back that never reached anybody. */
export function deleteLink(session: KeycloakSession, jti: string): void {
  execute(session, 'DELETE FROM LINKGATE_LINK WHERE JTI = ?1', [jti]);
}

/** Removes the links of an account and of its address (normalised), if it has one. */
export function deleteLinksOfAccount(
  session: KeycloakSession,
  realmId: string,
  userId: string,
  email: string | null,
): void {
  execute(session, 'DELETE FROM LINKGATE_LINK WHERE REALM_ID = ?1 AND USER_ID = ?2', [realmId, userId]);
  if (email === null) return;
  execute(session, 'DELETE FROM LINKGATE_LINK WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2', [
    realmId,
    emailKey(email),
  ]);
}

/**
 * Marks a link as used and retires the others of that person and client. Rows are locked in the order of their identifiers first, so
 * that two links of one person, used at the same time, don't wait for each other.
 *
 * @returns false when somebody else was first
 */
export function useLink(session: KeycloakSession, realmId: string, row: LinkRow, now: number): boolean {
  const person = [realmId, row.clientUuid, emailKey(row.email)] as const;
  const where = "REALM_ID = ?1 AND CLIENT_UUID = ?2 AND EMAIL_KEY = ?3 AND STATE = 'issued'";
  select(session, `SELECT JTI, STATE FROM LINKGATE_LINK WHERE ${where} ORDER BY JTI FOR UPDATE`, person);
  const used = execute(
    session,
    "UPDATE LINKGATE_LINK SET STATE = 'used' WHERE JTI = ?1 AND STATE = 'issued' AND EXPIRES_AT > ?2",
    [row.jti, now],
  );
  if (used !== 1) return false;
  execute(session, `UPDATE LINKGATE_LINK SET STATE = 'superseded' WHERE ${where}`, person);
  return true;
}

/** Notes whose account a used link signed in. */
export function setLinkUser(session: KeycloakSession, jti: string, userId: string): void {
  execute(session, 'UPDATE LINKGATE_LINK SET USER_ID = ?1 WHERE JTI = ?2', [userId, jti]);
}

function text(cell: Cell | undefined): string {
  if (typeof cell !== 'string') throw new Error('a column has no text');
  return cell;
}
