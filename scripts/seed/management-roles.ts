/** Brings in line which of Keycloak's roles for administrators a client's access tokens may use: its scope mappings. */

import { Failure } from '../failure.ts';
import { fieldChanges } from './change.ts';
import type { SeedTarget } from './target.ts';

/** Keycloak's client that has a realm's roles for administrators. */
export const MANAGEMENT_CLIENT = 'realm-management';

/**
 * Gives a client exactly these roles. They put nothing into tokens; users need the roles themselves besides.
 * @param id Keycloak's own id of the client
 * @throws Failure for a role that Keycloak doesn't have
 */
export async function reconcileManagementRoles(
  { client, realm, apply }: SeedTarget,
  { id, clientId }: { id: string; clientId: string },
  desired: readonly string[],
): Promise<void> {
  const management = (await client.clients.find({ realm, clientId: MANAGEMENT_CLIENT }))[0]?.id ?? '';
  const query = { realm, id, client: management };
  const mapped = await client.clients.listClientScopeMappings(query);
  const wrong = mapped.filter(({ name = '' }) => !desired.includes(name));
  const missing = desired.filter((role) => !mapped.some(({ name }) => name === role));
  if (wrong.length === 0 && missing.length === 0) return;
  const roles = await client.clients.listRoles({ realm, id: management });
  const representation = (role: string) =>
    roles.find(({ name }) => name === role) ?? reject(`${MANAGEMENT_CLIENT} has no role ${role}`);
  const change = (role: string, after: boolean) =>
    fieldChanges(realm, `client ${clientId}`, [
      { field: `scopeMappings.${MANAGEMENT_CLIENT}.${role}`, before: !after, after },
    ]);
  for (const { name = '' } of wrong) {
    await apply(change(name, false), () =>
      client.clients.delClientScopeMappings(query, [representation(name)]),
    );
  }
  for (const role of missing) {
    await apply(change(role, true), () =>
      client.clients.addClientScopeMappings(query, [representation(role)]),
    );
  }
}

function reject(text: string): never {
  throw new Failure(text);
}
