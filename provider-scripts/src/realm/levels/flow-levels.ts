/** Levels of authentication of a flow with the step: Keycloak takes the one that was completed last as the reached one. */
import { type Execution, enabledIn } from '../../platform/keycloak/execution.ts';
import { LEVEL_CONDITION, levelsOf } from './granted.ts';

/** Whether a flow has a level below that of the step, whose execution has this id: in a new tab it has to be reached first. */
export function hasLowerLevel(flow: readonly Execution[], stepId: string): boolean {
  const own = Math.max(...levelsAround(flow, stepId));
  return allLevels(flow).some((level) => level < own);
}

/**
 * Whether only a flow itself can find out if an execution runs: it is in a sub-flow with a condition that depends on more than levels, or above the
 * lowest level.
 */
export function isReachedFromStart(flow: readonly Execution[], id: string): boolean {
  return hasLowerLevel(flow, id) || conditionsAround(flow, id).some((one) => !isLevel(one));
}

/** The ids of the conditions of levels that an execution is under. */
export function levelConditionsAround(flow: readonly Execution[], id: string): string[] {
  return conditionsAround(flow, id)
    .filter(isLevel)
    .map((one) => one.id);
}

function isLevel({ authenticator }: Execution): boolean {
  return authenticator === LEVEL_CONDITION;
}

/** The enabled conditions of the conditional sub-flows that an execution is in. */
function conditionsAround(flow: readonly Execution[], id: string): Execution[] {
  const at = flow.find(({ parts }) => contains(parts ?? [], id));
  if (at === undefined) return [];
  const parts = at.parts ?? [];
  const own =
    at.requirement === 'CONDITIONAL' ? enabledIn(parts).filter(({ isCondition }) => isCondition) : [];
  return [...own, ...conditionsAround(parts, id)];
}

/** The levels of a flow and of the sub-flows in it that an execution is in; none if it isn't in the flow. */
function levelsAround(flow: readonly Execution[], id: string): number[] {
  const at = flow.find((one) => one.id === id || contains(one.parts ?? [], id));
  return at === undefined ? [] : [...levelsOf(flow), ...levelsAround(at.parts ?? [], id)];
}

function contains(flow: readonly Execution[], id: string): boolean {
  return flow.some((one) => one.id === id || contains(one.parts ?? [], id));
}

function allLevels(flow: readonly Execution[]): number[] {
  const levels = levelsOf(flow);
  for (const { parts } of enabledIn(flow)) levels.push(...allLevels(parts ?? []));
  return levels;
}
