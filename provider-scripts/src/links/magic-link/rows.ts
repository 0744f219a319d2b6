/** Links in the database. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { type DeleteRows, deleterOfAccount } from '../../platform/database/delete-rows.ts';
import { type Cell, execute, insert, type Parameter, select } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type {
  AwaitedLink,
  CrossDevice,
  CrossDeviceState,
  LineFailure,
  LinkRequest,
  LinkRow,
  LinkState,
  ReturnGrant,
} from './link.ts';
import { MAX_CODE_TRIES } from './one-time-code.ts';

/** The longest request that a row can store, in characters of its JSON. */
export const MAX_REQUEST_LENGTH = 32_768;

function emailKey(email: string): string {
  return sha256(email);
}

/** Stands in the column for no address; one database takes an empty text for none. */
export const NO_ADDRESS = '-';

/** The address in the column; empty for none. */
function addressIn(column: string): string {
  return column === NO_ADDRESS ? '' : column;
}

/** What the links of one user share: the address, or the account that has none. */
export function ownerKey({ email, userId }: Pick<LinkRow, 'email' | 'userId'>): string {
  return emailKey(email === '' ? `account ${userId ?? ''}` : email);
}

/**
 * Stores a link.
 *
 * @param request the row's request as JSON, the form that is stored
 * @param codeKey the hash of the one-time code sent with it; null if there is none
 */
export function insertLink(
  session: KeycloakSession,
  row: LinkRow,
  request: string,
  codeKey: string | null,
): void {
  insert(session, 'LINKGATE_LINK', {
    JTI: row.jti,
    REALM_ID: realmIdOf(session),
    CLIENT_UUID: row.clientUuid,
    EMAIL_KEY: ownerKey(row),
    EMAIL: row.email || NO_ADDRESS,
    USER_ID: row.userId,
    STATE: row.state,
    ISSUED_AT: row.issuedAt,
    EXPIRES_AT: row.expiresAt,
    REQUEST: request,
    CODE_KEY: codeKey,
    CROSS_DEVICE_KEY: row.crossDevice === null ? null : row.crossDevice.key,
    CROSS_DEVICE: row.crossDevice === null ? null : row.crossDevice.state,
    RETURNED_TO: row.request.returnGrant?.client ?? null,
    BATCH_ID: row.batchId,
  });
}

const CROSS_DEVICE_COLUMNS = 'CROSS_DEVICE_KEY, CROSS_DEVICE, APPROVED_AT';

/** The columns of a whole link, in the order in which `linkIn` reads them. */
export const LINK_COLUMNS = `JTI, CLIENT_UUID, EMAIL, USER_ID, STATE, ISSUED_AT, EXPIRES_AT, REQUEST, ${CROSS_DEVICE_COLUMNS}, BATCH_ID, FAILURE`;

export function linkIn(row: { readonly [index: number]: Cell }): LinkRow {
  return {
    jti: text(row[0]),
    clientUuid: text(row[1]),
    email: addressIn(text(row[2])),
    userId: textOrNull(row[3]),
    state: text(row[4]) as LinkState,
    issuedAt: Number(row[5]),
    expiresAt: Number(row[6]),
    request: JSON.parse(text(row[7])) as LinkRequest,
    crossDevice: crossDeviceIn(row[8], row[9], row[10]),
    batchId: textOrNull(row[11]),
    failure: textOrNull(row[12]) as LineFailure | null,
  };
}

export function findLink(session: KeycloakSession, jti: string): LinkRow | null {
  const columns = LINK_COLUMNS;
  const rows = select(session, `SELECT ${columns} FROM LINKGATE_LINK WHERE JTI = ?1 AND REALM_ID = ?2`, [
    jti,
    realmIdOf(session),
  ]);
  const row = rows[0];
  return row === undefined ? null : linkIn(row);
}

function crossDeviceIn(
  key: Cell | undefined,
  state: Cell | undefined,
  approvedAt: Cell | undefined,
): CrossDevice | null {
  if (key === null || key === undefined) return null;
  return {
    key: text(key),
    state: text(state) as CrossDeviceState,
    approvedAt: numberOrNull(approvedAt),
  };
}

/** A link as administrators see it: without its request and token. Times are Unix seconds. */
export interface LinkOfAddress
  extends Pick<LinkRow, 'jti' | 'clientUuid' | 'state' | 'issuedAt' | 'expiresAt'> {
  /** Why the last attempt to use it was rejected; null if none was. */
  rejection: string | null;
  rejectedAt: number | null;
  /** When it was used; null if it wasn't. */
  usedAt: number | null;
}

/**
 * Lists the links to an address (normalised) that were issued since a time, or are open at `now`, the newest first: at most `max`. Lines of lists
 * that have no link yet are none.
 */
