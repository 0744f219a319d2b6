/** Trees of flows for the pure rules that read them. */
import type { Execution } from '../../provider-scripts/src/platform/keycloak/execution.ts';

/** An authenticator of a flow; what isn't given is as of one without configuration that needs no user. */
export function authenticator(
  requirement: Execution['requirement'],
  id: string,
  others: Partial<Execution> = {},
): Execution {
  return {
    id,
    requirement,
    authenticator: id,
    configId: null,
    config: {},
    isCondition: false,
    requiresUser: false,
    alias: null,
    parts: null,
    ...others,
  };
}

/** A sub-flow of a flow. */
export function subFlow(
  requirement: Execution['requirement'],
  alias: string,
  parts: readonly Execution[],
): Execution {
  return authenticator(requirement, alias, { authenticator: null, alias, parts });
}
