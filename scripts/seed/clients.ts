/** Reconciles the declared clients of a realm; other clients aren't touched. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { isJsonObject, type JsonObject } from '../json.ts';
import { keptAdminSettings } from './admin-settings.ts';
import { withApiScopes } from './api-scope-declaration.ts';
import { apiScopesIn } from './api-scopes.ts';
import { fieldChanges, objectChange } from './change.ts';
import { differences, overlay } from './diff.ts';
import { reconcileManagementRoles } from './management-roles.ts';
import {
  type DesiredMapper,
  type ExclusiveMapperStore,
  mapperRepresentation,
  reconcileMappers,
} from './protocol-mappers.ts';
import { withRefreshTokens } from './refresh-tokens.ts';
import { type AssignmentStore, type DesiredAssignment, reconcileAssignment } from './scope-assignment.ts';
import { SEEDED_ATTRIBUTE } from './seeded.ts';
import type { SeedTarget } from './target.ts';

export interface DesiredClient {
  readonly clientId: string;
  /** Further fields of Keycloak's ClientRepresentation. */
  readonly fields: JsonObject;
  /** The mappers that it must have. */
  readonly protocolMappers: readonly DesiredMapper[];
  /** Roles of Keycloak's client `realm-management` that its tokens may use; unchanged if missing. */
  readonly managementRoles?: readonly string[];
  /** The API scopes that it can request; unchanged if missing. */
  readonly apiScopes?: readonly string[];
}

export interface DesiredClients {
  readonly clients: readonly DesiredClient[];
  /** The client scopes that each of them gets. */
  readonly assignment: DesiredAssignment;
}

/** Creates or fixes each declared client, by its client id. The client scopes must exist. */
export async function reconcileClients(
  target: SeedTarget,
  { clients, assignment: common }: DesiredClients,
): Promise<void> {
  const { client, realm } = target;
  const findScopes = () => client.clientScopes.find({ realm });
  const apiScopes = clients.some((one) => one.apiScopes !== undefined) ? await apiScopesIn(target) : [];
  for (const one of clients) {
    const [actual] = await client.clients.find({ realm, clientId: one.clientId });
    const own = withApiScopes(common, one.apiScopes, apiScopes);
    const complete = withRefreshTokens({ fields: one.fields, assignment: own }, actual);
    const declared = { ...one, fields: complete.fields };
    const { assignment } = complete;
    if (!actual) {
      await createClient(target, declared, assignment);
      await reconcileRoles(target, declared);
      continue;
    }
    const id = actual.id ?? '';
    await updateFields(target, declared, actual);
    await reconcileMappers(
      target,
      clientMapperStore(target, id, declared.clientId),
      declared.protocolMappers,
    );
    await reconcileAssignment(
      target,
      clientAssignmentStore(target, id, declared.clientId),
      assignment,
      findScopes,
    );
    await reconcileRoles(target, declared);
  }
}

/** Does nothing for a client that doesn't exist yet, as in a run that only shows what it would do. */
async function reconcileRoles(
  target: SeedTarget,
  { clientId, managementRoles }: DesiredClient,
): Promise<void> {
  if (managementRoles === undefined) return;
  const { client, realm } = target;
  const [{ id = '' } = {}] = await client.clients.find({ realm, clientId });
  if (id !== '') await reconcileManagementRoles(target, { id, clientId }, managementRoles);
}

async function createClient(
  { client, realm, apply }: SeedTarget,
  { clientId, fields, protocolMappers }: DesiredClient,
  assignment: DesiredAssignment,
): Promise<void> {
  const definedFields = overlay({} as JsonObject, fields);
  const attributes = isJsonObject(definedFields.attributes) ? definedFields.attributes : {};
  await apply([objectChange(realm, objectOf(clientId), 'created')], () =>
    client.clients.create({
      realm,
      ...definedFields,
      attributes: { ...attributes, ...SEEDED_ATTRIBUTE },
      clientId,
      protocol: 'openid-connect',
      protocolMappers: protocolMappers.map(mapperRepresentation),
      defaultClientScopes: [...assignment.default],
      optionalClientScopes: [...assignment.optional],
    }),
  );
}

/**
 * Sends all declared fields, because Keycloak derives some missing ones from others (web origins from redirect URIs).
 * Fields and attributes that an update omits stay.
 */
async function updateFields(
  { client, realm, apply, reportKept }: SeedTarget,
  { clientId, fields }: DesiredClient,
  actual: ClientRepresentation,
): Promise<void> {
  reportKept(keptAdminSettings(realm, objectOf(clientId), fields, actual));
  await apply(fieldChanges(realm, objectOf(clientId), differences(fields, actual)), () =>
    client.clients.update({ realm, id: actual.id ?? '' }, { ...fields, clientId }),
  );
}

/** A client's mappers, by Keycloak's internal ID of it. */
export function clientMapperStore(
  { client, realm }: SeedTarget,
  id: string,
  clientId: string,
): ExclusiveMapperStore {
  return {
    owner: objectOf(clientId),
    list: () => client.clients.listProtocolMappers({ realm, id }),
    add: (mapper) => client.clients.addProtocolMapper({ realm, id }, mapper),
    update: (mapperId, mapper) => client.clients.updateProtocolMapper({ realm, id, mapperId }, mapper),
    remove: (mapperId) => client.clients.delProtocolMapper({ realm, id, mapperId }),
  };
}

/** The client scopes that a client is assigned. */
export function clientAssignmentStore(
  { client, realm }: SeedTarget,
  id: string,
  clientId: string,
): AssignmentStore {
  const { clients } = client;
  return {
    owner: objectOf(clientId),
    list: (kind) =>
      kind === 'default'
        ? clients.listDefaultClientScopes({ realm, id })
        : clients.listOptionalClientScopes({ realm, id }),
    assign: (kind, clientScopeId) =>
      kind === 'default'
        ? clients.addDefaultClientScope({ realm, id, clientScopeId })
        : clients.addOptionalClientScope({ realm, id, clientScopeId }),
    revoke: (kind, clientScopeId) =>
      kind === 'default'
        ? clients.delDefaultClientScope({ realm, id, clientScopeId })
        : clients.delOptionalClientScope({ realm, id, clientScopeId }),
  };
}

function objectOf(clientId: string): string {
  return `client ${clientId}`;
}
