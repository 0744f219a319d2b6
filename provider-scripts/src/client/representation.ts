/** A whole client in Keycloak's representation of it, and the version of that. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { sha256 } from '../engine/bytes.ts';
import type { Representation } from './self-registered.ts';
import { versionText } from './version.ts';

const JsonSerialization = Java.type('org.keycloak.util.JsonSerialization');
const ModelToRepresentation = Java.type('org.keycloak.models.utils.ModelToRepresentation');

/** So much of a SHA-256 in base64url: 192 bits, since it is the client that would look for two descriptions of one version. */
const VERSION_LENGTH = 32;

/** The client as it is. */
export function representationOf(session: KeycloakSession, client: ClientModel): Representation {
  const text = JsonSerialization.writeValueAsString(ModelToRepresentation.toRepresentation(client, session));
  const { protocolMappers = [], ...representation } = JSON.parse(text) as Representation & {
    protocolMappers?: readonly Readonly<Record<string, unknown>>[];
  };
  const defaultRoles = defaultRolesOf(client);
  return {
    ...representation,
    // One that is put back in place of another gets an identifier of its own.
    protocolMappers: protocolMappers.map(({ id: _, ...mapper }) => mapper),
    ...(defaultRoles.length === 0 ? {} : { defaultRoles }),
  };
}

/** What whoever decides about a client says to have seen of it (contract, section 3.3). */
export function versionOf(session: KeycloakSession, client: ClientModel): string {
  const text = versionText(representationOf(session, client));
  return sha256(text).slice(0, VERSION_LENGTH);
}

/** Names of its roles that everybody has. */
function defaultRolesOf(client: ClientModel): string[] {
  const names: string[] = [];
  for (const role of client.getRealm().getDefaultRole().getCompositesStream().toList())
    if (role.isClientRole() && role.getContainerId() === client.getId()) names.push(role.getName());
  return names.sort();
}
