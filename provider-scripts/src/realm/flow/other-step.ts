/** Steps of the other kind of realm, and settings that act only there: what the log and administrators are told. */
import type { RealmModel } from 'keycloak';
import { log } from '../../platform/engine/log.ts';
import type { Finding } from '../../platform/errors/finding.ts';
import type { StoredExecution } from '../../platform/keycloak/execution.ts';
import { storedFlow, topLevelFlows } from '../../platform/keycloak/flow-tree.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { kindOf } from '../settings/enabled.ts';
import { findingsOfStep } from './step-findings.ts';
import { isOtherStep, stepMadeFor } from './step-ids.ts';
import { enabledStepsOfAnyRealm } from './steps.ts';

/** Warns that a step is skipped, if it is the other kind of realm's; once until the realm changes. */
export function warnIfSkipped(
  realm: RealmModel,
  execution: Pick<StoredExecution, 'id' | 'authenticator'>,
): void {
  const kind = kindOf(realm);
  if (!isOtherStep(execution, kind)) return;
  cachedWithRealm(realm, `other step ${execution.id}`, () => {
    log.warn(
      `realm "${realm.getName()}": a flow has the step ${execution.authenticator}, which is skipped: ${stepMadeFor(kind)} is the step made for this realm`,
    );
    return true;
  });
}

/** The findings about the enabled steps of all flows of a realm. */
export function findingsOfSteps(realm: RealmModel): readonly Finding[] {
  const kind = kindOf(realm);
  const found: Finding[] = [];
  for (const flow of topLevelFlows(realm))
    for (const one of enabledStepsOfAnyRealm(storedFlow(realm, flow.getId())))
      found.push(...findingsOfStep(flow.getAlias(), one, kind));
  return found;
}
