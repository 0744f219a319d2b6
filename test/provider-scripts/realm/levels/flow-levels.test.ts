/** Whether a flow has a level of authentication below that of its step. */
import { expect, test } from 'vitest';
import type { Execution } from '../../../../provider-scripts/src/platform/keycloak/execution.ts';
import {
  hasLowerLevel,
  isReachedFromStart,
  levelConditionsAround,
} from '../../../../provider-scripts/src/realm/levels/flow-levels.ts';
import { authenticator, subFlow } from '../../../support/flow-tree.ts';

/** A flow: its conditions' levels, the step, and its sub-flows. */
type Flow = readonly (number | 'step' | 'disabled level 1' | Flow)[];

function executions(flow: Flow): Execution[] {
  return flow.map((part) => {
    if (part === 'step') return authenticator('REQUIRED', 'step');
    if (typeof part === 'object') return subFlow('CONDITIONAL', '', executions(part));
    const isDisabled = part === 'disabled level 1';
    return authenticator(isDisabled ? 'DISABLED' : 'REQUIRED', 'conditional-level-of-authentication', {
      isCondition: true,
      config: { 'loa-condition-level': isDisabled ? '1' : String(part) },
    });
  });
}

test.each<[string, Flow, boolean]>([
  ['a flow without levels', ['step'], false],
  ['the only level', [[1, 'step']], false],
  ['the lowest level', [[[1, 'step'], [2]]], false],
  ['the second level', [[[1], [2, 'step']]], true],
  ['a sub-flow of the second level', [[1], [2, ['step']]], true],
  ['the second level above a disabled one', [['disabled level 1'], [2, 'step']], false],
  ['a flow beside levels', ['step', [[1], [2]]], false],
  ['no flow at all', [[[1], [2]]], false],
])('has a lower level beside a step in %s', (_, flow, expected) => {
  expect(hasLowerLevel(executions(flow), 'step')).toBe(expected);
});

const role = authenticator('REQUIRED', 'conditional-user-role', { isCondition: true });
const own = authenticator('ALTERNATIVE', 'step');
const [levelOne, levelTwo] = executions([1, 2]) as [Execution, Execution];

test.each<[string, Execution[], boolean, number]>([
  ['alone', [own], false, 0],
  ['in a sub-flow', [subFlow('ALTERNATIVE', '', [own])], false, 0],
  ['beside a condition for another sub-flow', [subFlow('CONDITIONAL', '', [role]), own], false, 0],
  [
    'under a condition that is disabled',
    [subFlow('CONDITIONAL', '', [{ ...role, requirement: 'DISABLED' }, own])],
    false,
    0,
  ],
  ['under a role', [subFlow('CONDITIONAL', '', [role, own])], true, 0],
  [
    'in a sub-flow under a role',
    [subFlow('CONDITIONAL', '', [role, subFlow('REQUIRED', '', [own])])],
    true,
    0,
  ],
  ['under a sub-flow with a condition that isn’t asked', [subFlow('REQUIRED', '', [role, own])], false, 0],
  ['under the lowest level', [subFlow('CONDITIONAL', '', [levelOne, own])], false, 1],
  ['under the lowest level and a role', [subFlow('CONDITIONAL', '', [levelOne, role, own])], true, 1],
  [
    'under a higher level',
    [subFlow('CONDITIONAL', '', [levelOne]), subFlow('CONDITIONAL', '', [levelTwo, own])],
    true,
    1,
  ],
])('a step %s is reached from the flow’s start only: %s', (_, flow, isFromStart, levels) => {
  expect(isReachedFromStart(flow, 'step')).toBe(isFromStart);
  expect(levelConditionsAround(flow, 'step').length).toBe(levels);
});
