/** Levels of authentication of a flow with the step: Keycloak takes the one that was completed last as the reached one. */
import { MAX_FLOW_DEPTH } from '../../platform/keycloak/flow-depth.ts';
import { LEVEL_CONDITION, LEVEL_SETTING } from './granted.ts';

/** Keycloak's `AuthenticationExecutionModel`, as far as it is read here. */
interface Execution {
  getParentFlow(): string;
  getFlowId(): string | null;
  getAuthenticator(): string | null;
  getAuthenticatorConfig(): string | null;
  isDisabled(): boolean;
}

/** Keycloak's `RealmModel`, likewise. */
export interface Flows {
  getAuthenticationExecutionsStream(flowId: string): { toList(): Iterable<Execution> };
  getAuthenticationExecutionByFlowId(flowId: string): { getParentFlow(): string } | null;
  getAuthenticatorConfigById(id: string): { getConfig(): { get(name: string): unknown } } | null;
}

/** Whether the flow has a level below that of the step: in a new tab it has to be reached first. */
export function hasLowerLevel(realm: Flows, step: { getParentFlow(): string }): boolean {
  const own: number[] = [];
  let flowId = step.getParentFlow();
  for (let depth = 0; depth < MAX_FLOW_DEPTH; depth++) {
    own.push(...levelsIn(realm, flowId, MAX_FLOW_DEPTH));
    const parent = realm.getAuthenticationExecutionByFlowId(flowId);
    if (parent === null) break;
    flowId = parent.getParentFlow();
  }
  return levelsIn(realm, flowId, 0).some((level) => level < Math.max(...own));
}

/** The levels of a flow's conditions, and of those of its sub-flows down to the maximum depth. */
function levelsIn(realm: Flows, flowId: string, depth: number): number[] {
  const levels: number[] = [];
  for (const execution of realm.getAuthenticationExecutionsStream(flowId).toList()) {
    const subFlow = execution.getFlowId();
    const configId = execution.getAuthenticatorConfig();
    if (execution.isDisabled()) continue;
    if (subFlow !== null) levels.push(...(depth < MAX_FLOW_DEPTH ? levelsIn(realm, subFlow, depth + 1) : []));
    else if (execution.getAuthenticator() === LEVEL_CONDITION && configId !== null)
      levels.push(Number(realm.getAuthenticatorConfigById(configId)?.getConfig().get(LEVEL_SETTING)));
  }
  return levels.filter((level) => level >= 0);
}
