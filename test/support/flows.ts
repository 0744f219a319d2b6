/** Sign-in flows that tests make in a realm. */
import { randomBytes } from 'node:crypto';
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { admin } from './admin.ts';

/** An execution of a flow: an authenticator, or a sub-flow with its own executions. */
export type Part =
  | { provider: string; requirement?: Requirement; config?: Record<string, string> }
  | { parts: readonly Part[]; requirement: Requirement };
type Requirement = 'REQUIRED' | 'ALTERNATIVE' | 'CONDITIONAL' | 'DISABLED';

/** A top-level flow. */
export interface OwnFlow {
  id: string;
  alias: string;
  remove(): Promise<void>;
}

/** Makes a flow of these parts, in their order. */
export async function makeFlow(
  realm: string,
  parts: readonly Part[],
  alias = `flow ${randomBytes(4).toString('hex')}`,
  api?: KeycloakAdminClient,
): Promise<OwnFlow> {
  const management = (api ?? (await admin())).authenticationManagement;
  const top = { providerId: 'basic-flow', topLevel: true, builtIn: false };
  await management.createFlow({ realm, alias, ...top });
  await addParts(management, realm, alias, parts);
  const flowId = (await management.getFlows({ realm })).find((flow) => flow.alias === alias)?.id ?? '';
  return { id: flowId, alias, remove: async () => management.deleteFlow({ realm, flowId }) };
}

type Management = KeycloakAdminClient['authenticationManagement'];

async function addParts(
  management: Management,
  realm: string,
  flow: string,
  parts: readonly Part[],
): Promise<void> {
  for (const part of parts) {
    const alias = `${flow} ${randomBytes(3).toString('hex')}`;
    let added: string | undefined;
    if ('provider' in part) {
      ({ id: added } = await management.addExecutionToFlow({ realm, flow, provider: part.provider }));
      const { config } = part;
      if (config !== undefined) await management.createConfig({ realm, id: added ?? '', alias, config });
    } else {
      const type = { type: 'basic-flow', provider: 'registration-page-form', description: '' };
      await management.addFlowToFlow({ realm, flow, alias, ...type });
      await addParts(management, realm, alias, part.parts);
    }
    const executions = await management.getExecutions({ realm, flow });
    const execution = executions.find(({ id, displayName }) => id === added || displayName === alias);
    const { requirement = 'REQUIRED' } = part;
    await management.updateExecution({ realm, flow }, { ...execution, requirement });
  }
}
