/** The executions of a flow, also of one that Keycloak's own list rejects. */

import { NetworkError } from '@keycloak/keycloak-admin-client';
import type ExecutionInfo from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import type Flow from '@keycloak/keycloak-admin-client/lib/defs/authenticationFlowRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { Failure } from '../failure.ts';
import type { RealmAdmin } from './connect.ts';

const NOT_FOUND = 404;

/**
 * Each execution is followed by its children. Keycloak doesn't list a flow that names a missing provider, such as another extension's or a
 * disabled feature's: this reads it from an export, without the executions' ids. Undefined if the export is rejected, too: it requires
 * `manage-realm`.
 */
export async function listExecutions(admin: RealmAdmin, flow: string): Promise<ExecutionInfo[] | undefined> {
  const { client, realm } = admin;
  try {
    return await client.authenticationManagement.getExecutions({ realm, flow });
  } catch (error) {
    if (!(error instanceof NetworkError) || error.response.status !== NOT_FOUND) throw error;
    const exported = await exportedRealm(admin);
    return exported === undefined ? undefined : executionsIn(exported, flow);
  }
}

/**
 * The executions of a flow that Keycloak lists, with their ids.
 * @throws Failure for any other flow, with the providers that are missing: Keycloak can't copy it either
 */
export async function requireExecutions(admin: RealmAdmin, flow: string): Promise<ExecutionInfo[]> {
  const found = await listExecutions(admin, flow);
  if (found === undefined)
    throw new Failure(`flow ${flow}: names a missing provider; only the role manage-realm shows which`);
  if (found.every(({ id }) => id !== undefined)) return found;
  const missing = await missingProviders(admin, found);
  throw new Failure(
    `flow ${flow}: names what the server doesn't have: ${missing.join(', ')}; Keycloak neither shows nor copies such a flow. Bring the extension or feature back, delete these executions, and remove it again; or use another flow`,
  );
}

/** The providers of executions that the server doesn't have. */
async function missingProviders(
  { client, realm }: RealmAdmin,
  executions: readonly ExecutionInfo[],
): Promise<string[]> {
  const { authenticationManagement: management } = client;
  // The admin client's types allow no argument.
  const at = { realm } as never;
  const lists = await Promise.all([
    management.getAuthenticatorProviders(at),
    management.getFormProviders(at),
    management.getFormActionProviders(at),
    management.getClientAuthenticatorProviders(at),
  ]);
  const known = new Set(lists.flat().map((provider) => String(provider.id)));
  const named = executions.flatMap(({ providerId }) => (providerId === undefined ? [] : [providerId]));
  return [...new Set(named)].filter((id) => !known.has(id));
}

/** Without clients, groups and roles. */
async function exportedRealm({ client, realm }: RealmAdmin): Promise<RealmRepresentation | undefined> {
  try {
    return await client.realms.export({ realm, exportClients: false, exportGroupsAndRoles: false });
  } catch (error) {
    if (error instanceof NetworkError) return undefined;
    throw error;
  }
}

/** The flow's executions in an exported realm; undefined if it has no such flow. */
export function executionsIn(realm: RealmRepresentation, flow: string): ExecutionInfo[] | undefined {
  const flows = realm.authenticationFlows ?? [];
  return flows.some(({ alias }) => alias === flow) ? below(realm, flows, flow, 0) : undefined;
}

function below(
  realm: RealmRepresentation,
  flows: readonly Flow[],
  flow: string,
  level: number,
): ExecutionInfo[] {
  const { authenticationExecutions = [] } = flows.find(({ alias }) => alias === flow) ?? {};
  return [...authenticationExecutions]
    .sort((one, other) => (one.priority ?? 0) - (other.priority ?? 0))
    .flatMap(({ requirement, authenticator, authenticatorConfig, flowAlias }) => {
      const config = realm.authenticatorConfig?.find(({ alias }) => alias === authenticatorConfig);
      const execution: ExecutionInfo = {
        level,
        ...(requirement !== undefined && { requirement }),
        ...(authenticator !== undefined && { providerId: authenticator }),
        ...(config?.id !== undefined && { authenticationConfig: config.id }),
        ...(flowAlias !== undefined && { authenticationFlow: true, displayName: flowAlias }),
      };
      return [execution, ...(flowAlias === undefined ? [] : below(realm, flows, flowAlias, level + 1))];
    });
}
