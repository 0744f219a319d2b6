/** The invitations in the database. */
import type { KeycloakSession } from 'keycloak';
import { fullName } from '../../accounts/name.ts';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import type { DeleteRows } from '../../platform/database/delete-rows.ts';
import { containsPattern } from '../../platform/database/like.ts';
import {
  type Cell,
  execute,
  insert,
  insertAll,
  type Parameter,
  select,
} from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import {
  type Failure,
  INVITATION_RETENTION_SECONDS,
  type InvitationRow,
  type InvitationState,
} from './invitation.ts';
import { emailKey } from './keys.ts';

const COLUMNS =
  'ID, CLIENT_UUID, BATCH_ID, LINE, EMAIL, FIRST_NAME, LAST_NAME, LANGUAGE, INVITER, MESSAGE, LIFETIME, STATE, FAILURE, EMAILS, HAS_ACCOUNT, CREATED_AT, SENT_AT, OPENED_AT, ACCEPTED_AT, ENDS_AT';

/** A row of cells in that order. */
type Cells = { readonly [index: number]: Cell };

function rowOf(cells: Cells): InvitationRow {
  return {
    id: String(cells[0]),
    clientUuid: String(cells[1]),
    batchId: textOrNull(cells[2]),
    line: numberOrNull(cells[3]),
    email: String(cells[4]),
    firstName: textOrNull(cells[5]),
    lastName: textOrNull(cells[6]),
    language: textOrNull(cells[7]),
    inviter: textOrNull(cells[8]),
    text: textOrNull(cells[9]),
    lifetimeSeconds: Number(cells[10]),
    state: String(cells[11]) as InvitationState,
    failure: textOrNull(cells[12]) as Failure | null,
    emails: Number(cells[13]),
    hasAccount: Number(cells[14]) === 1,
    createdAt: Number(cells[15]),
    sentAt: numberOrNull(cells[16]),
    openedAt: numberOrNull(cells[17]),
    acceptedAt: numberOrNull(cells[18]),
    endsAt: numberOrNull(cells[19]),
  };
}

/** Stores the lines of a list that wasn't started. */
export function insertDrafts(session: KeycloakSession, rows: readonly InvitationRow[]): void {
  const cells = rows.map(({ createdAt, ...row }) => {
    const { ENDS_AT, ...draft } = cellsOf(realmIdOf(session), { ...row, createdAt, state: 'draft' });
    return { ...draft, EXPIRES_AT: createdAt + INVITATION_RETENTION_SECONDS };
  });
  insertAll(session, 'LINKGATE_INVITATION', cells, NULLABLE);
}

const NULLABLE = ['BATCH_ID', 'FIRST_NAME', 'LAST_NAME', 'LANGUAGE', 'INVITER', 'MESSAGE'] as const;

export function insertInvitation(session: KeycloakSession, row: InvitationRow): void {
  insert(session, 'LINKGATE_INVITATION', cellsOf(realmIdOf(session), row));
}

function cellsOf(realmId: string, row: InvitationRow): Record<string, Parameter | null> {
  return {
    ID: row.id,
    REALM_ID: realmId,
    CLIENT_UUID: row.clientUuid,
    BATCH_ID: row.batchId,
    LINE: row.line,
    EMAIL_KEY: emailKey(realmId, row.email),
    EMAIL: row.email,
    SEARCH_TEXT: searchText(row),
    FIRST_NAME: row.firstName,
    LAST_NAME: row.lastName,
    LANGUAGE: row.language,
    INVITER: row.inviter,
    MESSAGE: row.text,
    LIFETIME: row.lifetimeSeconds,
    STATE: row.state,
    EMAILS: row.emails,
    HAS_ACCOUNT: row.hasAccount ? 1 : 0,
    CREATED_AT: row.createdAt,
    ENDS_AT: row.endsAt,
    EXPIRES_AT: row.createdAt + 2 * INVITATION_RETENTION_SECONDS,
  };
}

