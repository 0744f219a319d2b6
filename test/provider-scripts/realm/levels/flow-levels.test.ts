/** Whether a flow has a level of authentication below that of its step. */
import { expect, test } from 'vitest';
import { type Flows, hasLowerLevel } from '../../../../provider-scripts/src/realm/levels/flow-levels.ts';

/** A flow: its conditions' levels, the step, and its sub-flows. */
type Flow = readonly (number | 'step' | 'disabled level 1' | Flow)[];

type Execution =
  ReturnType<Flows['getAuthenticationExecutionsStream']> extends { toList(): Iterable<infer One> }
    ? One
    : never;

/** Whether the flow, which has the step somewhere, has a lower level. */
function isLowerIn(flow: Flow): boolean {
  const flows = new Map<string, Execution[]>();
  const parents = new Map<string, Execution>();
  const configs = new Map<string, string>();
  let step: Execution | undefined;
  const add = (parts: Flow, id: string) => {
    const executions = parts.map((part, place) => {
      const own = `${id}.${place}`;
      const isFlow = typeof part === 'object';
      const execution = {
        getParentFlow: () => id,
        getFlowId: () => (isFlow ? own : null),
        getAuthenticatorConfig: () => own,
        getAuthenticator: () => (part === 'step' ? 'linkgate-email' : 'conditional-level-of-authentication'),
        isDisabled: () => part === 'disabled level 1',
      };
      configs.set(own, part === 'disabled level 1' ? '1' : String(part));
      if (part === 'step') step = execution;
      if (isFlow) {
        parents.set(own, execution);
        add(part, own);
      }
      return execution;
    });
    flows.set(id, executions);
  };
  add(flow, 'top');
  const realm: Flows = {
    getAuthenticationExecutionsStream: (id: string) => ({ toList: () => flows.get(id) ?? [] }),
    getAuthenticationExecutionByFlowId: (id: string) => parents.get(id) ?? null,
    getAuthenticatorConfigById: (id: string) => ({
      getConfig: () => new Map([['loa-condition-level', configs.get(id)]]),
    }),
  };
  if (step === undefined) throw new Error('no step');
  return hasLowerLevel(realm, step);
}

test('ends in a flow that contains itself', () => {
  const inner = {
    getParentFlow: () => 'top',
    getFlowId: () => 'top',
    getAuthenticatorConfig: () => null,
    getAuthenticator: () => null,
    isDisabled: () => false,
  };
  const realm: Flows = {
    getAuthenticationExecutionsStream: () => ({ toList: () => [inner] }),
    getAuthenticationExecutionByFlowId: () => inner,
    getAuthenticatorConfigById: () => null,
  };
  expect(hasLowerLevel(realm, inner)).toBe(false);
});

test.each<[string, Flow, boolean]>([
  ['a flow without levels', ['step'], false],
  ['the only level', [[1, 'step']], false],
  ['the lowest level', [[[1, 'step'], [2]]], false],
  ['the second level', [[[1], [2, 'step']]], true],
  ['a sub-flow of the second level', [[1], [2, ['step']]], true],
  ['the second level above a disabled one', [['disabled level 1'], [2, 'step']], false],
  ['a flow beside levels', ['step', [[1], [2]]], false],
])('has a lower level beside a step in %s', (_, flow, expected) => {
  expect(isLowerIn(flow)).toBe(expected);
});
