/** The levels of authentication of a realm's flows, for the rules that the plugin itself applies to them. */

import type { Execution } from '../../../provider-scripts/src/platform/keycloak/execution.ts';
import type { Configuration } from './configuration.ts';
import { executionsOf } from './flows.ts';
import { stepConfig } from './settings.ts';

/** A flow's tree with the settings of its executions. */
export async function partsOf(configuration: Configuration, alias: string): Promise<readonly Execution[]> {
  return await withSettings(configuration, await executionsOf(configuration, alias));
}

async function withSettings(
  configuration: Configuration,
  flow: readonly Execution[],
): Promise<readonly Execution[]> {
  return await Promise.all(
    flow.map(async (one) => ({
      ...one,
      config: await stepConfig(configuration, one.configId),
      parts: one.parts === null ? null : await withSettings(configuration, one.parts),
    })),
  );
}
