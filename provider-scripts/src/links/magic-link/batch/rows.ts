/** Lists of links in the database, besides what all lists have. Their lines are rows of links, which wait until a link is issued. */
import type { KeycloakSession } from 'keycloak';
import { newRowId, newRowIds } from '../../../platform/database/row-id.ts';
import { execute, insert, insertAll, select } from '../../../platform/database/sql.ts';
import { realmIdOf } from '../../../platform/keycloak/realm.ts';
import { BATCH_RETENTION_SECONDS, MAX_WAITING_SECONDS } from '../../batch/batch.ts';
import type { LineFailure, LineUser, LinkRequest, LinkRow } from '../link.ts';
import { LINK_COLUMNS, linkIn, NO_ADDRESS, ownerKey } from '../rows.ts';
import type { BatchRequest } from './batch.ts';

/** A line to store: its user, as found. */
export interface NewLine {
  line: LineUser;
  /** Normalised; empty for none. */
  email: string;
  userId: string | null;
}

/** A list to store. */
export interface NewBatch {
  id: string;
  createdBy: string | null;
  clientUuid: string;
  /** As JSON. */
  request: string;
  lines: readonly NewLine[];
}

/** Stores a list, which is sent from now on (Unix seconds), and its lines. */
export function insertLinkBatch(own: KeycloakSession, batch: NewBatch, now: number): void {
  const { id, createdBy, clientUuid, request, lines } = batch;
  const realmId = realmIdOf(own);
  insert(own, 'LINKGATE_BATCH', {
    ID: id,
    REALM_ID: realmId,
    KIND: 'link',
    STATE: 'running',
    LINES: lines.length,
    CREATED_BY: createdBy,
    REQUEST: request,
    DUE_AT: now,
    CREATED_AT: now,
    EXPIRES_AT: now + BATCH_RETENTION_SECONDS,
  });
  const ids = newRowIds(lines.length);
  const rows = lines.map(({ line, email, userId }, index) => ({
    JTI: ids[index] ?? newRowId(),
    REALM_ID: realmId,
    CLIENT_UUID: clientUuid,
    EMAIL_KEY: ownerKey({ email, userId }),
    EMAIL: email || NO_ADDRESS,
    USER_ID: userId,
    STATE: 'waiting',
    ISSUED_AT: now,
    EXPIRES_AT: now + MAX_WAITING_SECONDS,
    REQUEST: requestOf(line),
    BATCH_ID: id,
  }));
  insertAll(own, 'LINKGATE_LINK', rows, ['USER_ID']);
}

/** The request of a line without a link. */
function requestOf(line: LineUser): string {
  const request: LinkRequest = { redirectUri: '', notes: {}, byBackend: true, line };
  return JSON.stringify(request);
}

/** What a list's lines share; null if there is no such list. */
export function findBatchRequest(session: KeycloakSession, id: string): BatchRequest | null {
  const sql = "SELECT REQUEST, ID FROM LINKGATE_BATCH WHERE ID = ?1 AND REALM_ID = ?2 AND KIND = 'link'";
  const [row] = select(session, sql, [id, realmIdOf(session)]);
  return row === undefined ? null : (JSON.parse(String(row[0])) as BatchRequest);
}

/** The states that a list's lines are counted by: a waiting or issued one that is over is expired. */
export type CountedState = LinkRow['state'] | 'expired';

/** The number of a list's lines by state at `now` (Unix seconds); absent means none. */
export function countLines(
  session: KeycloakSession,
  id: string,
  now: number,
): Partial<Record<CountedState, number>> {
  const sql =
    "SELECT COUNTED, COUNT(*) FROM (SELECT CASE WHEN STATE IN ('waiting', 'issued') AND EXPIRES_AT <= ?2 THEN 'expired' ELSE STATE END AS COUNTED FROM LINKGATE_LINK WHERE BATCH_ID = ?1) LINES GROUP BY COUNTED";
  const counts: Partial<Record<CountedState, number>> = {};
  for (const row of select(session, sql, [id, now])) counts[String(row[0]) as CountedState] = Number(row[1]);
  return counts;
}

