/** Lists, shows and deletes a realm's clients (contract, section 3.3). */
import type { ClientModel, Response } from 'keycloak';
import { countClients, listClients } from '../../../clients/rows.ts';
import { type AdminCall, queryValue, withPage } from '../../../http/request/admin-call.ts';
import { pageOfRows } from '../../../http/request/paging.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  noContent,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { secondFactorOf, takeOffRemoved } from '../../../sign-in/second-factor/bind.ts';
import { emitEffects } from '../../../sign-in/second-factor/effects.ts';
import { approvalIn, INVALID_APPROVAL } from './approval.ts';
import { managedClient, viewedClient } from './find.ts';
import { judgeRemoval } from './policies.ts';
import { shownClient } from './shown.ts';

const ClientManager = Java.type('org.keycloak.services.managers.ClientManager');
const RealmManager = Java.type('org.keycloak.services.managers.RealmManager');

/** The longest search text, in characters: the maximum length of an identifier. */
const MAX_SEARCH_LENGTH = 255;

export function getClients(call: AdminCall): Response {
  const { session, auth } = call;
  auth.clients().requireView();
  const text = queryValue(session, 'search');
  const state = queryValue(session, 'state');
  const approval = approvalIn(state);
  const details: FieldProblem[] = [];
  if (text !== null && text.length > MAX_SEARCH_LENGTH) details.push(SEARCH_TOO_LONG);
  if (state !== null && approval === null) details.push(INVALID_APPROVAL);
  if (details.length > 0) return invalidFieldsResponse(details);
  const realm = requireRealm(session);
  return withPage(call, (page) => {
    const search = { text, approval };
    const { rows, next } = pageOfRows(page, listClients(session, search, page));
    const clients = rows
      .map((id) => realm.getClientById(id))
      .filter(isPresent)
      .map((client) => shownClient(session, client));
    return jsonResponse(200, { clients, next, total: countClients(session, search) }).build();
  });
}

/** Omits a client that was deleted between two statements. */
function isPresent(client: ClientModel | null): client is ClientModel {
  return client !== null;
}

const SEARCH_TOO_LONG = fieldProblem('search', 'too_long', { max: MAX_SEARCH_LENGTH });

export function getClient(call: AdminCall): Response {
  const client = viewedClient(call);
  return client === null ? notFoundResponse() : jsonResponse(200, shownClient(call.session, client)).build();
}

/** Deletes a client permanently. */
export function removeClient(call: AdminCall): Response {
  const { session, auth } = call;
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  const [id, clientId] = [client.getId(), client.getClientId()];
  const hadFactor = secondFactorOf(client) !== 'none';
  const rejected = judgeRemoval(call, client);
  if (rejected !== null) return adminProblemResponse(rejected);
  const effects = hadFactor && auth.realm().canManageRealm() ? takeOffRemoved(session, client) : [];
  if (!new ClientManager(new RealmManager(session)).removeClient(requireRealm(session), client))
    return notFoundResponse();
  emitAdminEvent(call, 'DELETE', 'CLIENT', `clients/${id}`, { clientId });
  emitEffects(call, effects);
  return noContent(session).build();
}
