/** A realm's open links, as administrators list and revoke them: those of a user, or for a client. */
import type { KeycloakSession } from 'keycloak';
import { type Page, rowsToSelect } from '../../http/request/paging.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { textOrNull } from '../../platform/database/cells.ts';
import { execute, select } from '../../platform/database/sql.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type { LinkRequest, LinkRow } from './link.ts';
import { addressIn, ownerKey } from './rows.ts';

/** Whose links, or for which client. */
export type LinkOwner = { user: { email: string | null; userId: string } } | { clientUuid: string };

/** A link without its token. */
export interface OpenLink
  extends Pick<LinkRow, 'jti' | 'clientUuid' | 'email' | 'userId' | 'issuedAt' | 'expiresAt'> {
  /** Who has requested it: a backend, to which it was returned or not, or somebody on a page or by an app. */
  requestedBy: 'backend' | 'user';
  isReturned: boolean;
}

/** @param others the statement's other parameters, from ?3 on */
function whereOf(session: KeycloakSession, owner: LinkOwner, now: number, others: readonly number[] = []) {
  const parameters = [realmIdOf(session), now, ...others];
  const [first, second] = [`?${parameters.length + 1}`, `?${parameters.length + 2}`];
  const open = "REALM_ID = ?1 AND STATE = 'issued' AND EXPIRES_AT > ?2";
  if ('clientUuid' in owner)
    return { where: `${open} AND CLIENT_UUID = ${first}`, parameters: [...parameters, owner.clientUuid] };
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
  const columns = 'JTI, CLIENT_UUID, EMAIL, USER_ID, ISSUED_AT, EXPIRES_AT, REQUEST';
  const sql = `SELECT ${columns} FROM LINKGATE_LINK WHERE ${where} ORDER BY ISSUED_AT DESC, JTI DESC OFFSET ?3 ROWS FETCH FIRST ?4 ROWS ONLY`;
  return select(session, sql, parameters).map((row) => {
    const { byBackend, returnGrant } = JSON.parse(String(row[6])) as LinkRequest;
    return {
      jti: String(row[0]),
      clientUuid: String(row[1]),
      email: addressIn(String(row[2])),
      userId: textOrNull(row[3]),
      issuedAt: Number(row[4]),
      expiresAt: Number(row[5]),
      requestedBy: byBackend === true ? ('backend' as const) : ('user' as const),
      isReturned: returnGrant !== undefined,
    };
  });
}

/** Revokes them, with their one-time codes; returns their number. */
export function revokeOpenLinks(own: KeycloakSession, owner: LinkOwner, now: number): number {
  const { where, parameters } = whereOf(own, owner, now);
  // In the order in which the use of a link locks them.
  const sql = `SELECT JTI, EXPIRES_AT FROM LINKGATE_LINK WHERE ${where} ORDER BY JTI FOR UPDATE`;
  const open = select(own, sql, parameters);
  if (open.length > 0) execute(own, `UPDATE LINKGATE_LINK SET STATE = 'revoked' WHERE ${where}`, parameters);
  for (const row of open) tally(own, 'links_expired', -1, Number(row[1]));
  return open.length;
}

/** Counts them. */
export function countOpenLinks(session: KeycloakSession, owner: LinkOwner, now: number): number {
  const { where, parameters } = whereOf(session, owner, now);
  const [row] = select(session, `SELECT COUNT(*), 1 FROM LINKGATE_LINK WHERE ${where}`, parameters);
  return Number(row?.[0] ?? 0);
}
