/** Each enabled step is the one made for this kind of realm; reports the settings of steps that have no effect in it. */

import type { Finding } from '../../../../provider-scripts/src/platform/errors/finding.ts';
import { findingsOfStep } from '../../../../provider-scripts/src/realm/flow/step-findings.ts';
import { STEP_NAMES } from '../../../../provider-scripts/src/realm/flow/step-ids.ts';
import { enabledStepsOfAnyRealm } from '../../../../provider-scripts/src/realm/flow/steps.ts';
import type { RealmKind } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import type { Configuration } from '../../probe/configuration.ts';
import { expectNone } from '../../probe/fault.ts';
import { readFlow } from '../../probe/flows.ts';
import { flowAliases, stepConfig } from '../../probe/settings.ts';

export const STEPS: Check = {
  name: 'steps',
  proves: 'contract 1, 10',
  realms: 'both',
  needs: ['admin'],
  fix: `Authentication, the named flow: replace the step by “${STEP_NAMES.linkgate}”`,
  run: async ({ configuration }) => {
    const found = await stepFindings(configuration, await configuration.realmKind());
    const isSkipped = ({ id }: Finding) => id === 'step-skipped';
    expectNone(found.filter(isSkipped).map(({ message }) => message));
    return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ');
  },
};

/** The findings about the enabled steps of all flows that can be read. */
async function stepFindings(configuration: Configuration, kind: RealmKind): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const alias of await flowAliases(configuration))
    for (const step of enabledStepsOfAnyRealm((await readFlow(configuration, alias)) ?? [])) {
      const config = await stepConfig(configuration, step.configId);
      found.push(...findingsOfStep(alias, { ...step, config }, kind));
    }
  return found;
}
