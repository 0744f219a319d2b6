/** The steps of a realm's flows, whose settings administrators see and change. */

import type { AuthenticationFlowModel, RealmModel } from 'keycloak';
import { versionOfState } from '../../../platform/engine/bytes.ts';
import type { StoredExecution } from '../../../platform/keycloak/execution.ts';
import { storedFlow, topLevelFlows } from '../../../platform/keycloak/flow-tree.ts';
import { allSteps } from '../../../realm/flow/steps.ts';
import { SECOND_FACTOR_FLOW } from '../../../realm/levels/made-flows.ts';
import { kindOf } from '../../../realm/settings/enabled.ts';

/** A step, and the top-level flow that it is in. */
export interface RealmStep {
  readonly step: StoredExecution;
  readonly flow: string;
  /** What the realm uses the flow for. */
  readonly boundAs: readonly string[];
}

/** What a realm uses flows for. */
const BINDINGS: Readonly<Record<string, (realm: RealmModel) => AuthenticationFlowModel | null>> = {
  browser: (realm) => realm.getBrowserFlow(),
  'reset-credentials': (realm) => realm.getResetCredentialsFlow(),
  'first-broker-login': (realm) => realm.getFirstBrokerLoginFlow(),
};

/** All steps, also disabled ones: first those of the realm's own flow. */
export function realmSteps(realm: RealmModel): RealmStep[] {
  const flows = topLevelFlows(realm).map((flow) => ({ flow, boundAs: bindingsOf(realm, flow) }));
  flows.sort((a, b) => rank(a.boundAs) - rank(b.boundAs) || compare(a.flow.getAlias(), b.flow.getAlias()));
  const steps: RealmStep[] = [];
  for (const { flow, boundAs } of flows)
    for (const step of allSteps(storedFlow(realm, flow.getId()), kindOf(realm)))
      if (hasOwnSettings(step, flow, boundAs)) steps.push({ step, flow: flow.getAlias(), boundAs });
  return steps;
}

function bindingsOf(realm: RealmModel, flow: AuthenticationFlowModel): string[] {
  return Object.keys(BINDINGS).filter((name) => BINDINGS[name]?.(realm)?.getId() === flow.getId());
}

function rank(boundAs: readonly string[]): number {
  return boundAs.includes('browser') ? 0 : 1;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** Whether it hasn't those of the realm's flow, as in the flow that Linkgate made for clients with a second factor. */
function hasOwnSettings(step: StoredExecution, flow: AuthenticationFlowModel, boundAs: readonly string[]) {
  return step.configId !== null || flow.getAlias() !== SECOND_FACTOR_FLOW || boundAs.includes('browser');
}

/** By which a change names the settings that the caller saw. */
export function stepVersion({ step }: RealmStep): string {
  const { id, configId, config } = step;
  return versionOfState(
    JSON.stringify([
      id,
      configId,
      Object.keys(config)
        .sort()
        .map((name) => [name, config[name]]),
    ]),
  );
}
