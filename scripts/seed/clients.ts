/** Brings the declared clients of a realm in line; other clients aren't touched. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { type Change, fieldChanges, wholeChange } from './change.ts';
import { differences } from './diff.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import {
  type DesiredMapper,
  type MapperStore,
  mapperRepresentation,
  reconcileMappers,
} from './protocol-mappers.ts';
import { type AssignmentStore, type DesiredAssignment, reconcileAssignment } from './scope-assignment.ts';
import { SEEDED_ATTRIBUTE } from './seeded.ts';
import type { SeedTarget } from './target.ts';

export interface DesiredClient {
  readonly clientId: string;
  /** Further fields of Keycloak's ClientRepresentation. */
  readonly fields: JsonObject;
  /** Mappers it has at least. */
  readonly protocolMappers: readonly DesiredMapper[];
}

export interface DesiredClients {
  readonly clients: readonly DesiredClient[];
  /** Which client scopes each of them has. */
  readonly assignment: DesiredAssignment;
}

/** Makes or mends each declared client, by its client id. The client scopes must exist. */
export async function reconcileClients(
  admin: SeedTarget,
  { clients, assignment }: DesiredClients,
): Promise<Change[]> {
  const { client, realm } = admin;
  const findScopes = () => client.clientScopes.find({ realm });
  const changes: Change[] = [];
  for (const declared of clients) {
    const actual = (await client.clients.find({ realm, clientId: declared.clientId }))[0];
    if (!actual) {
      changes.push(await createClient(admin, declared, assignment));
      continue;
    }
    const id = actual.id ?? '';
    changes.push(
      ...(await mendFields(admin, declared, actual)),
      ...(await reconcileMappers(mapperStore(admin, id, declared.clientId), declared.protocolMappers, {
        removeOthers: false,
      })),
      ...(await reconcileAssignment(assignmentStore(admin, id, declared.clientId), assignment, findScopes)),
    );
  }
  return changes;
}

async function createClient(
  { client, realm, apply }: SeedTarget,
  { clientId, fields, protocolMappers }: DesiredClient,
  assignment: DesiredAssignment,
): Promise<Change> {
  const attributes = isJsonObject(fields.attributes) ? fields.attributes : {};
  await apply(() =>
    client.clients.create({
      realm,
      ...fields,
      attributes: { ...attributes, ...SEEDED_ATTRIBUTE },
      clientId,
      protocol: 'openid-connect',
      protocolMappers: protocolMappers.map(mapperRepresentation),
      defaultClientScopes: [...assignment.default],
      optionalClientScopes: [...assignment.optional],
    }),
  );
  return wholeChange(realm, `client ${clientId}`, 'created');
}

/**
 * Sends everything that is declared, because Keycloak derives some missing fields from others (web origins from redirect URIs).
 * What an update leaves out stays, attributes too.
 */
async function mendFields(
  { client, realm, apply }: SeedTarget,
  { clientId, fields }: DesiredClient,
  actual: ClientRepresentation,
): Promise<Change[]> {
  const found = differences(fields, actual);
  if (found.length > 0) {
    await apply(() => client.clients.update({ realm, id: actual.id ?? '' }, { ...fields, clientId }));
  }
  return fieldChanges(realm, `client ${clientId}`, found);
}

function mapperStore({ client, realm, apply }: SeedTarget, id: string, clientId: string): MapperStore {
  return {
    realm,
    owner: `client ${clientId}`,
    list: () => client.clients.listProtocolMappers({ realm, id }),
    add: (mapper) => apply(() => client.clients.addProtocolMapper({ realm, id }, mapper)),
    update: (mapperId, mapper) =>
      apply(() => client.clients.updateProtocolMapper({ realm, id, mapperId }, mapper)),
    remove: (mapperId) => apply(() => client.clients.delProtocolMapper({ realm, id, mapperId })),
  };
}

function assignmentStore(
  { client, realm, apply }: SeedTarget,
  id: string,
  clientId: string,
): AssignmentStore {
  const { clients } = client;
  return {
    realm,
    owner: `client ${clientId}`,
    apply,
    list: (kind) =>
      kind === 'default'
        ? clients.listDefaultClientScopes({ realm, id })
        : clients.listOptionalClientScopes({ realm, id }),
    assign: (kind, clientScopeId) =>
      kind === 'default'
        ? clients.addDefaultClientScope({ realm, id, clientScopeId })
        : clients.addOptionalClientScope({ realm, id, clientScopeId }),
    withdraw: (kind, clientScopeId) =>
      kind === 'default'
        ? clients.delDefaultClientScope({ realm, id, clientScopeId })
        : clients.delOptionalClientScope({ realm, id, clientScopeId }),
  };
}
