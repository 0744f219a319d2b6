/** The tree of a flow: what it has, requires or grants are pure functions over it. */

/** An execution of a flow, as it is stored: an authenticator, or a sub-flow with its own executions. */
export interface StoredExecution {
  readonly id: string;
  readonly requirement: 'REQUIRED' | 'ALTERNATIVE' | 'CONDITIONAL' | 'DISABLED';
  /** The authenticator's id; null for a sub-flow. */
  readonly authenticator: string | null;
  /** The id of its configuration; null if it has none. */
  readonly configId: string | null;
  /** Its configuration; empty for none. */
  readonly config: Readonly<Record<string, string>>;
  /** The sub-flow's name; null for an authenticator. */
  readonly alias: string | null;
  /** The sub-flow's executions; null for an authenticator. */
  readonly parts: readonly StoredExecution[] | null;
}

/** An execution with what only its authenticator knows. */
export interface Execution extends StoredExecution {
  /** Whether it is a condition of its sub-flow. */
  readonly isCondition: boolean;
  /** Whether it fails if no earlier execution has identified the user. */
  readonly requiresUser: boolean;
  readonly parts: readonly Execution[] | null;
}

/** Without the disabled ones. */
export function enabledIn<T extends { readonly requirement: string }>(flow: readonly T[]): T[] {
  return flow.filter(({ requirement }) => requirement !== 'DISABLED');
}

/**
 * The parts of a flow that Keycloak runs in order, and those of which one suffices, without its conditions. Beside the former it ignores the
 * latter.
 */
export function partsOf<T extends { readonly requirement: string; readonly isCondition: boolean }>(
  flow: readonly T[],
): { required: T[]; alternatives: T[] } {
  const parts = enabledIn(flow).filter(({ isCondition }) => !isCondition);
  return {
    required: parts.filter(({ requirement }) => requirement !== 'ALTERNATIVE'),
    alternatives: parts.filter(({ requirement }) => requirement === 'ALTERNATIVE'),
  };
}
