/** Reads the settings of the steps in a stock realm: each has its own, in whatever flow it is. */

import type { KeycloakSession, RealmModel } from 'keycloak';
import { log } from '../../platform/engine/log.ts';
import type { StoredExecution } from '../../platform/keycloak/execution.ts';
import { storedFlow, topLevelFlows } from '../../platform/keycloak/flow-tree.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { unknownInStep } from '../settings/attributes.ts';
import { kindOf } from '../settings/enabled.ts';
import { lacksAmong } from '../settings/needs.ts';
import { settingsAt } from '../settings/shown.ts';
import { parseStepSettings, type StepSettings } from './parse.ts';
import { enabledSteps } from './steps.ts';

/** A step with its settings. */
export interface OwnStep {
  settings: StepSettings;
  /** The id of the step's execution. */
  id: string;
  /** The id of the top-level flow that the step is in. */
  flowId: string;
}

/** Finds a step by the id of its execution; null if it no longer exists, or it or a flow that it is in is disabled. */
export function findStep(session: KeycloakSession, executionId: string): OwnStep | null {
  return stepsOf(requireRealm(session)).find(({ id }) => id === executionId) ?? null;
}

/** The settings of all steps of a realm that `findStep` finds. */
export function ownSteps(realm: RealmModel): readonly StepSettings[] {
  return stepsOf(realm).map(({ settings }) => settings);
}

/** Whether it has one. */
export function hasOwnStep(realm: RealmModel): boolean {
  return stepsOf(realm).length > 0;
}

function stepsOf(realm: RealmModel): readonly OwnStep[] {
  return cachedWithRealm(realm, 'own steps', () => {
    const steps: OwnStep[] = [];
    const kind = kindOf(realm);
    for (const flow of topLevelFlows(realm)) {
      const flowId = flow.getId();
      const found = enabledSteps(storedFlow(realm, flowId), kind);
      steps.push(...found.map((one) => ({ settings: settingsOf(realm, one, flowId), id: one.id, flowId })));
    }
    return steps;
  });
}

/** The step's settings that act in these realms. */
const REALM_KIND = 'stock';
const ACTING = settingsAt({ level: 'step', realmKind: REALM_KIND });

/** A step's settings where it stands; what is wrong with them is logged. */
function settingsOf(realm: RealmModel, { config }: StoredExecution, flowId: string): StepSettings {
  const registrationAllowed = realm.isRegistrationAllowed();
  const warn = (line: string) => log.warn(`realm "${realm.getName()}": ${line}`);
  const settings = parseStepSettings((name) => config[name] ?? null, warn, registrationAllowed);
  for (const { message } of unknownInStep(config)) warn(message);
  const lacks = lacksAmong(ACTING, (name) => config[name], { realmKind: REALM_KIND, registrationAllowed });
  for (const { finding } of lacks) warn(finding.message);
  // A user who resets a password has none that was proven: the address alone says whose the account is.
  return flowId === realm.getResetCredentialsFlow()?.getId()
    ? { ...settings, unverified: 'claim' }
    : settings;
}
