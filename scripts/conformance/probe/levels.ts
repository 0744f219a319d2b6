/** The levels of authentication of a realm's flows, for the rules that the plugin itself applies to them. */

import type { FlowPart } from '../../../provider-scripts/src/realm/levels/granted.ts';
import type { Configuration } from './configuration.ts';
import { executionsOf, type NamedExecution } from './flows.ts';
import { stepConfig } from './settings.ts';

/** A flow's tree with the settings of its executions. */
export async function partsOf(configuration: Configuration, alias: string): Promise<readonly FlowPart[]> {
  return await withSettings(configuration, await executionsOf(configuration, alias));
}

async function withSettings(
  configuration: Configuration,
  flow: readonly NamedExecution[],
): Promise<readonly FlowPart[]> {
  return await Promise.all(
    flow.map(async ({ requirement, authenticator, isCondition, configId, alias, subFlow }) => ({
      requirement,
      authenticator,
      isCondition,
      config: await stepConfig(configuration, configId),
      alias,
      parts: subFlow === null ? null : await withSettings(configuration, subFlow),
    })),
  );
}
