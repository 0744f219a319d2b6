/** Whether a flow has a level of authentication below that of its step. */
import { expect, test } from 'vitest';
import type { Execution } from '../../../../provider-scripts/src/platform/keycloak/execution.ts';
import { hasLowerLevel } from '../../../../provider-scripts/src/realm/levels/flow-levels.ts';
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