/** The first waiting line of a list, locked; null if there is none, `taken` if another transaction changed it concurrently. */
export function lockFirstLine(own: KeycloakSession, batchId: string, now: number): LinkRow | 'taken' | null {
  const columns = LINK_COLUMNS;
  // The first line has the last identifier.
  const [row] = select(
    own,
    `SELECT ${columns} FROM LINKGATE_LINK WHERE BATCH_ID = ?1 AND STATE = 'waiting' AND EXPIRES_AT > ?2 ORDER BY JTI DESC FETCH FIRST 1 ROWS ONLY FOR UPDATE`,
    [batchId, now],
  );
  if (row !== undefined) return linkIn(row);
  const others =
    "SELECT JTI, STATE FROM LINKGATE_LINK WHERE BATCH_ID = ?1 AND STATE = 'waiting' AND EXPIRES_AT > ?2 FETCH FIRST 1 ROWS ONLY";
  return select(own, others, [batchId, now]).length > 0 ? 'taken' : null;
}

/** Makes a locked line the link that was issued for it. */
export function issueLine(own: KeycloakSession, row: LinkRow, request: string): void {
  execute(
    own,
    "UPDATE LINKGATE_LINK SET STATE = 'issued', USER_ID = NULLIF(?1, ''), ISSUED_AT = ?2, EXPIRES_AT = ?3, REQUEST = ?4 WHERE JTI = ?5 AND STATE = 'waiting'",
    [row.userId ?? '', row.issuedAt, row.expiresAt, request, row.jti],
  );
}

/**
 * Marks a line failed, or lets it wait again if there is no failure; also after its link was issued, if that was certainly not sent. False if its
 * state has changed.
 *
 * @param line as it waited
 */
export function unsendLine(
  own: KeycloakSession,
  { jti, issuedAt, expiresAt, request }: LinkRow,
  failure: LineFailure | null,
  now: number,
): boolean {
  const sql =
    "UPDATE LINKGATE_LINK SET STATE = ?1, FAILURE = NULLIF(?2, ''), ISSUED_AT = ?3, EXPIRES_AT = ?4, REQUEST = ?5 WHERE JTI = ?6 AND STATE IN ('waiting', 'issued')";
  const state: LinkRow['state'] = failure === null ? 'waiting' : 'failed';
  const end = failure === null ? expiresAt : now + MAX_WAITING_SECONDS;
  return execute(own, sql, [state, failure ?? '', issuedAt, end, JSON.stringify(request), jti]) === 1;
}

/** How many lines are revoked at a time: few enough that each is found by its key. */
const REVOKED_AT_ONCE = 400;

/** Revokes all lines of a realm that wait, once it no longer allows links of backends. */
export function revokeWaitingLines(own: KeycloakSession): void {
  const lists =
    "SELECT ID, STATE FROM LINKGATE_BATCH WHERE REALM_ID = ?1 AND KIND = 'link' AND STATE <> 'done'";
  for (const [id] of select(own, lists, [realmIdOf(own)]))
    for (let hasMore = true; hasMore; ) {
      const limited = `FETCH FIRST ${REVOKED_AT_ONCE} ROWS ONLY`;
      const jtis = select(
        own,
        `SELECT JTI, STATE FROM LINKGATE_LINK WHERE BATCH_ID = ?1 AND STATE = 'waiting' ORDER BY JTI ${limited}`,
        [String(id)],
      ).map((row) => String(row[0]));
      const placeholders = jtis.map((_, index) => `?${index + 1}`).join(', ');
      if (jtis.length > 0)
        execute(
          own,
          `UPDATE LINKGATE_LINK SET STATE = 'revoked' WHERE STATE = 'waiting' AND JTI IN (${placeholders})`,
          jtis,
        );
      hasMore = jtis.length === REVOKED_AT_ONCE;
    }
}
