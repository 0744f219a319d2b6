/** Which sign-in steps a flow can reach. */
import { describe, expect, test } from 'vitest';
import { type Execution, reachable } from '../../../provider-scripts/src/settings/steps.ts';

type Requirement = Execution['requirement'];

function step(requirement: Requirement, id = 'link'): Execution {
  return { id, requirement, authenticator: id, configId: null, isCondition: false, inner: null };
}

function condition(requirement: Requirement = 'REQUIRED'): Execution {
  return { ...step(requirement, 'condition'), isCondition: true };
}

function subFlow(requirement: Requirement, ...inner: Execution[]): Execution {
  return { ...step(requirement, 'sub-flow'), authenticator: null, inner };
}

function reached(...flow: Execution[]): string[] {
  return reachable(flow).map(({ id }) => id);
}

describe('a step is reached', () => {
  test.each<[string, Execution[]]>([
    ['required', [step('REQUIRED')]],
    ['as an alternative', [step('ALTERNATIVE', 'cookie'), step('ALTERNATIVE')]],
    ['in a required sub-flow', [subFlow('REQUIRED', step('REQUIRED'))]],
    ['in an alternative sub-flow', [step('ALTERNATIVE', 'cookie'), subFlow('ALTERNATIVE', step('REQUIRED'))]],
    ['in a conditional sub-flow', [subFlow('CONDITIONAL', condition(), step('REQUIRED'))]],
    ['beside a condition', [condition(), step('ALTERNATIVE')]],
    ['beside something disabled', [step('DISABLED', 'otp'), step('ALTERNATIVE')]],
    [
      'three levels down',
      [subFlow('REQUIRED', subFlow('ALTERNATIVE', subFlow('REQUIRED', step('REQUIRED'))))],
    ],
  ])('%s', (_, flow) => {
    expect(reached(...flow)).toContain('link');
  });
});

describe('a step is not reached', () => {
  test.each<[string, Execution[]]>([
    ['in an empty flow', []],
    ['disabled', [step('DISABLED')]],
    ['in a disabled sub-flow', [subFlow('DISABLED', step('REQUIRED'))]],
    ['below a disabled sub-flow', [subFlow('DISABLED', subFlow('REQUIRED', step('REQUIRED')))]],
    ['in a conditional sub-flow without a condition', [subFlow('CONDITIONAL', step('REQUIRED'))]],
    [
      'in a conditional sub-flow whose condition is disabled',
      [subFlow('CONDITIONAL', condition('DISABLED'), step('REQUIRED'))],
    ],
    ['as an alternative beside something required', [step('REQUIRED', 'password'), step('ALTERNATIVE')]],
    [
      'as an alternative beside a conditional sub-flow',
      [subFlow('CONDITIONAL', condition(), step('REQUIRED', 'otp')), step('ALTERNATIVE')],
    ],
  ])('%s', (_, flow) => {
    expect(reached(...flow)).not.toContain('link');
  });
});

test('every step that is reached is named, in order', () => {
  const flow = [
    subFlow('REQUIRED', step('REQUIRED', 'one')),
    step('DISABLED', 'two'),
    step('REQUIRED', 'three'),
  ];
  expect(reached(...flow)).toEqual(['one', 'three']);
});
