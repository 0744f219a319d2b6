/** Keycloak's tables of clients, of which a realm may have many: only for what its own queries can't ask. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { anywhere } from '../database/like.ts';
import { type Parameter, select } from '../database/sql.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { type Page, rowsToFind } from '../request/page-of-list.ts';
import { APPROVAL_ATTRIBUTE, type Approval } from './approval.ts';
import { BUILT_IN_CLIENTS } from './built-in-clients.ts';

const ClientProvider = Java.type('org.keycloak.models.ClientProvider');

/** Keycloak's provider of the clients in its database. */
const STORED = 'jpa';

/** Which clients to list; null for any. */
export interface ClientSearch {
  /** A part of identifier or name. */
  text: string | null;
  approval: Approval | null;
}

/** What `readApproval` says, in SQL. */
const CONDITIONS: Record<Approval, string> = {
  approved: "(A.VALUE IS NULL OR A.VALUE = 'approved')",
  pending: "A.VALUE NOT IN ('approved', 'deleted')",
  deleted: "A.VALUE = 'deleted'",
};

/** Keycloak's identifiers of the clients that aren't its own, in the order of the client identifiers; one more than a page has. */
export function listClients(
  session: KeycloakSession,
  realmId: string,
  { text, approval }: ClientSearch,
  page: Page,
): string[] {
  const values: Parameter[] = [realmId, APPROVAL_ATTRIBUTE];
  const place = (value: Parameter) => `?${values.push(value)}`;
  const conditions = [`C.CLIENT_ID NOT IN (${BUILT_IN_CLIENTS.map(place).join(', ')})`];
  if (approval !== null) conditions.push(CONDITIONS[approval]);
  if (text !== null) {
    const pattern = place(anywhere(text));
    conditions.push(
      `(LOWER(C.CLIENT_ID) LIKE ${pattern} ESCAPE '!' OR LOWER(C.NAME) LIKE ${pattern} ESCAPE '!')`,
    );
  }
  const where = conditions.join(' AND ');
  const part = `OFFSET ${place(page.first)} ROWS FETCH FIRST ${place(rowsToFind(page))} ROWS ONLY`;
  const rows = select(
    session,
    `SELECT C.ID, C.CLIENT_ID FROM CLIENT C LEFT JOIN CLIENT_ATTRIBUTES A ON A.CLIENT_ID = C.ID AND A.NAME = ?2 WHERE C.REALM_ID = ?1 AND ${where} ORDER BY C.CLIENT_ID ${part}`,
    values,
  );
  return rows.map((row) => String(row[0]));
}

/** Keycloak's identifiers of the flows for browsers that clients, other than its own, have for themselves. */
export function flowsOfClients(session: KeycloakSession, realmId: string): string[] {
  const values: Parameter[] = [realmId];
  const place = (value: Parameter) => `?${values.push(value)}`;
  const places = BUILT_IN_CLIENTS.map(place).join(', ');
  const sql = `SELECT DISTINCT B.FLOW_ID, B.BINDING_NAME FROM CLIENT_AUTH_FLOW_BINDINGS B JOIN CLIENT C ON C.ID = B.CLIENT_ID WHERE C.REALM_ID = ?1 AND B.BINDING_NAME = 'browser' AND C.CLIENT_ID NOT IN (${places}) ORDER BY B.FLOW_ID`;
  return select(session, sql, values).map((row) => String(row[0]));
}

/**
 * The client as the database has it, once nobody else is deciding about its approval, which is held until the transaction ends: of an
 * administrator's decision and a request that writes the client, the later one sees the other. Ask for it before anything else of the
 * client is read in that transaction.
 *
 * @returns null if there is none
 */
export function lockClient(session: KeycloakSession, clientId: string): ClientModel | null {
  const realm = requireRealm(session);
  const id = lockApproval(session, realm.getId(), clientId);
  // Bypasses Keycloak's cache, in which a decision may be missing that somebody has just committed.
  return id === null ? null : session.getProvider(ClientProvider.class, STORED).getClientById(realm, id);
}

/** Waits for whoever is just deciding about a client's approval, then holds that; Keycloak's identifier of the client. */
function lockApproval(session: KeycloakSession, realmId: string, clientId: string): string | null {
  const clients = 'SELECT ID, CLIENT_ID FROM CLIENT WHERE REALM_ID = ?1 AND CLIENT_ID = ?2';
  const [found] = select(session, clients, [realmId, clientId]);
  if (found === undefined) return null;
  const id = String(found[0]);
  const approval =
    'SELECT CLIENT_ID, NAME FROM CLIENT_ATTRIBUTES WHERE CLIENT_ID = ?1 AND NAME = ?2 FOR UPDATE';
  select(session, approval, [id, APPROVAL_ATTRIBUTE]);
  return id;
}