export function listLinksOfAddress(
  session: KeycloakSession,
  email: string,
  since: number,
  now: number,
  max: number,
): LinkOfAddress[] {
  const sql =
    "SELECT JTI, CLIENT_UUID, STATE, ISSUED_AT, EXPIRES_AT, REJECTION, REJECTED_AT, USED_AT FROM LINKGATE_LINK WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2 AND STATE NOT IN ('waiting', 'failed') AND (ISSUED_AT >= ?3 OR (STATE = 'issued' AND EXPIRES_AT > ?4)) ORDER BY ISSUED_AT DESC, JTI DESC FETCH FIRST ?5 ROWS ONLY";
  return select(session, sql, [realmIdOf(session), emailKey(email), since, now, max]).map((row) => ({
    jti: text(row[0]),
    clientUuid: text(row[1]),
    state: text(row[2]) as LinkState,
    issuedAt: Number(row[3]),
    expiresAt: Number(row[4]),
    rejection: textOrNull(row[5]),
    rejectedAt: numberOrNull(row[6]),
    usedAt: numberOrNull(row[7]),
  }));
}

/** Records why a link was rejected at `now` (Unix seconds), for administrators. */
export function recordRejection(
  session: KeycloakSession,
  jti: string,
  rejection: LinkRejection | 'referral',
  now: number,
): void {
  // Writes at most once a second: if a link is opened many times at once, the others find the row up to date and take no lock.
  const sql =
    'UPDATE LINKGATE_LINK SET REJECTION = ?1, REJECTED_AT = ?2 WHERE JTI = ?3 AND (REJECTION IS NULL OR REJECTION <> ?1 OR REJECTED_AT <> ?2)';
  execute(session, sql, [rejection, now, jti]);
}

/** Returns the part of a link that a waiting tab's poll needs, or null: the poll's only statement. */
export function findAwaitedLink(session: KeycloakSession, jti: string): AwaitedLink | null {
  const columns = `STATE, ISSUED_AT, EXPIRES_AT, CODE_KEY, CODE_TRIES, ${CROSS_DEVICE_COLUMNS}`;
  const rows = select(session, `SELECT ${columns} FROM LINKGATE_LINK WHERE JTI = ?1 AND REALM_ID = ?2`, [
    jti,
    realmIdOf(session),
  ]);
  const row = rows[0];
  if (row === undefined) return null;
  const hasCode = row[3] !== null && row[3] !== undefined;
  return {
    state: text(row[0]) as LinkState,
    issuedAt: Number(row[1]),
    expiresAt: Number(row[2]),
    codeTriesLeft: hasCode ? MAX_CODE_TRIES - Number(row[4]) : null,
    crossDevice: crossDeviceIn(row[5], row[6], row[7]),
  };
}

/** Deletes a link whose email wasn't sent as far as is known. A used link is retained: its email has arrived. */
export function deleteLink(session: KeycloakSession, jti: string): void {
  execute(session, "DELETE FROM LINKGATE_LINK WHERE JTI = ?1 AND STATE = 'issued'", [jti]);
}

/** Revokes a link, also one whose email timed out but may have been sent, or a line that waits. A used link is left unchanged: its email has arrived. */
export function revokeLink(session: KeycloakSession, jti: string): void {
  const sql = "UPDATE LINKGATE_LINK SET STATE = 'revoked' WHERE JTI = ?1 AND STATE IN ('issued', 'waiting')";
  execute(session, sql, [jti]);
}

/** Revokes the issued links of an address (normalised), with their one-time codes; returns when they would have expired (Unix seconds). */
export function revokeLinksOf(session: KeycloakSession, email: string): number[] {
  const where = "REALM_ID = ?1 AND EMAIL_KEY = ?2 AND STATE = 'issued'";
  const parameters = [realmIdOf(session), emailKey(email)];
  // In the order in which the use of a link locks them.
  const sql = `SELECT JTI, EXPIRES_AT FROM LINKGATE_LINK WHERE ${where} ORDER BY JTI FOR UPDATE`;
  const issued = select(session, sql, parameters);
  if (issued.length > 0)
    execute(session, `UPDATE LINKGATE_LINK SET STATE = 'revoked' WHERE ${where}`, parameters);
  return issued.map((row) => Number(row[1]));
}

/** An open link that was returned to a backend. */
export type ReturnedLink = Pick<LinkRow, 'jti' | 'expiresAt' | 'userId'> & { grant: ReturnGrant };

