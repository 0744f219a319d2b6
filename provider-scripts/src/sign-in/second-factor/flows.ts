/** Makes, compares and deletes the flows of clients with a second factor in a realm, by Keycloak's models. */

import type { AuthenticationFlowModel, KeycloakSession, RealmModel } from 'keycloak';
import { toJava } from '../../platform/engine/to-java.ts';
import { readFlow } from '../../platform/keycloak/flow-tree.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { hasLinkStep } from '../../realm/flow/read.ts';
import { compareFlow, type FlowState } from '../../realm/levels/flow-state.ts';
import { acceptedFactors, factorsIn } from '../../realm/levels/granted.ts';
import {
  type MadeFlow,
  type MadePart,
  RECOVERY_CODES,
  SECOND_FACTOR_FLOW,
  secondFactorFlows,
} from '../../realm/levels/made-flows.ts';

const Authenticator = Java.type('org.keycloak.authentication.Authenticator');
const AuthenticatorConfig = Java.type('org.keycloak.models.AuthenticatorConfigModel');
const Execution = Java.type('org.keycloak.models.AuthenticationExecutionModel');
const Flow = Java.type('org.keycloak.models.AuthenticationFlowModel');
const Requirement = Java.type('org.keycloak.models.AuthenticationExecutionModel$Requirement');

/** Keycloak's type of a flow that runs its parts in order. */
const BASIC_FLOW = 'basic-flow';

/** Between the priorities of parts, so that an administrator can put one in between. */
const PRIORITY_STEP = 10;

/** The flow of this name; it is made if the realm has none. */
export function ensureFlow(
  session: KeycloakSession,
  alias: string,
): { flow: AuthenticationFlowModel; isNew: boolean } {
  const realm = requireRealm(session);
  const found = realm.getFlowByAlias(alias);
  if (found !== null) return { flow: found, isNew: false };
  const made = madeFlow(session, alias);
  const flow = addFlow(realm, made.alias, made.description, true);
  addParts(realm, flow.getId(), made.parts);
  return { flow, isNew: true };
}

/** Whether the realm has the flow of this name, and what an administrator made of it. */
export function flowState(session: KeycloakSession, alias: string): FlowState {
  const flow = requireRealm(session).getFlowByAlias(alias);
  if (flow === null) return 'absent';
  const state = compareFlow(madeFlow(session, alias).parts, readFlow(session, flow.getId()));
  return alias === SECOND_FACTOR_FLOW && !hasLinkStep(session, flow.getId()) ? 'unsafe' : state;
}

/** Deletes the flow of this name, if it is as it was made; returns whether it did. */
export function deleteUnchanged(session: KeycloakSession, alias: string): boolean {
  const realm = requireRealm(session);
  const flow = realm.getFlowByAlias(alias);
  if (flow === null || flowState(session, alias) !== 'unchanged') return false;
  deleteFlow(realm, flow);
  return true;
}

/** The types of credentials that a flow of the realm accepts for the level of a second factor. */
export function factorsOfFlow(session: KeycloakSession, flowId: string): string[] {
  return acceptedFactors(readFlow(session, flowId));
}

/** Those that the flow of this name accepts as Linkgate makes it. */
export function factorsOfMadeFlow(session: KeycloakSession, alias: string): string[] {
  return factorsIn(madeFlow(session, alias).parts);
}

function madeFlow(session: KeycloakSession, alias: string): MadeFlow {
  const hasCodes = session.getProvider(Authenticator.class, RECOVERY_CODES) !== null;
  return secondFactorFlows(hasCodes).find((flow) => flow.alias === alias) as MadeFlow;
}

function addFlow(
  realm: RealmModel,
  alias: string,
  description: string,
  isTopLevel: boolean,
): AuthenticationFlowModel {
  const flow = new Flow();
  flow.setAlias(alias);
  flow.setDescription(description);
  flow.setProviderId(BASIC_FLOW);
  flow.setTopLevel(isTopLevel);
  flow.setBuiltIn(false);
  return realm.addAuthenticationFlow(flow);
}

function addParts(realm: RealmModel, flowId: string, parts: readonly MadePart[]): void {
  let priority = 0;
  for (const part of parts) {
    priority += PRIORITY_STEP;
    const execution = new Execution();
    execution.setParentFlow(flowId);
    execution.setRequirement(Requirement.valueOf(part.requirement));
    execution.setPriority(priority);
    const isFlow = 'parts' in part;
    execution.setAuthenticatorFlow(isFlow);
    if (isFlow) {
      const subFlow = addFlow(realm, part.alias, '', false);
      execution.setFlowId(subFlow.getId());
      realm.addAuthenticatorExecution(execution);
      addParts(realm, subFlow.getId(), part.parts);
      continue;
    }
    execution.setAuthenticator(part.authenticator);
    if (part.config !== undefined) {
      const config = new AuthenticatorConfig();
      const flow = realm.getAuthenticationFlowById(flowId);
      config.setAlias(`${flow?.getAlias()}: ${part.authenticator}`);
      config.setConfig(toJava(part.config) as never);
      execution.setAuthenticatorConfig(realm.addAuthenticatorConfig(config).getId());
    }
    realm.addAuthenticatorExecution(execution);
  }
}

/** Deletes a flow with all that is in it. */
function deleteFlow(realm: RealmModel, flow: AuthenticationFlowModel): void {
  for (const execution of realm.getAuthenticationExecutionsStream(flow.getId()).toList()) {
    const subFlowId = execution.getFlowId();
    const configId = execution.getAuthenticatorConfig();
    const subFlow = subFlowId === null ? null : realm.getAuthenticationFlowById(subFlowId);
    const config = configId === null ? null : realm.getAuthenticatorConfigById(configId);
    realm.removeAuthenticatorExecution(execution);
    if (subFlow !== null) deleteFlow(realm, subFlow);
    if (config !== null) realm.removeAuthenticatorConfig(config);
  }
  realm.removeAuthenticationFlow(flow);
}
