/** Queries on Keycloak's tables of clients that its own API doesn't offer; a realm may have many clients. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { type Page, rowsToSelect } from '../http/request/paging.ts';
import { containsPattern } from '../platform/database/like.ts';
import { type Parameter, select } from '../platform/database/sql.ts';
import { realmIdOf, requireRealm } from '../platform/keycloak/realm.ts';
import { STORED } from '../platform/keycloak/stored.ts';
import type { Approval, RefreshTokens } from '../realm/settings/choices.ts';
import { readSetting } from '../realm/settings/read.ts';
import { CLIENT } from '../realm/settings/table.ts';
import { BUILT_IN_CLIENTS } from './built-in-clients.ts';
import { refreshTokensWith } from './refresh-tokens-of.ts';

const ClientProvider = Java.type('org.keycloak.models.ClientProvider');

/** Filters of a list of clients; null for any. */
export interface ClientSearch {
  /** A part of the identifier or the name. */
  text: string | null;
  approval: Approval | null;
}

/** `readApproval` in SQL. */
const CONDITIONS: Record<Approval, string> = {
  approved: "(A.VALUE IS NULL OR A.VALUE = 'approved')",
  pending: "A.VALUE NOT IN ('approved', 'suspended', 'rejected', 'deleted')",
  suspended: "A.VALUE = 'suspended'",
  rejected: "A.VALUE = 'rejected'",
  deleted: "A.VALUE = 'deleted'",
};

/** The rows of a search, in SQL, and the parameters so far. */
function searched(realmId: string, { text, approval }: ClientSearch) {
  const values: Parameter[] = [realmId, CLIENT.approval.name];
  const placeholder = (value: Parameter) => `?${values.push(value)}`;
  const conditions = [`C.CLIENT_ID NOT IN (${BUILT_IN_CLIENTS.map(placeholder).join(', ')})`];
  if (approval !== null) conditions.push(CONDITIONS[approval]);
  if (text !== null) {
    const pattern = placeholder(containsPattern(text));
    conditions.push(
      `(LOWER(C.CLIENT_ID) LIKE ${pattern} ESCAPE '!' OR LOWER(C.NAME) LIKE ${pattern} ESCAPE '!')`,
    );
  }
  const from = `FROM CLIENT C LEFT JOIN CLIENT_ATTRIBUTES A ON A.CLIENT_ID = C.ID AND A.NAME = ?2 WHERE C.REALM_ID = ?1 AND ${conditions.join(' AND ')}`;
  return { from, values, placeholder };
}

/** Lists the internal identifiers of clients other than Keycloak's own, ordered by client identifier; one more than a page has. */
export function listClients(session: KeycloakSession, search: ClientSearch, page: Page): string[] {
  const { from, values, placeholder } = searched(realmIdOf(session), search);
  const part = `OFFSET ${placeholder(page.first)} ROWS FETCH FIRST ${placeholder(rowsToSelect(page))} ROWS ONLY`;
  const rows = select(session, `SELECT C.ID, C.CLIENT_ID ${from} ORDER BY C.CLIENT_ID ${part}`, values);
  return rows.map((row) => String(row[0]));
}

/** Counts them. */
export function countClients(session: KeycloakSession, search: ClientSearch): number {
  const { from, values } = searched(realmIdOf(session), search);
  const [row] = select(session, `SELECT COUNT(*), MIN(C.CLIENT_ID) ${from}`, values);
  return Number(row?.[0]);
}

/** Whether an approved client of a realm, other than Keycloak's own, requires proofs of possession (`requiresProof` in SQL). */
export function anyRequiresProof(session: KeycloakSession): boolean {
  const values: Parameter[] = [realmIdOf(session), CLIENT.approval.name, CLIENT.dpop.name];
  const placeholders = BUILT_IN_CLIENTS.map((clientId) => `?${values.push(clientId)}`).join(', ');
  const from = `FROM CLIENT_ATTRIBUTES D JOIN CLIENT C ON C.ID = D.CLIENT_ID LEFT JOIN CLIENT_ATTRIBUTES A ON A.CLIENT_ID = C.ID AND A.NAME = ?2`;
  const where = `WHERE D.NAME = ?3 AND D.VALUE <> 'off' AND C.REALM_ID = ?1 AND C.ENABLED = TRUE AND ${CONDITIONS.approved} AND C.CLIENT_ID NOT IN (${placeholders})`;
  return (
    select(session, `SELECT C.ID, C.CLIENT_ID ${from} ${where} FETCH FIRST 1 ROWS ONLY`, values).length > 0
  );
}

