/** Open links as administrators see and revoke them: `…/linkgate/links` (contract, section 4.14). Tokens are never shown. */

import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { addressOf } from '../../../accounts/address/account-address.ts';
import { notBefore } from '../../../accounts/not-before.ts';
import { type AdminCall, idOf, queryValue, withObject, withPage } from '../../../http/request/admin-call.ts';
import { pageOfRows } from '../../../http/request/paging.ts';
import { invalidFieldsResponse, jsonResponse, notFoundResponse } from '../../../http/response/responses.ts';
import { findBatch } from '../../../links/batch/rows.ts';
import type { LinkRow } from '../../../links/magic-link/link.ts';
import {
  countOpenLinks,
  type LinkOwner,
  listLinksOfBatch,
  listOpenLinks,
  type OpenLink,
  revokeOpenLinks,
  withoutRequest,
} from '../../../links/magic-link/open-links.ts';
import { linkRejection, rowRejection } from '../../../links/magic-link/rejection.ts';
import { findLink, revokeLink } from '../../../links/magic-link/rows.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { tally } from '../../../observability/metrics/tally.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';

/** Lists the open links of a user or for a client, or the lines of a list in any state. */
export function getLinks(call: AdminCall): Response {
  const { session, auth } = call;
  const named = ownerOf(session, (name) => queryValue(session, name));
  if ('user' in named && named.user !== null) auth.users().requireView(named.user);
  else auth.users().requireView();
  if ('details' in named) return invalidFieldsResponse(named.details);
  return withPage(call, (page) => {
    const now = currentTime();
    const found =
      'batchId' in named.owner
        ? listLinksOfBatch(session, named.owner.batchId, page)
        : listOpenLinks(session, named.owner, page, now);
    const { rows, next } = pageOfRows(page, found);
    const links = rows.map((row) =>
      shown(session, row, lineState(row, now) ?? linkRejection(row, now) ?? 'issued'),
    );
    return jsonResponse(200, { links, next }).build();
  });
}

/** One link, in any state. */
export function getLink(call: AdminCall): Response {
  const { session, auth } = call;
  const row = findLink(session, idOf(call));
  const user = row === null ? null : userOf(session, row);
  if (user === null) auth.users().requireView();
  else auth.users().requireView(user);
  if (row === null) return notFoundResponse();
  const client = requireRealm(session).getClientById(row.clientUuid);
  const now = currentTime();
  const state = lineState(row, now) ?? rowRejection(row, now, notBefore(session, client, user)) ?? 'issued';
  return jsonResponse(
    200,
    shown(session, withoutRequest(row), state === 'invalid' ? 'revoked' : state),
  ).build();
}

/** The state of a line of a list that has no link; null for any other. */
function lineState(
  { state, expiresAt }: Pick<LinkRow, 'state' | 'expiresAt'>,
  now: number,
): 'waiting' | 'failed' | 'expired' | null {
  if (state === 'failed') return state;
  if (state !== 'waiting') return null;
  return now >= expiresAt ? 'expired' : state;
}

/** Revokes one link; a link that is used up stays as it is. */
export function revokeOneLink(call: AdminCall): Response {
  const { session, auth } = call;
  const row = findLink(session, idOf(call));
  const user = row === null ? null : userOf(session, row);
  if (user === null) auth.users().requireManage();
  else auth.users().requireManage(user);
  if (row === null) return notFoundResponse();
  const isWaiting = lineState(row, currentTime()) === 'waiting';
  const isOpen = isWaiting || rowRejection(row, currentTime()) === null;
  if (isOpen)
    inOwnTransaction(session, (own) => {
      revokeLink(own, row.jti);
      if (!isWaiting) tally(own, 'links_expired', -1, row.expiresAt);
    });
  const revoked = isOpen ? 1 : 0;
  emitAdminEvent(call, 'ACTION', 'LINKGATE_LINK', `${ADMIN_RESOURCE}/links/${row.jti}/revoke`, { revoked });
  return jsonResponse(200, { revoked }).build();
}

/** Revokes the open links of a user, for a client or of a list, with what waits of that; a dry run counts them. */
export function revokeLinks(call: AdminCall): Response {
  const { session, auth } = call;
  return withObject(call, ['user_id', 'client_id', 'batch', 'dry_run'], (object) => {
    const named = ownerOf(session, (name) => {
      const value = object[name];
      return typeof value === 'string' ? value : null;
    });
    if ('user' in named && named.user !== null) auth.users().requireManage(named.user);
    else auth.users().requireManage();
    if ('details' in named) return invalidFieldsResponse(named.details);
    const { dry_run: isDryRun = false } = object;
    if (typeof isDryRun !== 'boolean')
      return invalidFieldsResponse([fieldProblem('dry_run', 'not_a_boolean')]);
    const now = currentTime();
    if (isDryRun) return jsonResponse(200, { revoked: countOpenLinks(session, named.owner, now) }).build();
    const revoked = inOwnTransaction(session, (own) => revokeOpenLinks(own, named.owner, now));
    emitAdminEvent(call, 'ACTION', 'LINKGATE_LINK', `${ADMIN_RESOURCE}/links/revoke`, {
      revoked,
      ...named.names,
    });
    return jsonResponse(200, { revoked }).build();
  });
}

/** By what a request names links: one of them. */
const OWNERS = ['user_id', 'client_id', 'batch'] as const;

/** Whose links are meant, and the user if it is one. */
interface Named {
  owner: LinkOwner;
  user: UserModel | null;
  /** As the admin event has it. */
  names: Record<string, string>;
}

/** The user, client or list that a request names. */
function ownerOf(
  session: KeycloakSession,
  value: (name: (typeof OWNERS)[number]) => string | null,
): Named | { details: FieldProblem[] } {
  const given = OWNERS.filter((name) => value(name) !== null);
  const [field = 'user_id'] = given;
  const named = value(field) ?? '';
  if (given.length !== 1)
    return { details: [fieldProblem('user_id', 'link_user_unclear', { choices: OWNERS.join(', ') })] };
  const realm = requireRealm(session);
  if (field === 'batch')
    return findBatch(session, 'link', named) === null
      ? { details: [fieldProblem(field, 'list_unknown')] }
      : { owner: { batchId: named }, user: null, names: { batch: named } };
  if (field === 'client_id') {
    const client = realm.getClientByClientId(named);
    return client === null
      ? { details: [fieldProblem(field, 'client_unknown')] }
      : { owner: { clientUuid: client.getId() }, user: null, names: { client: client.getId() } };
  }
  const user = session.users().getUserById(realm, named);
  if (user === null) return { details: [fieldProblem(field, 'account_unknown_here')] };
  return { owner: { user: { email: addressOf(user), userId: named } }, user, names: { user_id: named } };
}

function userOf(session: KeycloakSession, { userId }: Pick<LinkRow, 'userId'>): UserModel | null {
  return userId === null ? null : session.users().getUserById(requireRealm(session), userId);
}

function shown(session: KeycloakSession, link: OpenLink, state: string) {
  const client = requireRealm(session).getClientById(link.clientUuid);
  return {
    id: link.jti,
    client_id: client === null ? '' : client.getClientId(),
    user_id: link.userId,
    email: link.email === '' ? null : link.email,
    state,
    requested_by: link.requestedBy,
    delivery: link.isReturned ? 'return' : 'email',
    requested_at: link.issuedAt,
    expires_at: link.expiresAt,
    batch: link.batchId,
    failure: link.failure,
  };
}
