/** A flow as a tree of its executions, and how it is shown to users. */

import type ExecutionInfo from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';

export type Requirement = 'REQUIRED' | 'ALTERNATIVE' | 'CONDITIONAL' | 'DISABLED';

/** An execution of a flow: an authenticator, or a sub-flow with its own executions. */
export interface Part {
  /** The execution's id; missing if it doesn't exist yet. */
  readonly id?: string;
  /** The authenticator's id, or the sub-flow's alias. */
  readonly name: string;
  readonly requirement: Requirement;
  /** The id of the authenticator's settings, if it has some. */
  readonly configId?: string;
  /** The executions of a sub-flow; missing for an authenticator. */
  readonly parts?: readonly Part[];
}

/** The place of an execution: its position in the flow, then in each sub-flow. */
export type Path = readonly number[];

/** Builds the tree from the admin API's list, in which sub-flows are followed by their executions, one level deeper. */
export function treeOf(executions: readonly ExecutionInfo[], level = 0): Part[] {
  const starts = executions.flatMap((execution, at) => (execution.level === level ? [at] : []));
  return starts.map((start, place) => {
    const { id, displayName = '', providerId = '', requirement, ...execution } = executions[start] ?? {};
    const below = executions.slice(start + 1, starts[place + 1]);
    const isFlow = execution.authenticationFlow === true;
    return {
      ...(id !== undefined && { id }),
      name: isFlow ? displayName : providerId,
      requirement: requirement as Requirement,
      ...(execution.authenticationConfig !== undefined && { configId: execution.authenticationConfig }),
      ...(isFlow && { parts: treeOf(below, level + 1) }),
    };
  });
}

/** The enabled authenticators with their places; what is in a disabled sub-flow isn't enabled. */
export function enabledAuthenticators(
  parts: readonly Part[],
  above: Path = [],
): { part: Part; path: Path }[] {
  return parts.flatMap((part, position) => {
    const path = [...above, position];
    if (part.requirement === 'DISABLED') return [];
    return part.parts === undefined ? [{ part, path }] : enabledAuthenticators(part.parts, path);
  });
}

/** Whether the authenticator is anywhere in the flow, even disabled. */
export function hasAuthenticator(parts: readonly Part[], authenticator: string): boolean {
  return parts.some((part) =>
    part.parts === undefined ? part.name === authenticator : hasAuthenticator(part.parts, authenticator),
  );
}

/** Replaces the execution at a path by others. */
export function replaceAt(
  parts: readonly Part[],
  [position = 0, ...below]: Path,
  replace: (part: Part) => readonly Part[],
): Part[] {
  return parts.flatMap((part, at) => {
    if (at !== position) return [part];
    if (below.length === 0) return [...replace(part)];
    return [{ ...part, parts: replaceAt(part.parts ?? [], below, replace) }];
  });
}

/** The tree as lines, without ids. */
export function linesOf(parts: readonly Part[], indent = ''): string[] {
  return parts.flatMap(({ name, requirement, parts: below }) => [
    `${indent}${name}: ${requirement}`,
    ...linesOf(below ?? [], `${indent}  `),
  ]);
}

/** The lines of two trees as one text, in the manner of a diff. */
export function treeDiff(before: readonly string[], after: readonly string[]): string[] {
  const [line, ...rest] = before;
  const [other, ...others] = after;
  if (line === undefined) return after.map((one) => `+ ${one}`);
  if (other === undefined) return before.map((one) => `- ${one}`);
  if (line === other) return [`  ${line}`, ...treeDiff(rest, others)];
  // The step and its sub-flow are new; any other line of a flow that isn't the same was removed.
  return before.includes(other)
    ? [`- ${line}`, ...treeDiff(rest, after)]
    : [`+ ${other}`, ...treeDiff(before, others)];
}