/** The clients with client ID metadata documents that wait for approval, in SQL, and the parameters so far. */
function waitingDocuments(realmId: string) {
  return {
    from: `FROM CLIENT_ATTRIBUTES D JOIN CLIENT C ON C.ID = D.CLIENT_ID JOIN CLIENT_ATTRIBUTES A ON A.CLIENT_ID = C.ID WHERE D.NAME = ?3 AND A.NAME = ?2 AND C.REALM_ID = ?1 AND ${CONDITIONS.pending}`,
    values: [realmId, CLIENT.approval.name, CLIENT.documentExpiresAt.name],
  };
}

/** Counts them. */
export function countWaitingDocuments(session: KeycloakSession): number {
  const { from, values } = waitingDocuments(realmIdOf(session));
  const [row] = select(session, `SELECT COUNT(*), MIN(C.CLIENT_ID) ${from}`, values);
  return Number(row?.[0]);
}

/**
 * Lists the client IDs of those whose document expired before a time, in Unix seconds, up to a number. A client that was approved once isn't
 * listed: its approval ended with a time before which nothing that it was issued counts.
 */
export function listWaitingDocuments(
  session: KeycloakSession,
  { expiredBefore, max }: { expiredBefore: number; max: number },
): string[] {
  const { from, values } = waitingDocuments(realmIdOf(session));
  // Both have ten digits until the year 2286, so that their order as text is that of the numbers.
  const where = 'AND CAST(D.VALUE AS VARCHAR(12)) < ?4 AND C.NOT_BEFORE = 0';
  const all = [...values, String(expiredBefore), max];
  const rows = select(session, `SELECT C.CLIENT_ID, C.ID ${from} ${where} FETCH FIRST ?5 ROWS ONLY`, all);
  return rows.map((row) => String(row[0]));
}

/** Lists the identifiers of browser flows that clients other than Keycloak's own override the realm's with. */
export function flowsOfClients(session: KeycloakSession): string[] {
  const values: Parameter[] = [realmIdOf(session)];
  const placeholder = (value: Parameter) => `?${values.push(value)}`;
  const placeholders = BUILT_IN_CLIENTS.map(placeholder).join(', ');
  const sql = `SELECT DISTINCT B.FLOW_ID, B.BINDING_NAME FROM CLIENT_AUTH_FLOW_BINDINGS B JOIN CLIENT C ON C.ID = B.CLIENT_ID WHERE C.REALM_ID = ?1 AND B.BINDING_NAME = 'browser' AND C.CLIENT_ID NOT IN (${placeholders}) ORDER BY B.FLOW_ID`;
  return select(session, sql, values).map((row) => String(row[0]));
}

/**
 * Locks a client's approval until the transaction ends, then reads the client from the database: an administrator's decision and a
 * concurrent request that writes the client are serialized. Call it before anything else of the client is read in the transaction.
 *
 * @returns null if there is none
 */
export function lockClient(session: KeycloakSession, clientId: string): ClientModel | null {
  const realm = requireRealm(session);
  const id = lockApproval(session, clientId);
  return id === null ? null : session.getProvider(ClientProvider.class, STORED).getClientById(realm, id);
}

/**
 * Locks the row of a client's approval, or the client's own where it has none: never both, since Keycloak's registration writes the client
 * after its approval was locked. Returns Keycloak's internal identifier of the client.
 */
function lockApproval(session: KeycloakSession, clientId: string): string | null {
  const clients = 'SELECT ID, CLIENT_ID FROM CLIENT WHERE REALM_ID = ?1 AND CLIENT_ID = ?2';
  const [found] = select(session, clients, [realmIdOf(session), clientId]);
  if (found === undefined) return null;
  const id = String(found[0]);
  const approval =
    'SELECT CLIENT_ID, NAME FROM CLIENT_ATTRIBUTES WHERE CLIENT_ID = ?1 AND NAME = ?2 FOR UPDATE';
  if (select(session, approval, [id, CLIENT.approval.name]).length === 0)
    select(session, 'SELECT ID, CLIENT_ID FROM CLIENT WHERE ID = ?1 FOR UPDATE', [id]);
  return id;
}

/** More clients with the setting don't change the result in practice. */
const MAX_CLIENTS = 1000;

/**
 * How long users stay signed in to a realm's enabled clients, without `off`: Keycloak has no index in memory of clients by attribute. Some databases
 * return the column as a large object, which is no text.
 */
export function refreshTokensIn(session: KeycloakSession): RefreshTokens[] {
  const realm = requireRealm(session);
  const sql =
    'SELECT CAST(A.VALUE AS VARCHAR(255)), C.ID FROM CLIENT C JOIN CLIENT_ATTRIBUTES A ON A.CLIENT_ID = C.ID AND A.NAME = ?3 WHERE C.REALM_ID = ?1 AND C.ENABLED = TRUE FETCH FIRST ?2 ROWS ONLY';
  return select(session, sql, [realm.getId(), MAX_CLIENTS, CLIENT.refreshTokens.name])
    .map(([value]) => refreshTokensWith(realm, readSetting(CLIENT.refreshTokens, String(value))))
    .filter((stay) => stay !== 'off');
}
