/** Finds the client that a path of the admin API names, once the caller may see or change it. */
import type { ClientModel, Response } from 'keycloak';
import { isBuiltIn } from '../../../clients/client.ts';
import { type AdminCall, idOf, withObject } from '../../../http/request/admin-call.ts';
import type { ObjectOf } from '../../../http/request/json-object.ts';
import { notFoundResponse } from '../../../http/response/responses.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** Finds a client to view; null if there is none, or it is Keycloak's own. */
export function viewedClient(call: AdminCall): ClientModel | null {
  const client = clientOf(call);
  if (client === null) call.auth.clients().requireView();
  else call.auth.clients().requireView(client);
  return client;
}

/** Finds a client to change, and continues with it and the object in the request. */
export function withManagedClient<Field extends string>(
  call: AdminCall,
  fields: readonly Field[],
  respond: (client: ClientModel, object: ObjectOf<Field>) => Response,
): Response {
  const client = managedClient(call);
  return client === null ? notFoundResponse() : withObject(call, fields, (object) => respond(client, object));
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
