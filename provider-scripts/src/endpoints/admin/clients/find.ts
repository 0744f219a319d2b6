/** Finds the client that a path of the admin API names, once the caller may see or change it. */
import type { ClientModel } from 'keycloak';
import { isBuiltIn } from '../../../clients/client.ts';
import { type AdminCall, idOf } from '../../../http/request/admin-call.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** Finds a client to view; null if there is none, or it is Keycloak's own. */
export function viewedClient(call: AdminCall): ClientModel | null {
  const client = clientOf(call);
  if (client === null) call.auth.clients().requireView();
  else call.auth.clients().requireView(client);
  return client;
}

/** Finds a client to change. */
export function managedClient(call: AdminCall): ClientModel | null {
  const client = clientOf(call);
  if (client === null) call.auth.clients().requireManage();
  else call.auth.clients().requireManage(client);
  return client;
}

function clientOf(call: AdminCall): ClientModel | null {
  const client = requireRealm(call.session).getClientById(idOf(call));
  return client === null || isBuiltIn(client.getClientId()) ? null : client;
}
