/** A flow as a tree of its executions, and how it is shown to users. */

import type ExecutionInfo from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';

import { STEP_IDS } from '../../provider-scripts/src/realm/flow/step-ids.ts';

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

/** The ids of all authenticators, also disabled ones. */
export function authenticatorsIn(parts: readonly Part[]): string[] {
  return parts.flatMap(({ name, parts: below }) => (below === undefined ? [name] : authenticatorsIn(below)));
}

/** The id of the first of Linkgate's steps in the flow, even disabled; undefined if it has none besides `others`. */
export function stepIn(parts: readonly Part[], others: readonly string[] = []): string | undefined {
  for (const { name, parts: below } of parts) {
    const isStep = STEP_IDS.includes(name) && !others.includes(name);
    const found = below === undefined ? (isStep ? name : undefined) : stepIn(below, others);
    if (found !== undefined) return found;
  }
  return undefined;
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

/** The lines of two trees as one text, in the manner of a diff, with as many lines in common as possible. */
export function treeDiff(before: readonly string[], after: readonly string[]): string[] {
  const height = after.length + 1;
  // For each line of both, how many lines the rests from there have in common.
  const common = new Array<number>((before.length + 1) * height).fill(0);
  const at = (left: number, right: number) => common[left * height + right] ?? 0;
  for (let left = before.length - 1; left >= 0; left--)
    for (let right = after.length - 1; right >= 0; right--)
      common[left * height + right] =
        before[left] === after[right]
          ? at(left + 1, right + 1) + 1
          : Math.max(at(left + 1, right), at(left, right + 1));
  const lines: string[] = [];
  let right = 0;
  for (const [left, line] of before.entries()) {
    while (right < after.length && line !== after[right] && at(left, right + 1) > at(left + 1, right))
      lines.push(`+ ${after[right++]}`);
    const isCommon = line === after[right];
    lines.push(`${isCommon ? ' ' : '-'} ${line}`);
    if (isCommon) right += 1;
  }
  return [...lines, ...after.slice(right).map((line) => `+ ${line}`)];
}