/** The length of the column. */
const MAX_SEARCH_TEXT_LENGTH = 600;

/** What a search looks in: address and name, in lower case. */
function searchText({ email, firstName, lastName }: InvitationRow): string {
  const text = `${email} ${fullName(firstName, lastName) ?? ''}`;
  return text.toLowerCase().slice(0, MAX_SEARCH_TEXT_LENGTH);
}

/** A lookup by a unique key: returns the row, or null. */
function finder(sql: string) {
  return (session: KeycloakSession, key: string): InvitationRow | null => {
    const [row] = select(session, sql, [key, realmIdOf(session)]);
    return row === undefined ? null : rowOf(row);
  };
}

/** An invitation by its identifier; the second is locked until the transaction ends. */
export const findInvitation = finder(
  `SELECT ${COLUMNS} FROM LINKGATE_INVITATION WHERE ID = ?1 AND REALM_ID = ?2`,
);
export const lockInvitation = finder(
  `SELECT ${COLUMNS} FROM LINKGATE_INVITATION WHERE ID = ?1 AND REALM_ID = ?2 FOR UPDATE`,
);

/** The same by its token's key. */
export const findByToken = finder(
  `SELECT ${COLUMNS} FROM LINKGATE_INVITATION WHERE TOKEN_KEY = ?1 AND REALM_ID = ?2`,
);
export const lockByToken = finder(
  `SELECT ${COLUMNS} FROM LINKGATE_INVITATION WHERE TOKEN_KEY = ?1 AND REALM_ID = ?2 FOR UPDATE`,
);

/** Which invitations to list. */
export interface InvitationFilter {
  state: InvitationState | null;
  /** A part of an address or name; null for all. */
  search: string | null;
  first: number;
  /** At most. */
  max: number;
}

/** Lists a realm's invitations, the newest first, without drafts. Identifiers are selected first, by the index. */
export function listInvitations(session: KeycloakSession, filter: InvitationFilter): InvitationRow[] {
  const { from, parameters } = listed(session, filter);
  const limited = `OFFSET ?${parameters.length + 1} ROWS FETCH FIRST ?${parameters.length + 2} ROWS ONLY`;
  const sql = `SELECT ID, CREATED_AT ${from} ${NEWEST_FIRST} ${limited}`;
  const ids = select(session, sql, [...parameters, filter.first, filter.max]).map(([id]) => String(id));
  if (ids.length === 0) return [];
  const placeholders = ids.map((_, index) => `?${index + 1}`).join(', ');
  const found = `SELECT ${COLUMNS} FROM LINKGATE_INVITATION WHERE ID IN (${placeholders})`;
  const rows: Record<string, InvitationRow> = {};
  for (const cells of select(session, found, ids)) rows[String(cells[0])] = rowOf(cells);
  return ids.map((id) => rows[id]).filter((row) => row !== undefined);
}

/** How many of the newest invitations are searched: a part of a text has no index. */
const SEARCHED_ROWS = 30_000;
const NEWEST_FIRST = 'ORDER BY CREATED_AT DESC, ID DESC';

/** The invitations of a realm, or those in a state; or the newest ones of both, which are searched. */
function listed(
  session: KeycloakSession,
  { state, search }: Pick<InvitationFilter, 'state' | 'search'>,
): { from: string; parameters: Parameter[] } {
  const isListed = state === null ? "STATE <> 'draft'" : 'STATE = ?2';
  const all = `FROM LINKGATE_INVITATION WHERE REALM_ID = ?1 AND ${isListed}`;
  const parameters: Parameter[] = [realmIdOf(session), ...(state === null ? [] : [state])];
  if (search === null) return { from: all, parameters };
  const newest = `(SELECT ID, CREATED_AT, SEARCH_TEXT ${all} ${NEWEST_FIRST} FETCH FIRST ${SEARCHED_ROWS} ROWS ONLY) NEWEST`;
  const place = parameters.push(containsPattern(search));
  return { from: `FROM ${newest} WHERE SEARCH_TEXT LIKE ?${place} ESCAPE '!'`, parameters };
}

