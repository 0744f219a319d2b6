/** A realm whose flows name a provider that the server doesn't have, as after another extension's JAR was removed. */
import type Flow from '@keycloak/keycloak-admin-client/lib/defs/authenticationFlowRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import { admin } from './admin.ts';

/** A flow as a realm's file has it. */
export type FlowFields = Omit<Flow, 'authenticationExecutions'> & { authenticationExecutions?: object[] };

/** Fields of a new realm: the flows of this one, as `change` leaves them, and what they are bound for. */
export async function withFlowsOf(
  realm: string,
  change: (flows: FlowFields[]) => unknown,
): Promise<RealmRepresentation> {
  const exported = await (await admin()).realms.export({ realm });
  const flows: FlowFields[] = exported.authenticationFlows ?? [];
  change(flows);
  for (const flow of flows) delete flow.id;
  const bound = Object.entries(exported).filter(([name, value]) => name.endsWith('Flow') && Boolean(value));
  return {
    ...Object.fromEntries(bound),
    authenticationFlows: flows as Flow[],
    authenticatorConfig: (exported.authenticatorConfig ?? []).map(({ alias, config }) => ({
      ...(alias !== undefined && { alias }),
      ...(config !== undefined && { config }),
    })),
  };
}

/** An execution of the missing provider. */
export const MISSING = {
  authenticator: 'another-extension',
  authenticatorFlow: false,
  requirement: 'REQUIRED',
  priority: 5,
};
