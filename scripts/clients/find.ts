/** Finds a relying party's client by its client ID; Keycloak's own clients are rejected. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { BUILT_IN_CLIENTS } from '../../provider-scripts/src/clients/built-in-clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';

/** An existing client. */
export type FoundClient = ClientRepresentation & { readonly id: string; readonly clientId: string };

/**
 * @throws Failure if the client doesn't exist, or is one of Keycloak's own
 */
export async function findClient({ client, realm }: RealmAdmin, clientId: string): Promise<FoundClient> {
  if (BUILT_IN_CLIENTS.includes(clientId))
    throw new Failure(`client ${clientId}: is Keycloak's own; this command doesn't touch it`);
  const [found] = await client.clients.find({ realm, clientId });
  if (!found)
    throw new Failure(`client ${clientId}: not in realm ${realm}; the command list shows the clients`);
  return found as FoundClient;
}
