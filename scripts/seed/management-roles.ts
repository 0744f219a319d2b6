/** Reconciles a client's scope mappings: the admin roles that its access tokens may contain. */

import { Failure } from '../failure.ts';
import { fieldChanges } from './change.ts';
import type { SeedTarget } from './target.ts';

/** Keycloak's client that defines a realm's admin roles. */
export const MANAGEMENT_CLIENT = 'realm-management';

/**
 * Maps exactly these roles to a client. A token contains them only if its user has them, too.
 * @param id Keycloak's internal ID of the client
 * @throws Failure for a role that doesn't exist
 */
export async function reconcileManagementRoles(
  { client, realm, apply }: SeedTarget,
  { id, clientId }: { id: string; clientId: string },
  desired: readonly string[],
): Promise<void> {
  const management = (await client.clients.find({ realm, clientId: MANAGEMENT_CLIENT }))[0]?.id ?? '';
  const query = { realm, id, client: management };
  const mapped = await client.clients.listClientScopeMappings(query);
  const excess = mapped.filter(({ name = '' }) => !desired.includes(name));
  const missing = desired.filter((role) => !mapped.some(({ name }) => name === role));
  if (excess.length === 0 && missing.length === 0) return;
  const roles = await client.clients.listRoles({ realm, id: management });
  const representation = (role: string) =>
    roles.find(({ name }) => name === role) ?? reject(`${MANAGEMENT_CLIENT} has no role ${role}`);
  const change = (role: string, after: boolean) =>
    fieldChanges(realm, `client ${clientId}`, [
      { field: `scopeMappings.${MANAGEMENT_CLIENT}.${role}`, before: !after, after },
    ]);
  for (const { name = '' } of excess) {
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
