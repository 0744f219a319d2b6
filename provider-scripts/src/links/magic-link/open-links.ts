/** A realm's open links, and lines that wait for one, as administrators list and revoke them: those of a user, for a client, or of a list. */
import type { KeycloakSession } from 'keycloak';
import { type Page, rowsToSelect } from '../../http/request/paging.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { execute, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type { LinkRow } from './link.ts';
import { LINK_COLUMNS, linkIn, ownerKey } from './rows.ts';

/** Whose links, for which client, or of which list. */
export type LinkOwner =
  | { user: { email: string | null; userId: string } }
  | { clientUuid: string }
  | { batchId: string };

/** A link without its token. */
export interface OpenLink
  extends Pick<
    LinkRow,
    'jti' | 'clientUuid' | 'email' | 'userId' | 'state' | 'issuedAt' | 'expiresAt' | 'batchId' | 'failure'
  > {
  /** Who has requested it: a backend, to which it was returned or not, or somebody on a page or by an app. */
  requestedBy: 'backend' | 'user';
  isReturned: boolean;
}

/** @param others the statement's other parameters, from ?3 on */
function whereOf(session: KeycloakSession, owner: LinkOwner, now: number, others: readonly number[] = []) {
  const parameters = [realmIdOf(session), now, ...others];
  const [first, second] = [`?${parameters.length + 1}`, `?${parameters.length + 2}`];
  const open = "REALM_ID = ?1 AND STATE IN ('issued', 'waiting') AND EXPIRES_AT > ?2";
  if ('clientUuid' in owner)
    return { where: `${open} AND CLIENT_UUID = ${first}`, parameters: [...parameters, owner.clientUuid] };
  if ('batchId' in owner)
    return { where: `${open} AND BATCH_ID = ${first}`, parameters: [...parameters, owner.batchId] };
  const { email, userId } = owner.user;
  // Also those to an address that the account has had, or without one: it may get that back.
  const where = `${open} AND (EMAIL_KEY = ${first} OR USER_ID = ${second})`;
  return { where, parameters: [...parameters, ownerKey({ email: email ?? '', userId }), userId] };
}

/** Lists them, the newest first. */
export function listOpenLinks(
  session: KeycloakSession,
  owner: LinkOwner,
  page: Page,
  now: number,
): OpenLink[] {
  const { where, parameters } = whereOf(session, owner, now, [page.first, rowsToSelect(page)]);
  const columns = LINK_COLUMNS;
  const sql = `SELECT ${columns} FROM LINKGATE_LINK WHERE ${where} ORDER BY ISSUED_AT DESC, JTI DESC OFFSET ?3 ROWS FETCH FIRST ?4 ROWS ONLY`;
  return select(session, sql, parameters).map((cells) => withoutRequest(linkIn(cells)));
}

/** Lists all lines of a list in their order, in any state. */
export function listLinksOfBatch(session: KeycloakSession, batchId: string, page: Page): OpenLink[] {
  const columns = LINK_COLUMNS;
  const sql = `SELECT ${columns} FROM LINKGATE_LINK WHERE BATCH_ID = ?1 AND REALM_ID = ?2 ORDER BY JTI DESC OFFSET ?3 ROWS FETCH FIRST ?4 ROWS ONLY`;
  const parameters = [batchId, realmIdOf(session), page.first, rowsToSelect(page)];
  return select(session, sql, parameters).map((cells) => withoutRequest(linkIn(cells)));
}

/** A link as it is shown. */
export function withoutRequest({ request: { byBackend, returnGrant }, ...row }: LinkRow): OpenLink {
  return {
    ...row,
    requestedBy: byBackend === true ? 'backend' : 'user',
    isReturned: returnGrant !== undefined,
  };
}

/** Revokes them, with their one-time codes; returns their number. */
export function revokeOpenLinks(own: KeycloakSession, owner: LinkOwner, now: number): number {
  const { where, parameters } = whereOf(own, owner, now);
  // In the order in which the use of a link locks them.
  const sql = `SELECT JTI, STATE, EXPIRES_AT FROM LINKGATE_LINK WHERE ${where} ORDER BY JTI FOR UPDATE`;
  const open = select(own, sql, parameters);
  if (open.length > 0) execute(own, `UPDATE LINKGATE_LINK SET STATE = 'revoked' WHERE ${where}`, parameters);
  for (const row of open) if (row[1] === 'issued') tally(own, 'links_expired', -1, Number(row[2]));
  return open.length;
}

/** Counts them. */
export function countOpenLinks(session: KeycloakSession, owner: LinkOwner, now: number): number {
  const { where, parameters } = whereOf(session, owner, now);
  const [row] = select(session, `SELECT COUNT(*), 1 FROM LINKGATE_LINK WHERE ${where}`, parameters);
  return Number(row?.[0] ?? 0);
}
