/** Reads the units of a realm. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type { RealmAdmin } from '../../admin/connect.ts';
import { Failure } from '../../failure.ts';
import { KEY_PROVIDER_TYPE } from '../keys.ts';
import type { Representations } from './units.ts';

/** The clients and client scopes to read, by name. */
export interface Names {
  readonly scopes: readonly string[];
  readonly clients: readonly string[];
}

/** Reads what a seed run may change. */
export async function readRepresentations(
  { client, realm }: RealmAdmin,
  names: Names,
): Promise<Representations> {
  const found = await client.realms.findOne({ realm });
  if (!found) throw new Failure(`realm ${realm}: no longer exists`);
  const scopes = (await client.clientScopes.find({ realm })).filter(({ name = '' }) =>
    names.scopes.includes(name),
  );
  const scopeRoles = new Map<string, string[]>();
  for (const { id = '', name = '' } of scopes) {
    const roles = await client.clientScopes.listRealmScopeMappings({ realm, id });
    scopeRoles.set(
      name,
      roles.map((role) => role.name ?? ''),
    );
  }
  const clients: ClientRepresentation[] = [];
  for (const clientId of names.clients) clients.push(...(await client.clients.find({ realm, clientId })));
  // The admin client's type requires the ID of a scope.
  const query = { realm } as Parameters<typeof client.clientScopes.listDefaultClientScopes>[0];
  const namesOf = (all: readonly { name?: string }[]) => all.map(({ name = '' }) => name);
  return {
    realm: found,
    profile: await client.users.getProfile({ realm }),
    keys: await client.components.find({ realm, type: KEY_PROVIDER_TYPE }),
    scopes,
    scopeRoles,
    defaults: {
      default: namesOf(await client.clientScopes.listDefaultClientScopes(query)),
      optional: namesOf(await client.clientScopes.listDefaultOptionalClientScopes(query)),
    },
    clients,
  };
}
