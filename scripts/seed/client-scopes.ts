/** Brings a realm's client scopes in line: what each releases, and which ones a new client of the realm gets. */

import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import { type Change, fieldChanges, wholeChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import {
  type DesiredMapper,
  type MapperStore,
  mapperRepresentation,
  reconcileMappers,
} from './protocol-mappers.ts';
import { type AssignmentStore, type DesiredAssignment, reconcileAssignment } from './scope-assignment.ts';
import { SEEDED_ATTRIBUTE } from './seeded.ts';
import type { SeedTarget } from './target.ts';

interface DesiredScope {
  readonly name: string;
  readonly attributes: { readonly [attribute: string]: string };
  /** All that the scope releases: other mappers are removed. */
  readonly protocolMappers: readonly DesiredMapper[];
}

export interface DesiredScopes {
  readonly scopes: readonly DesiredScope[];
  readonly assignment: DesiredAssignment;
}

/** Makes or mends the declared scopes, then the realm's own assignment, which clients made later begin with. */
export async function reconcileClientScopes(admin: SeedTarget, desired: DesiredScopes): Promise<Change[]> {
  const { client, realm } = admin;
  const changes: Change[] = [];
  const existing = await client.clientScopes.find({ realm });
  for (const scope of desired.scopes) {
    const actual = existing.find(({ name }) => name === scope.name);
    changes.push(...(actual ? await mendScope(admin, scope, actual) : await createScope(admin, scope)));
  }
  const find = () => client.clientScopes.find({ realm });
  changes.push(...(await reconcileAssignment(realmAssignmentStore(admin), desired.assignment, find)));
  return changes;
}

async function createScope({ client, realm, apply }: SeedTarget, scope: DesiredScope): Promise<Change[]> {
  await apply(() =>
    client.clientScopes.create({
      realm,
      name: scope.name,
      protocol: 'openid-connect',
      attributes: { ...scope.attributes, ...SEEDED_ATTRIBUTE },
      protocolMappers: scope.protocolMappers.map(mapperRepresentation),
    }),
  );
  return [wholeChange(realm, `client scope ${scope.name}`, 'created')];
}

async function mendScope(
  admin: SeedTarget,
  { name, attributes, protocolMappers }: DesiredScope,
  actual: ClientScopeRepresentation,
): Promise<Change[]> {
  const { client, realm, apply } = admin;
  const id = actual.id ?? '';
  const found = differences({ attributes }, actual);
  if (found.length > 0) {
    await apply(() => client.clientScopes.update({ realm, id }, overlay(actual, { attributes })));
  }
  return [
    ...fieldChanges(realm, `client scope ${name}`, found),
    ...(await reconcileMappers(scopeMapperStore(admin, id, name), protocolMappers, { removeOthers: true })),
  ];
}

function scopeMapperStore({ client, realm, apply }: SeedTarget, id: string, name: string): MapperStore {
  return {
    realm,
    owner: `client scope ${name}`,
    list: () => client.clientScopes.listProtocolMappers({ realm, id }),
    add: (mapper) => apply(() => client.clientScopes.addProtocolMapper({ realm, id }, mapper)),
    update: (mapperId, mapper) =>
      apply(() => client.clientScopes.updateProtocolMapper({ realm, id, mapperId }, mapper)),
    remove: (mapperId) => apply(() => client.clientScopes.delProtocolMapper({ realm, id, mapperId })),
  };
}

function realmAssignmentStore({ client, realm, apply }: SeedTarget): AssignmentStore {
  const scopes = client.clientScopes;
  type ListQuery = Parameters<typeof scopes.listDefaultClientScopes>[0];
  const query = { realm } as ListQuery;
  return {
    realm,
    owner: 'realm',
    apply,
    list: (kind) =>
      kind === 'default'
        ? scopes.listDefaultClientScopes(query)
        : scopes.listDefaultOptionalClientScopes(query),
    assign: (kind, id) =>
      kind === 'default'
        ? scopes.addDefaultClientScope({ realm, id })
        : scopes.addDefaultOptionalClientScope({ realm, id }),
    withdraw: (kind, id) =>
      kind === 'default'
        ? scopes.delDefaultClientScope({ realm, id })
        : scopes.delDefaultOptionalClientScope({ realm, id }),
  };
}