/** Beyond this number, invitations aren't counted. */
const COUNTED_ROWS = 10_000;

/** How many invitations match; null if they are more than are counted. */
export function countInvitations(
  session: KeycloakSession,
  filter: Pick<InvitationFilter, 'state' | 'search'>,
): number | null {
  const { from: all, parameters } = listed(session, filter);
  const from = filter.search === null ? `${all} ${NEWEST_FIRST}` : all;
  const limited = `FETCH FIRST ${COUNTED_ROWS + 1} ROWS ONLY`;
  const sql = `SELECT COUNT(ID), MIN(ID) FROM (SELECT ID ${from} ${limited}) FOUND`;
  const found = Number(select(session, sql, parameters)[0]?.[0]);
  return found > COUNTED_ROWS ? null : found;
}

/** The emailed invitations of addresses (by key) that haven't ended at `now` (Unix seconds). */
export function liveInvitations(
  session: KeycloakSession,
  keys: readonly string[],
  now: number,
): { id: string; key: string; clientUuid: string }[] {
  const placeholders = keys.map((_, index) => `?${index + 3}`).join(', ');
  const sql = `SELECT ID, EMAIL_KEY, CLIENT_UUID FROM LINKGATE_INVITATION WHERE REALM_ID = ?1 AND ENDS_AT > ?2 AND STATE <> 'waiting' AND EMAIL_KEY IN (${placeholders})`;
  return select(session, sql, [realmIdOf(session), now, ...keys]).map((cells) => ({
    id: String(cells[0]),
    key: String(cells[1]),
    clientUuid: String(cells[2]),
  }));
}

