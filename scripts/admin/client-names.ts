/** The names of a realm's clients and APIs (`findingsOfClientId`), from Keycloak's representations. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import type { NamedAudience, NamedClient } from '../../provider-scripts/src/clients/api-names.ts';
import {
  AUDIENCE_OPTION,
  isApiScope,
  RESOURCE_URL_ATTRIBUTE,
} from '../../provider-scripts/src/clients/api-scopes.ts';
import { BUILT_IN_CLIENTS } from '../../provider-scripts/src/clients/built-in-clients.ts';
import { AUDIENCE_MAPPER } from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { CLIENT, SCOPE } from '../../provider-scripts/src/realm/settings/table.ts';

/** The audiences of API scopes. */
export function audiencesOfScopes(scopes: readonly ClientScopeRepresentation[]): NamedAudience[] {
  return scopes
    .filter(({ name = '', attributes }) => isApiScope(name, attributes?.[SCOPE.apiScope.name]))
    .flatMap(({ name = '', protocolMappers = [] }) =>
      protocolMappers
        .filter(({ protocolMapper }) => protocolMapper === AUDIENCE_MAPPER)
        .map(({ config }) => ({ scope: name, audience: String(config?.[AUDIENCE_OPTION] ?? '') }))
        .filter(({ audience }) => audience !== ''),
    );
}

/** Clients other than Keycloak's own. */
export function namedClients(clients: readonly ClientRepresentation[]): NamedClient[] {
  return clients
    .filter(({ clientId = '' }) => !BUILT_IN_CLIENTS.includes(clientId))
    .map(({ clientId = '', attributes }) => ({
      clientId,
      resourceUrl: String(attributes?.[RESOURCE_URL_ATTRIBUTE] ?? ''),
      from: originOf(attributes ?? {}),
    }));
}

function originOf(attributes: Readonly<Record<string, unknown>>): NamedClient['from'] {
  if (attributes[CLIENT.documentExpiresAt.name] !== undefined) return 'document';
  return attributes[CLIENT.registeredAt.name] === undefined ? 'administrator' : 'registration';
}
