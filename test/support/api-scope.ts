/** API scopes that a test creates in the sample realm. */

import { randomBytes } from 'node:crypto';
import { AUDIENCE_OPTION } from '../../provider-scripts/src/clients/api-scopes.ts';
import { AUDIENCE_MAPPER } from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { SCOPE } from '../../provider-scripts/src/realm/settings/table.ts';
import { ROLES } from '../../scripts/seed/api-scope-declaration.ts';
import { mapperRepresentation } from '../../scripts/seed/protocol-mappers.ts';
import { admin, REALM } from './admin.ts';

/** A realm role of a test. */
export interface OwnRole {
  name: string;
  /** Keycloak's internal ID. */
  id: string;
  giveTo(userId: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a realm role. */
export async function makeRole(): Promise<OwnRole> {
  const api = await admin();
  const name = `role-${randomBytes(4).toString('hex')}`;
  await api.roles.create({ realm: REALM, name });
  const { id = '' } = (await api.roles.findOneByName({ realm: REALM, name })) ?? {};
  return {
    name,
    id,
    giveTo: async (userId) => {
      await (await admin()).users.addRealmRoleMappings({ realm: REALM, id: userId, roles: [{ id, name }] });
    },
    remove: async () => {
      await (await admin()).roles.delByName({ realm: REALM, name });
    },
  };
}

/** An API scope of a test. */
export interface OwnApiScope {
  name: string;
  audience: string;
  /** Lets a client request it. */
  assignTo(client: { client_id: string }): Promise<void>;
  /** Assigns it to clients that are created from now on. */
  assignToNewClients(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates an API scope.
 * @param needed the role that a user needs; access tokens with the scope then list roles
 */
export async function makeApiScope(
  fields: { audience?: string; needed?: OwnRole; attributes?: Record<string, string> } = {},
): Promise<OwnApiScope> {
  const name = `orders:${randomBytes(4).toString('hex')}`;
  const audience = fields.audience ?? `https://${randomBytes(4).toString('hex')}.example.com/api`;
  const api = await admin();
  const { id } = await api.clientScopes.create({
    realm: REALM,
    name,
    protocol: 'openid-connect',
    attributes: {
      [SCOPE.apiScope.name]: 'true',
      'include.in.token.scope': 'true',
      'display.on.consent.screen': 'true',
      'consent.screen.text': `Read orders (${name})`,
      ...fields.attributes,
    },
    protocolMappers: [
      {
        name: 'audience',
        protocol: 'openid-connect',
        protocolMapper: AUDIENCE_MAPPER,
        config: { [AUDIENCE_OPTION]: audience },
      },
      ...(fields.needed === undefined ? [] : [mapperRepresentation(ROLES)]),
    ],
  });
  if (fields.needed !== undefined) {
    const { id: roleId, name: roleName } = fields.needed;
    await api.clientScopes.addRealmScopeMappings({ realm: REALM, id }, [{ id: roleId, name: roleName }]);
  }
  return {
    name,
    audience,
    assignTo: async ({ client_id: clientId }) => {
      const fresh = await admin();
      const [found] = await fresh.clients.find({ realm: REALM, clientId });
      await fresh.clients.addOptionalClientScope({ realm: REALM, id: found?.id ?? '', clientScopeId: id });
    },
    assignToNewClients: async () => {
      await (await admin()).clientScopes.addDefaultOptionalClientScope({ realm: REALM, id });
    },
    remove: async () => {
      await (await admin()).clientScopes.del({ realm: REALM, id });
    },
  };
}