/** The invitations of an address (by key) without drafts, the newest first, at most `max`. */
export function invitationsOfAddress(session: KeycloakSession, key: string, max: number): InvitationRow[] {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_INVITATION WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2 AND STATE <> 'draft' ORDER BY CREATED_AT DESC, ID DESC FETCH FIRST ?3 ROWS ONLY`;
  return select(session, sql, [realmIdOf(session), key, max]).map(rowOf);
}

/** The first waiting line of a list, locked; null if there is none, `taken` if another transaction changed it concurrently. */
export function lockFirstWaiting(
  own: KeycloakSession,
  batchId: string,
  now: number,
): InvitationRow | 'taken' | null {
  const locked = select(
    own,
    `SELECT ${COLUMNS} FROM LINKGATE_INVITATION WHERE BATCH_ID = ?1 AND STATE = 'waiting' AND ENDS_AT > ?2 ORDER BY LINE FETCH FIRST 1 ROWS ONLY FOR UPDATE`,
    [batchId, now],
  );
  const [row] = locked;
  if (row !== undefined) return rowOf(row);
  const others =
    "SELECT ID, LINE FROM LINKGATE_INVITATION WHERE BATCH_ID = ?1 AND STATE = 'waiting' AND ENDS_AT > ?2 FETCH FIRST 1 ROWS ONLY";
  return select(own, others, [batchId, now]).length > 0 ? 'taken' : null;
}

/** Lets the lines of a list that was a draft wait to be sent. */
export function startDrafts(own: KeycloakSession, batchId: string, now: number): void {
  const end = now + INVITATION_RETENTION_SECONDS;
  execute(
    own,
    "UPDATE LINKGATE_INVITATION SET STATE = 'waiting', ENDS_AT = ?1, EXPIRES_AT = ?2 WHERE BATCH_ID = ?3 AND STATE = 'draft'",
    [end, end + INVITATION_RETENTION_SECONDS, batchId],
  );
}

/** Removes the lines of a discarded list. */
export function deleteDrafts(own: KeycloakSession, batchId: string): void {
  execute(own, "DELETE FROM LINKGATE_INVITATION WHERE BATCH_ID = ?1 AND STATE = 'draft'", [batchId]);
}

/** How many invitations are marked expired at a time. */
const STEP_ROWS = 1000;

/** How many invitations are revoked at a time: few enough that each is found by its key. */
const REVOKED_AT_ONCE = 400;

/** Marks overdue invitations expired, in batches. Returns true if more may remain. */
export function expireInvitations(own: KeycloakSession, now: number): boolean {
  const ended = select(
    own,
    `SELECT ID, ENDS_AT FROM LINKGATE_INVITATION WHERE ENDS_AT <= ?1 ORDER BY ENDS_AT FETCH FIRST ${STEP_ROWS} ROWS ONLY FOR UPDATE SKIP LOCKED`,
    [now],
  ).map((cells) => String(cells[0]));
  if (ended.length === 0) return false;
  const placeholders = ended.map((_, index) => `?${index + 1}`).join(', ');
  execute(
    own,
    `UPDATE LINKGATE_INVITATION SET STATE = 'expired', ENDS_AT = NULL WHERE ID IN (${placeholders})`,
    ended,
  );
  return ended.length === STEP_ROWS;
}

/** Marks an invitation as being sent (`uncertain`), under a new token. */
export function markSending(
  session: KeycloakSession,
  row: InvitationRow,
  tokenKey: string,
  now: number,
): void {
  const end = now + row.lifetimeSeconds;
  execute(
    session,
    "UPDATE LINKGATE_INVITATION SET STATE = 'uncertain', FAILURE = NULL, TOKEN_KEY = ?1, EMAILS = EMAILS + 1, SENT_AT = ?2, OPENED_AT = NULL, ENDS_AT = ?3, EXPIRES_AT = ?4, HAS_ACCOUNT = ?5 WHERE ID = ?6",
    [tokenKey, now, end, end + INVITATION_RETENTION_SECONDS, row.hasAccount ? 1 : 0, row.id],
  );
}

/** Marks an invitation sent, unless it was already opened. */
export function markSent(session: KeycloakSession, id: string, tokenKey: string): void {
  execute(
    session,
    "UPDATE LINKGATE_INVITATION SET STATE = 'sent' WHERE ID = ?1 AND TOKEN_KEY = ?2 AND STATE = 'uncertain'",
    [id, tokenKey],
  );
}

/**
 * Marks an invitation whose email was certainly not sent: `failed`, or `waiting` again if there is no failure. False if its state
 * has changed.
 */
export function markUnsent(
  session: KeycloakSession,
  row: InvitationRow,
  tokenKey: string,
  failure: Failure | null,
  now: number,
): boolean {
  const end = failure === null ? now + INVITATION_RETENTION_SECONDS : 0;
  const sql =
    "UPDATE LINKGATE_INVITATION SET STATE = ?1, FAILURE = NULLIF(?2, ''), TOKEN_KEY = NULL, EMAILS = EMAILS - 1, SENT_AT = NULL, ENDS_AT = NULLIF(?3, 0), EXPIRES_AT = ?4 WHERE ID = ?5 AND TOKEN_KEY = ?6 AND STATE = 'uncertain'";
  const state: InvitationState = failure === null ? 'waiting' : 'failed';
  const expiresAfter = (failure === null ? end : now) + INVITATION_RETENTION_SECONDS;
  return execute(session, sql, [state, failure ?? '', end, expiresAfter, row.id, tokenKey]) === 1;
}

/** Marks an invitation of a list that isn't emailed: `failed`, or `skipped` as the list was told for addresses with an account. */
export function markNotEmailed(session: KeycloakSession, id: string, why: Failure, now: number): void {
  const state: InvitationState = why === 'account' ? 'skipped' : 'failed';
  execute(
    session,
    'UPDATE LINKGATE_INVITATION SET STATE = ?1, FAILURE = ?2, ENDS_AT = NULL, EXPIRES_AT = ?3 WHERE ID = ?4',
    [state, why, now + INVITATION_RETENTION_SECONDS, id],
  );
}

export function markOpened(session: KeycloakSession, id: string, now: number): void {
  execute(
    session,
    "UPDATE LINKGATE_INVITATION SET STATE = 'opened', OPENED_AT = ?1 WHERE ID = ?2 AND STATE IN ('sent', 'uncertain')",
    [now, id],
  );
}

/** Marks a locked invitation accepted. */
export function markAccepted(session: KeycloakSession, id: string, now: number): void {
  execute(
    session,
    "UPDATE LINKGATE_INVITATION SET STATE = 'accepted', ACCEPTED_AT = ?1, ENDS_AT = NULL, EXPIRES_AT = ?2 WHERE ID = ?3",
    [now, now + INVITATION_RETENTION_SECONDS, id],
  );
}

/** Resets an accepted invitation to opened. */
export function reopen(session: KeycloakSession, { id, endsAt }: InvitationRow): void {
  const end = endsAt ?? 0;
  execute(
    session,
    "UPDATE LINKGATE_INVITATION SET STATE = 'opened', ACCEPTED_AT = NULL, ENDS_AT = ?1, EXPIRES_AT = ?2 WHERE ID = ?3 AND STATE = 'accepted'",
    [end, end + INVITATION_RETENTION_SECONDS, id],
  );
}

/** Revokes a locked invitation. */
export function markRevoked(session: KeycloakSession, id: string, now: number): void {
  execute(
    session,
    "UPDATE LINKGATE_INVITATION SET STATE = 'revoked', ENDS_AT = NULL, EXPIRES_AT = ?1 WHERE ID = ?2",
    [now + INVITATION_RETENTION_SECONDS, id],
  );
}

/** Revokes a realm's invitations that were sent and can still be used. */
export function revokeSentInvitations(session: KeycloakSession, now: number): void {
  for (const state of ['sent', 'opened', 'uncertain'])
    for (let hasMore = true; hasMore; ) {
      const limited = `ORDER BY CREATED_AT, ID FETCH FIRST ${REVOKED_AT_ONCE} ROWS ONLY`;
      const ids = select(
        session,
        `SELECT ID, STATE FROM LINKGATE_INVITATION WHERE REALM_ID = ?1 AND STATE = ?2 ${limited}`,
        [realmIdOf(session), state],
      ).map((row) => String(row[0]));
      const placeholders = ids.map((_, index) => `?${index + 2}`).join(', ');
      if (ids.length > 0)
        execute(
          session,
          `UPDATE LINKGATE_INVITATION SET STATE = 'revoked', ENDS_AT = NULL, EXPIRES_AT = ?1 WHERE ID IN (${placeholders})`,
          [now + INVITATION_RETENTION_SECONDS, ...ids],
        );
      hasMore = ids.length === REVOKED_AT_ONCE;
    }
}

/** Removes an address's invitations, and the invalid lines of lists that have it; false if some remain. */
export function deleteInvitationsOf(
  session: KeycloakSession,
  realmId: string,
  email: string,
  remove: DeleteRows,
): boolean {
  const where = 'REALM_ID = ?1 AND EMAIL_KEY = ?2';
  const parameters = [realmId, emailKey(realmId, email)];
  const invitations = remove(session, { table: 'LINKGATE_INVITATION', key: 'ID', where, parameters });
  return remove(session, { table: 'LINKGATE_BATCH_ERROR', key: 'ID', where, parameters }) && invitations;
}

/** Deletes an invitation that was never sent; false if it no longer exists. */
export function deleteInvitation(session: KeycloakSession, id: string): boolean {
  return execute(session, 'DELETE FROM LINKGATE_INVITATION WHERE ID = ?1', [id]) === 1;
}
