/** Rejects declared clients and API scopes whose names something else in the realm has (contract, section 11). */
import {
  findingsOfClientId,
  isReserved,
  type NamedAudience,
  type NamedClient,
  takenNames,
} from '../../provider-scripts/src/clients/api-names.ts';
import { RESOURCE_URL_ATTRIBUTE } from '../../provider-scripts/src/clients/api-scopes.ts';
import { audiencesOfScopes, namedClients } from '../admin/client-names.ts';
import { Failure } from '../failure.ts';
import { isJsonObject } from '../json.ts';
import type { DesiredApiScope } from './api-scope-declaration.ts';
import type { DesiredClient } from './clients.ts';
import { isAdopted } from './found-realm.ts';
import { isSeeded } from './seeded.ts';
import type { SeedTarget } from './target.ts';

/** What a realm file declares. */
interface DeclaredNames {
  apiScopes: readonly DesiredApiScope[];
  clients: { clients: readonly DesiredClient[] };
}

/** The names that a realm has. */
interface FoundNames {
  audiences: readonly NamedAudience[];
  clients: readonly NamedClient[];
}

/**
 * Checks the declaration against what the realm has.
 * @throws Failure naming each name that belongs to something else, or Linkgate's own client if nobody knows who made it
 */
export async function checkNamesInRealm(
  { client, realm }: SeedTarget,
  declared: DeclaredNames,
): Promise<void> {
  const clients = await client.clients.find({ realm });
  checkNames(`realm ${realm}`, declared, {
    audiences: audiencesOfScopes(await client.clientScopes.find({ realm })),
    clients: namedClients(clients),
  });
  const unknown = clients.find(
    ({ clientId = '', attributes }) => isReserved(clientId) && !isSeeded(attributes),
  );
  // Keycloak's own registration leaves no trace that can be read here.
  if (unknown !== undefined && isAdopted(await client.realms.findOne({ realm })))
    throw new Failure(
      `realm ${realm}: who made its client ${unknown.clientId} is unknown, and may hold a token that changes it; delete it, and run this again`,
    );
}

/**
 * Checks names once the declaration is applied. What was wrong before and isn't declared isn't reported: `conformance` names it.
 * @param where the file or realm, for the message
 * @throws Failure
 */
export function checkNames(
  where: string,
  { apiScopes, clients: { clients } }: DeclaredNames,
  found: FoundNames = { audiences: [], clients: [] },
): void {
  const scopes = apiScopes.map(({ name }) => name);
  const ids = clients.map(({ clientId }) => clientId);
  const named: NamedClient[] = [
    ...clients.map((one) => declaredClient(one, found.clients)),
    ...found.clients.filter(({ clientId }) => !ids.includes(clientId)),
  ];
  const names = takenNames(
    [
      ...apiScopes.map(({ name, audience }) => ({ scope: name, audience })),
      ...found.audiences.filter(({ scope }) => !scopes.includes(scope)),
    ],
    named,
  );
  const problems = named
    .flatMap((one) => findingsOfClientId(one, names))
    .filter(
      ({ values }) =>
        [values.client, values.other].some((id) => ids.includes(String(id))) ||
        scopes.includes(String(values.scope)),
    )
    .map(({ message }) => message);
  if (problems.length > 0) throw new Failure(`${where}: ${problems.join('; ')}`);
}

/** A declared client has an ID that an administrator chose, unless it is reserved. An attribute that isn't declared stays. */
function declaredClient({ clientId, fields }: DesiredClient, found: readonly NamedClient[]): NamedClient {
  const before = found.find((one) => one.clientId === clientId);
  const attributes = isJsonObject(fields.attributes) ? fields.attributes : {};
  const resourceUrl = attributes[RESOURCE_URL_ATTRIBUTE];
  return {
    clientId,
    resourceUrl: resourceUrl === undefined ? (before?.resourceUrl ?? '') : String(resourceUrl ?? ''),
    from: isReserved(clientId) ? (before?.from ?? 'administrator') : 'administrator',
  };
}
