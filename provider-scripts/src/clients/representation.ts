/** A client in Keycloak's representation, and the version of it. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { versionOfState } from '../platform/engine/bytes.ts';
import type { Representation } from './self-registered.ts';
import { versionText } from './version.ts';

const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const ModelToRepresentation = Java.type('org.keycloak.models.utils.ModelToRepresentation');

/** Returns the client's current representation. */
export function representationOf(session: KeycloakSession, client: ClientModel): Representation {
  const text = JsonSerialization.writeValueAsString(ModelToRepresentation.toRepresentation(client, session));
  const { protocolMappers = [], ...representation } = JSON.parse(text) as Representation & {
    protocolMappers?: readonly Readonly<Record<string, unknown>>[];
  };
  const defaultRoles = defaultRolesOf(client);
  return {
    ...representation,
    // A restored mapper has a new identifier.
    protocolMappers: protocolMappers.map(({ id: _, ...mapper }) => mapper),
    ...(defaultRoles.length === 0 ? {} : { defaultRoles }),
  };
}

/** Returns the version by which an administrator's decision names the reviewed state of a client (contract, section 3.3). */
export function versionOf(session: KeycloakSession, client: ClientModel): string {
  return versionOfState(versionText(representationOf(session, client)));
}

/** Returns the names of the client's roles that all users have. */
function defaultRolesOf(client: ClientModel): string[] {
  const names: string[] = [];
  for (const role of client.getRealm().getDefaultRole().getCompositesStream().toList())
    if (role.isClientRole() && role.getContainerId() === client.getId()) names.push(role.getName());
  return names.sort();
}
