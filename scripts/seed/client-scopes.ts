/** Reconciles a realm's client scopes: the claims that each releases, and the scopes that a new client gets. */

import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import type ProtocolMapperRepresentation from '@keycloak/keycloak-admin-client/lib/defs/protocolMapperRepresentation.js';
import { fieldChanges, objectChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import {
  type ExclusiveMapperStore,
  mapperRepresentation,
  reconcileMappers,
  removeOtherMappers,
} from './protocol-mappers.ts';
import type { Declared } from './schema.ts';
import { type AssignmentStore, reconcileAssignment } from './scope-assignment.ts';
import { SEEDED_ATTRIBUTE } from './seeded.ts';
import { isStockMapper } from './stock.ts';
import type { SeedTarget } from './target.ts';

export type DesiredScopes = Declared<'scopes.json'>;
/** With all of its mappers: other mappers are removed, those that Keycloak didn't create only with `--prune`. */
type DesiredScope = DesiredScopes['scopes'][number];

/** Creates or fixes the declared scopes, then the realm's default assignment, which new clients get. */
export async function reconcileClientScopes(target: SeedTarget, desired: DesiredScopes): Promise<void> {
  const { client, realm } = target;
  const existing = await client.clientScopes.find({ realm });
  for (const scope of desired.scopes) {
    const actual = existing.find(({ name }) => name === scope.name);
    await (actual
      ? updateScope(target, scope, actual, (mapper) => isStockMapper(scope.name, mapper))
      : createScope(target, scope));
  }
  const find = () => client.clientScopes.find({ realm });
  await reconcileAssignment(target, realmAssignmentStore(target), desired.assignment, find);
}

/** @param complete what else belongs to the new scope, by Keycloak's internal ID */
export async function createScope(
  { client, realm, apply }: SeedTarget,
  scope: DesiredScope,
  complete: (id: string) => Promise<void> = async () => {},
): Promise<void> {
  await apply([objectChange(realm, `client scope ${scope.name}`, 'created')], async () => {
    const { id } = await client.clientScopes.create({
      realm,
      name: scope.name,
      protocol: 'openid-connect',
      attributes: { ...scope.attributes, ...SEEDED_ATTRIBUTE },
      protocolMappers: scope.protocolMappers.map(mapperRepresentation),
    });
    await complete(id);
  });
}

/** @param isOurs whether a mapper that isn't declared came from Keycloak or an earlier run, and is removed */
export async function updateScope(
  target: SeedTarget,
  { name, attributes, protocolMappers }: DesiredScope,
  actual: ClientScopeRepresentation,
  isOurs: (mapper: ProtocolMapperRepresentation) => boolean,
): Promise<void> {
  const { client, realm, apply } = target;
  const id = actual.id ?? '';
  const object = `client scope ${name}`;
  await apply(fieldChanges(realm, object, differences({ attributes }, actual)), () =>
    client.clientScopes.update({ realm, id }, overlay(actual, { attributes })),
  );
  const store = scopeMapperStore(target, id, object);
  await reconcileMappers(target, store, protocolMappers);
  await removeOtherMappers(target, store, protocolMappers, isOurs);
}

/** A client scope's mappers; `owner` such as `client scope email`. */
export function scopeMapperStore(
  { client, realm }: SeedTarget,
  id: string,
  owner: string,
): ExclusiveMapperStore {
  return {
    owner,
    list: () => client.clientScopes.listProtocolMappers({ realm, id }),
    add: (mapper) => client.clientScopes.addProtocolMapper({ realm, id }, mapper),
    update: (mapperId, mapper) => client.clientScopes.updateProtocolMapper({ realm, id, mapperId }, mapper),
    remove: (mapperId) => client.clientScopes.delProtocolMapper({ realm, id, mapperId }),
  };
}

/** The client scopes that the realm assigns to new clients. */
export function realmAssignmentStore({ client, realm }: SeedTarget): AssignmentStore {
  const scopes = client.clientScopes;
  type ListQuery = Parameters<typeof scopes.listDefaultClientScopes>[0];
  const query = { realm } as ListQuery;
  return {
    owner: 'realm',
    list: (kind) =>
      kind === 'default'
        ? scopes.listDefaultClientScopes(query)
        : scopes.listDefaultOptionalClientScopes(query),
    assign: (kind, id) =>
      kind === 'default'
        ? scopes.addDefaultClientScope({ realm, id })
        : scopes.addDefaultOptionalClientScope({ realm, id }),
    revoke: (kind, id) =>
      kind === 'default'
        ? scopes.delDefaultClientScope({ realm, id })
        : scopes.delDefaultOptionalClientScope({ realm, id }),
  };
}
