/** Reads the settings of a step in a realm that isn't a Linkgate realm: those of its own execution, wherever that is. */

import type { AuthenticationExecutionModel, KeycloakSession, RealmModel } from 'keycloak';
import { log } from '../../platform/engine/log.ts';
import { MAX_FLOW_DEPTH } from '../../platform/keycloak/flow-depth.ts';
import { EMAIL_AUTHENTICATOR } from '../../platform/keycloak/provider-ids.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { parseStepSettings, type StepSettings } from './parse.ts';

/** A step with its settings. */
export interface OwnStep {
  settings: StepSettings;
  /** The id of the top-level flow that the step is in. */
  flowId: string;
}

/** Finds a step by the id of its execution; null if it no longer exists, or it or a flow that it is in is disabled. */
export function findStep(session: KeycloakSession, executionId: string): OwnStep | null {
  const realm = requireRealm(session);
  const execution = realm.getAuthenticationExecutionById(executionId);
  if (execution === null || execution.getAuthenticator() !== EMAIL_AUTHENTICATOR) return null;
  const flowId = topFlowOf(realm, execution);
  return flowId === null ? null : { settings: settingsOf(realm, execution), flowId };
}

/** The settings of all steps of a realm that `findStep` finds. */
export function ownSteps(realm: RealmModel): readonly StepSettings[] {
  return cachedWithRealm(realm, 'own steps', () => {
    const steps: StepSettings[] = [];
    for (const flow of realm.getAuthenticationFlowsStream().toList())
      for (const execution of realm.getAuthenticationExecutionsStream(flow.getId()).toList())
        if (execution.getAuthenticator() === EMAIL_AUTHENTICATOR && topFlowOf(realm, execution) !== null)
          steps.push(settingsOf(realm, execution));
    return steps;
  });
}

/** Whether it has one. */
export function hasOwnStep(realm: RealmModel): boolean {
  return ownSteps(realm).length > 0;
}

/** Walks up to the top-level flow; null if something on the way is disabled or missing. */
function topFlowOf(realm: RealmModel, execution: AuthenticationExecutionModel): string | null {
  let at: AuthenticationExecutionModel | null = execution;
  for (let depth = 0; at !== null && depth < MAX_FLOW_DEPTH; depth++) {
    if (at.isDisabled()) return null;
    const flow = realm.getAuthenticationFlowById(at.getParentFlow());
    if (flow === null) return null;
    if (flow.isTopLevel()) return flow.getId();
    at = realm.getAuthenticationExecutionByFlowId(flow.getId());
  }
  return null;
}

/** Parsed, and what is wrong with them logged, once until the realm changes. */
function settingsOf(realm: RealmModel, execution: AuthenticationExecutionModel): StepSettings {
  return cachedWithRealm(realm, `own step ${execution.getId()}`, () => {
    const configId = execution.getAuthenticatorConfig();
    const config = configId === null ? null : realm.getAuthenticatorConfigById(configId)?.getConfig();
    return parseStepSettings(
      (name) => config?.get(name) ?? null,
      (line) => log.warn(`realm "${realm.getName()}": ${line}`),
      realm.isRegistrationAllowed(),
    );
  });
}
