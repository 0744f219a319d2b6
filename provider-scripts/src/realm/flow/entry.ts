/** Where a link that no page requested enters a client's flow. */
import type { Execution } from '../../platform/keycloak/execution.ts';
import { isLinksOnly, isStep } from './step-ids.ts';
import { reachableExecutions } from './steps.ts';

/**
 * The id of the execution of the step that such a link completes, in a stock realm: the one that is for these links only, or else the first that a
 * sign-in can reach; null if there is none.
 */
export function entryOf(flow: readonly Execution[]): string | null {
  const steps = reachableExecutions(flow, 'stock').filter((one) => isStep(one, 'stock'));
  return (steps.find(isLinksOnly) ?? steps[0])?.id ?? null;
}
