/** A declared realm in Keycloak's import format: one complete RealmRepresentation, with the same result as a seeded realm. */

import type { JsonObject } from '../json.ts';
import { clientScopeOf, consentTexts, neededRoles, withApiScopes } from '../seed/api-scope-declaration.ts';
import type { DesiredRealm } from '../seed/desired-realms.ts';
import { overlay } from '../seed/diff.ts';
import type { DesiredFlow } from '../seed/flow.ts';
import { importableKeys } from '../seed/keys.ts';
import { MANAGEMENT_CLIENT } from '../seed/management-roles.ts';
import { mapperRepresentation } from '../seed/protocol-mappers.ts';
import { withRefreshTokens } from '../seed/refresh-tokens.ts';
import type { DesiredUserProfile } from '../seed/user-profile.ts';
import { KEYCLOAK_USER_PROFILE } from './keycloak-user-profile.ts';
import { OFFLINE_ACCESS } from './offline-access.ts';

const USER_PROFILE_PROVIDER = 'org.keycloak.userprofile.UserProfileProvider';
/** The steps of a flow run by priority; Keycloak's own flows count in tens. */
const PRIORITY_STEP = 10;

/**
 * The realm without what an import can't create: referral codes, which the server stores as hashes.
 * @param desired may still contain placeholders
 */
export function realmRepresentation({
  realm,
  settings,
  keys,
  userProfile,
  scopes,
  apiScopes,
  flow,
  clients,
}: DesiredRealm): JsonObject {
  const { assignment } = scopes;
  return {
    realm,
    ...overlay({}, settings),
    ...flowRepresentation(flow),
    roles: { realm: [OFFLINE_ACCESS.role, ...neededRoles(apiScopes).map((name) => ({ name }))] },
    scopeMappings: [
      OFFLINE_ACCESS.mapping,
      ...apiScopes.flatMap(({ name, neededRoles: roles = [] }) =>
        roles.length > 0 ? [{ clientScope: name, roles }] : [],
      ),
    ],
    ...(apiScopes.length > 0 && { localizationTexts: consentTexts(apiScopes) }),
    clientScopes: [
      ...[...scopes.scopes, ...apiScopes.map(clientScopeOf)].map(({ name, attributes, protocolMappers }) => ({
        name,
        protocol: 'openid-connect',
        attributes,
        protocolMappers: protocolMappers.map((mapper) => mapperRepresentation(mapper) as JsonObject),
      })),
      OFFLINE_ACCESS.scope,
    ],
    defaultDefaultClientScopes: assignment.default,
    defaultOptionalClientScopes: [
      ...assignment.optional,
      ...apiScopes.filter(({ newClients }) => newClients).map(({ name }) => name),
    ],
    clients: clients.clients.map(({ clientId, fields, protocolMappers, apiScopes: ofClient }) => {
      const complete = withRefreshTokens({ fields, assignment: withApiScopes(assignment, ofClient) });
      return {
        clientId,
        ...overlay({}, complete.fields),
        protocol: 'openid-connect',
        protocolMappers: protocolMappers.map((mapper) => mapperRepresentation(mapper) as JsonObject),
        defaultClientScopes: complete.assignment.default,
        optionalClientScopes: complete.assignment.optional,
      };
    }),
    clientScopeMappings: {
      [MANAGEMENT_CLIENT]: clients.clients.flatMap(({ clientId, managementRoles: roles }) =>
        roles === undefined ? [] : [{ client: clientId, roles }],
      ),
    },
    components: {
      ...importableKeys(keys),
      [USER_PROFILE_PROVIDER]: [userProfileComponent(userProfile)],
    },
  };
}

function flowRepresentation({ alias, description, executions }: DesiredFlow): JsonObject {
  return {
    authenticatorConfig: executions.map(({ config }) => ({ alias: config.alias, config: config.config })),
    authenticationFlows: [
      {
        alias,
        description,
        providerId: 'basic-flow',
        topLevel: true,
        builtIn: false,
        authenticationExecutions: executions.map(({ authenticator, requirement, config }, index) => ({
          authenticator,
          authenticatorFlow: false,
          requirement,
          priority: (index + 1) * PRIORITY_STEP,
          authenticatorConfig: config.alias,
        })),
      },
    ],
  };
}

/** The import replaces the whole profile: what Keycloak has by itself must be in it. */
function userProfileComponent({ attributes }: DesiredUserProfile): JsonObject {
  const own = KEYCLOAK_USER_PROFILE.attributes.map((attribute) =>
    overlay<JsonObject>(attribute, attributes.find(({ name }) => name === attribute.name) ?? {}),
  );
  const added = attributes.filter(({ name }) => !own.some((attribute) => attribute.name === name));
  const profile = { ...KEYCLOAK_USER_PROFILE, attributes: [...own, ...added] };
  return {
    providerId: 'declarative-user-profile',
    config: { 'kc.user.profile.config': [JSON.stringify(profile)] },
  };
}
