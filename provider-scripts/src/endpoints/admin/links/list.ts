/** Open links as administrators see and revoke them: `…/linkgate/links` (contract, section 4.14). Tokens are never shown. */

import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { addressOf } from '../../../accounts/address/account-address.ts';
import { notBefore } from '../../../accounts/not-before.ts';
import { type AdminCall, idOf, queryValue, withObject, withPage } from '../../../http/request/admin-call.ts';
import { pageOfRows } from '../../../http/request/paging.ts';
import { invalidFieldsResponse, jsonResponse, notFoundResponse } from '../../../http/response/responses.ts';
import type { LinkRow } from '../../../links/magic-link/link.ts';
import {
  countOpenLinks,
  type LinkOwner,
  listOpenLinks,
  type OpenLink,
  revokeOpenLinks,
} from '../../../links/magic-link/open-links.ts';
import { rowRejection } from '../../../links/magic-link/rejection.ts';
import { findLink, revokeLink } from '../../../links/magic-link/rows.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { tally } from '../../../observability/metrics/tally.ts';
import { inOwnTransaction } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';

/** Lists the open links of a user, or for a client. */
export function getLinks(call: AdminCall): Response {
  const { session, auth } = call;
  const named = ownerOf(session, (name) => queryValue(session, name));
  if ('user' in named && named.user !== null) auth.users().requireView(named.user);
  else auth.users().requireView();
  if ('details' in named) return invalidFieldsResponse(named.details);
  return withPage(call, (page) => {
    const found = listOpenLinks(session, named.owner, page, currentTime());
    const { rows, next } = pageOfRows(page, found);
    return jsonResponse(200, { links: rows.map((row) => shown(session, row, 'issued')), next }).build();
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
  const state = rowRejection(row, currentTime(), notBefore(session, client, user)) ?? 'issued';
  return jsonResponse(200, shown(session, asOpen(row), state === 'invalid' ? 'revoked' : state)).build();
}

/** Revokes one link; a link that is used up stays as it is. */
export function revokeOneLink(call: AdminCall): Response {
  const { session, auth } = call;
  const row = findLink(session, idOf(call));
  const user = row === null ? null : userOf(session, row);
  if (user === null) auth.users().requireManage();
  else auth.users().requireManage(user);
  if (row === null) return notFoundResponse();
  const isOpen = rowRejection(row, currentTime()) === null;
  if (isOpen)
    inOwnTransaction(session, (own) => {
      revokeLink(own, row.jti);
      tally(own, 'links_expired', -1, row.expiresAt);
    });
  const revoked = isOpen ? 1 : 0;
  emitAdminEvent(call, 'ACTION', 'LINKGATE_LINK', `${ADMIN_RESOURCE}/links/${row.jti}/revoke`, { revoked });
  return jsonResponse(200, { revoked }).build();
}

/** Revokes the open links of a user, or for a client; a dry run counts them. */
export function revokeLinks(call: AdminCall): Response {
  const { session, auth } = call;
  return withObject(call, ['user_id', 'client_id', 'dry_run'], (object) => {
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
      ...('clientUuid' in named.owner
        ? { client: named.owner.clientUuid }
        : { user_id: named.owner.user.userId }),
    });
    return jsonResponse(200, { revoked }).build();
  });
}

/** The user or client that a request names by `user_id` or `client_id`: one of them. */
function ownerOf(
  session: KeycloakSession,
  value: (name: 'user_id' | 'client_id') => string | null,
): { owner: LinkOwner; user: UserModel | null } | { details: FieldProblem[] } {
  const [userId, clientId] = [value('user_id'), value('client_id')];
  const realm = requireRealm(session);
  if ((userId === null) === (clientId === null))
    return { details: [fieldProblem('user_id', 'link_user_unclear', { choices: 'user_id, client_id' })] };
  if (userId === null) {
    const client = realm.getClientByClientId(clientId ?? '');
    return client === null
      ? { details: [fieldProblem('client_id', 'client_unknown')] }
      : { owner: { clientUuid: client.getId() }, user: null };
  }
  const user = session.users().getUserById(realm, userId);
  if (user === null) return { details: [fieldProblem('user_id', 'account_unknown_here')] };
  return { owner: { user: { email: addressOf(user), userId } }, user };
}

function userOf(session: KeycloakSession, { userId }: Pick<LinkRow, 'userId'>): UserModel | null {
  return userId === null ? null : session.users().getUserById(requireRealm(session), userId);
}

function asOpen(row: LinkRow): OpenLink {
  const { byBackend, returnGrant } = row.request;
  return {
    ...row,
    requestedBy: byBackend === true ? 'backend' : 'user',
    isReturned: returnGrant !== undefined,
  };
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
  };
}
