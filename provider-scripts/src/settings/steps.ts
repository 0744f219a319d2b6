/** Which sign-in steps a flow can reach: walks its tree as Keycloak's `DefaultAuthenticationFlow` does. */

/** An execution of a flow, with its own executions if it is a sub-flow. */
export interface Execution {
  id: string;
  requirement: 'REQUIRED' | 'ALTERNATIVE' | 'CONDITIONAL' | 'DISABLED';
  /** The authenticator's id; null for a sub-flow. */
  authenticator: string | null;
  /** The id of its configuration; null for one without. */
  configId: string | null;
  /** Whether it is a condition of the sub-flow that it is in. */
  isCondition: boolean;
  /** What is in the sub-flow; null for an authenticator. */
  inner: readonly Execution[] | null;
}

/**
 * The executions of authenticators that a sign-in may come to, in their order. Not reached are: disabled ones and all that is below them,
 * alternatives beside something required or conditional, and conditional sub-flows without an enabled condition.
 */
export function reachable(flow: readonly Execution[]): Execution[] {
  const enabled = flow.filter(({ requirement }) => requirement !== 'DISABLED');
  const parts = enabled.filter(({ isCondition }) => !isCondition);
  const inOrder = parts.filter(({ requirement }) => requirement !== 'ALTERNATIVE');
  const reached: Execution[] = [];
  for (const execution of inOrder.length > 0 ? inOrder : parts) {
    const { inner, requirement } = execution;
    if (inner === null) reached.push(execution);
    else if (requirement !== 'CONDITIONAL' || hasCondition(inner)) reached.push(...reachable(inner));
  }
  return reached;
}

function hasCondition(flow: readonly Execution[]): boolean {
  return flow.some(({ isCondition, requirement }) => isCondition && requirement !== 'DISABLED');
}
