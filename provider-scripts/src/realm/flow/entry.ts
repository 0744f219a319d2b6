/** Where a link that no page requested enters a client's flow, and whether it can end at the client's own page. */
import { type AdminRejection, adminRejection } from '../../platform/errors/problem.ts';
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

/** Keycloak's step that finds the session of the browser. */
const COOKIE = 'auth-cookie';

/** Why a sign-in by a flow can't end at the client's own page: the client's request would not find its session. Null if it can. */
export function rejectWithoutCookie(flow: readonly Execution[]): AdminRejection | null {
  const hasCookie = reachableExecutions(flow, 'stock').some(({ authenticator }) => authenticator === COOKIE);
  return hasCookie ? null : adminRejection('flow_without_cookie');
}