/** Lists a realm's open links that were returned to backends, in the order of their identifiers. */
export function listReturnedLinks(session: KeycloakSession, now: number): ReturnedLink[] {
  const sql =
    "SELECT JTI, EXPIRES_AT, USER_ID, REQUEST FROM LINKGATE_LINK WHERE RETURNED_TO IS NOT NULL AND REALM_ID = ?1 AND STATE = 'issued' AND EXPIRES_AT > ?2 ORDER BY JTI";
  const links: ReturnedLink[] = [];
  for (const row of select(session, sql, [realmIdOf(session), now])) {
    const { returnGrant } = JSON.parse(text(row[3])) as LinkRequest;
    if (returnGrant !== undefined)
      links.push({
        jti: text(row[0]),
        expiresAt: Number(row[1]),
        userId: textOrNull(row[2]),
        grant: returnGrant,
      });
  }
  return links;
}

/** The realms with open links that were returned to backends. */
export function realmsWithReturnedLinks(session: KeycloakSession, now: number): string[] {
  const sql =
    "SELECT DISTINCT REALM_ID, 1 FROM LINKGATE_LINK WHERE RETURNED_TO IS NOT NULL AND STATE = 'issued' AND EXPIRES_AT > ?1";
  return select(session, sql, [now]).map((row) => text(row[0]));
}

const deleteLinks = deleterOfAccount('LINKGATE_LINK', 'JTI');

/** Deletes the links of an account and of its address (normalised), if it has one; false if some are left. */
export function deleteLinksOfAccount(
  session: KeycloakSession,
  realmId: string,
  userId: string,
  email: string | null,
  remove: DeleteRows,
): boolean {
  const key = email === null ? null : emailKey(email);
  return deleteLinks(session, realmId, userId, key, remove);
}

/** The issued links of one user and one client. */
const ISSUED = "REALM_ID = ?1 AND CLIENT_UUID = ?2 AND EMAIL_KEY = ?3 AND STATE = 'issued'";

/** Returns the parameters of `ISSUED` for a link's user and client; they come first in every statement on a user's links. */
export function userParameters(realmId: string, row: LinkRow): [string, string, string] {
  return [realmId, row.clientUuid, ownerKey(row)];
}

/** A link that no other transaction can use until this one ends. */
export interface LockedLink {
  row: LinkRow;
  /** When the other issued links of its user and client expire, in Unix seconds. */
  otherExpiries: readonly number[];
}

/**
 * Locks a link that can be used at `now` (Unix seconds), and the other issued links of its user and client: in the order of their
 * identifiers, so that two links of one user, used at the same time, don't deadlock.
 *
 * @returns null if the link was used meanwhile or has expired
 */
export function lockLink(session: KeycloakSession, row: LinkRow, now: number): LockedLink | null {
  const issued = lockIssued(session, row);
  const isUsable = issued.some((cells) => cells[0] === row.jti && Number(cells[1]) > now);
  const others = issued.filter((cells) => cells[0] !== row.jti);
  return isUsable ? { row, otherExpiries: others.map((cells) => Number(cells[1])) } : null;
}

function lockIssued(session: KeycloakSession, row: LinkRow) {
  const sql = `SELECT JTI, EXPIRES_AT FROM LINKGATE_LINK WHERE ${ISSUED} ORDER BY JTI FOR UPDATE`;
  return select(session, sql, userParameters(realmIdOf(session), row));
}

/**
 * Marks a locked link as used by an account at `now` (Unix seconds), and the others as superseded.
 *
 * @param place the node and the root session of the use, if it is one in the tab of a step
 */
export function useLink(
  session: KeycloakSession,
  { row, otherExpiries }: LockedLink,
  userId: string,
  now: number,
  place: readonly Parameter[] = [],
): void {
  const inTab = place.length > 0 ? ', USED_BY = ?4, USED_IN = ?5' : '';
  const used = execute(
    session,
    `UPDATE LINKGATE_LINK SET STATE = 'used', USER_ID = ?1, USED_AT = ?3${inTab} WHERE JTI = ?2 AND STATE = 'issued'`,
    [userId, row.jti, now, ...place],
  );
  if (used !== 1) throw new Error('a locked link has changed');
  if (otherExpiries.length > 0) supersede(session, row);
}

/** Supersedes the issued links of a link's user and client; returns when they would have expired (Unix seconds). */
export function supersedeLinks(session: KeycloakSession, row: LinkRow): number[] {
  const issued = lockIssued(session, row);
  if (issued.length > 0) supersede(session, row);
  return issued.map((cells) => Number(cells[1]));
}

function supersede(session: KeycloakSession, row: LinkRow): void {
  execute(
    session,
    `UPDATE LINKGATE_LINK SET STATE = 'superseded' WHERE ${ISSUED}`,
    userParameters(realmIdOf(session), row),
  );
}

function text(cell: Cell | undefined): string {
  if (typeof cell !== 'string') throw new Error('a column has no text');
  return cell;
}
