/** Finds the settings of the sign-in step in the flow that runs for a client. */

import type { AuthenticationFlowModel, ClientModel, KeycloakSession, RealmModel } from 'keycloak';
import { log } from '../../platform/engine/log.ts';
import type { Execution } from '../../platform/keycloak/execution.ts';
import { readFlow } from '../../platform/keycloak/flow-tree.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedAmongMany, cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { SECOND_FACTOR_FLOW } from '../levels/made-flows.ts';
import { settingOf } from '../settings/of.ts';
import { REALM, SIGN_IN, SIGN_IN_OF_CLIENT_LIST } from '../settings/table.ts';
import { boundFlow } from './flow.ts';
import { warnIfSkipped } from './other-step.ts';
import { NO_STEP, parseClientSettings, parseSettings, type Settings, strictest } from './parse.ts';
import { policyFlowsForClient } from './policy-flows.ts';
import { isStep, stepMadeFor } from './step-ids.ts';
import { enabledStepsOfAnyRealm, isWholeFlow, reachableExecutions } from './steps.ts';

/** Selects the flow and the step of a sign-in; each is omitted if not known yet. */
export interface FlowSelection {
  /** The alias of the flow that a client policy chose for the request, instead of the one bound for the client. */
  flowAlias?: string | null;
  /** The execution that requested the link. If set, the request came through `/auth`, where Keycloak evaluated the client policies. */
  executionId?: string | undefined;
}

/**
 * Returns the settings in force for a client, for pages and endpoints alike; without a client, those of the realm's flow. If a flow has several
 * link steps and it isn't known which one runs, returns the strictest values; if none can be reached, `NO_STEP`. If the request didn't come
 * through `/auth`, returns the strictest values of the client's flow and of all flows that a client policy may choose; `NO_STEP` if the
 * policies can't be read.
 */
export function readSettings(
  session: KeycloakSession,
  client: ClientModel | null,
  selection: FlowSelection = {},
): Settings {
  const own = readFlowSettings(session, client, selection);
  if (client === null || selection.executionId !== undefined || (selection.flowAlias ?? null) !== null)
    return own;
  const others = policyFlowsForClient(session, client);
  if (others === null) return NO_STEP;
  return strictest([own, ...others.map((flowAlias) => readFlowSettings(session, client, { flowAlias }))]);
}

/** Returns the settings of a client's own flow, without those that the client replaces. */
export function readFlowOf(session: KeycloakSession, client: ClientModel): Settings {
  return settingsOfFlow(session, client, {}).settings;
}

function readFlowSettings(
  session: KeycloakSession,
  client: ClientModel | null,
  selection: FlowSelection,
): Settings {
  const { key, settings } = settingsOfFlow(session, client, selection);
  return client === null ? settings : clientSettings(requireRealm(session), key, client, settings);
}

/** Returns the settings of the flow that runs for a client, and what they are cached by. */
function settingsOfFlow(
  session: KeycloakSession,
  client: ClientModel | null,
  { flowAlias = null, executionId }: FlowSelection,
): { key: `settings ${string}`; settings: Settings } {
  const realm = requireRealm(session);
  const flow = boundFlow(realm, client, flowAlias);
  const key = `settings ${flow?.getId() ?? ''} ${executionId ?? ''}` as const;
  const settings = cachedWithRealm(realm, key, () => {
    const executions = flow === null ? [] : readFlow(session, flow.getId());
    const steps = linkStepsIn(executions);
    for (const one of enabledStepsOfAnyRealm(executions)) warnIfSkipped(realm, one);
    if (steps.length === 0) warnOfMissingStep(realm, flow?.getAlias() ?? flowAlias);
    const selected = steps.filter(({ id }) => id === executionId);
    const found = strictest(
      (selected.length > 0 ? selected : steps).map((one) =>
        isOfRealm(realm, flow, one) ? readFlowSettings(session, null, {}) : stepSettings(realm, one),
      ),
    );
    return found.hasStep ? { ...found, isWholeFlow: isWholeFlow(executions, 'linkgate') } : found;
  });
  return { key, settings };
}

/** Whether a step has the settings of the realm's flow: the one that Linkgate made for clients with a second factor, unless it has its own. */
function isOfRealm(
  realm: RealmModel,
  flow: AuthenticationFlowModel | null,
  { configId }: Execution,
): boolean {
  return (
    configId === null &&
    flow?.getAlias() === SECOND_FACTOR_FLOW &&
    realm.getBrowserFlow()?.getId() !== flow.getId()
  );
}

/** Whether a flow has an enabled link step that a sign-in can reach. */
export function hasLinkStep(session: KeycloakSession, flowId: string): boolean {
  return linkStepsIn(readFlow(session, flowId)).length > 0;
}

function linkStepsIn(executions: readonly Execution[]): Execution[] {
  return reachableExecutions(executions, 'linkgate').filter((one) => isStep(one, 'linkgate'));
}

function warnOfMissingStep(realm: RealmModel, alias: string | null): void {
  const cause =
    alias === null
      ? 'no flow is bound'
      : `flow "${alias}" has no enabled step ${stepMadeFor('linkgate')} that a sign-in can reach`;
  log.warn(`realm "${realm.getName()}": ${cause}; no link is sent or used`);
}

/** What acts in a Linkgate realm for a setting that a step doesn't have, if not its default: the shield is the realm's. */
export function inheritedByStep(realm: RealmModel, name: string): string | null {
  return name === SIGN_IN.shield.name ? settingOf(realm, REALM.shield) : null;
}

/** Reads a step's settings. They are cached, so invalid values are logged once. */
function stepSettings(realm: RealmModel, { id, config }: Execution): Settings {
  return cachedWithRealm(realm, `step ${id}`, () =>
    parseSettings(
      (name) => config[name] ?? inheritedByStep(realm, name),
      (line) => log.warn(`realm "${realm.getName()}": ${line}`),
    ),
  );
}

/** Applies a client's attributes. A client can change while its realm doesn't, so its values are part of the cache key. */
function clientSettings(
  realm: RealmModel,
  key: `settings ${string}`,
  client: ClientModel,
  flow: Settings,
): Settings {
  const values = signInAttributes(client);
  const text = JSON.stringify(values);
  if (text === '{}') return flow;
  return cachedAmongMany(realm, `${key} ${client.getId()} ${text}`, () =>
    parseClientSettings(
      (name) => values[name] ?? null,
      flow,
      (line) => log.warn(`realm "${realm.getName()}", client "${client.getClientId()}": ${line}`),
    ),
  );
}

/** Returns the client's attributes that override settings, without empty ones. */
function signInAttributes(client: ClientModel): Readonly<Record<string, string>> {
  const attributes = Java.record(client.getAttributes());
  const values: Record<string, string> = {};
  for (const { name } of SIGN_IN_OF_CLIENT_LIST) {
    const value = attributes[name];
    if (value !== undefined && value !== '') values[name] = value;
  }
  return values;
}
