/** How many steps a flow requires, and whether it leads to identity providers. */
import { expect, test } from 'vitest';
import {
  maxRequiredSteps,
  offersProviders,
  type Step,
} from '../../../../provider-scripts/src/realm/flow/flow-steps.ts';

function step(requirement: string, authenticator = 'step', isCondition = false): Step {
  return {
    requirement,
    authenticator,
    isCondition,
    offersProviders: authenticator === 'providers',
    parts: null,
  };
}

function subFlow(requirement: string, ...parts: Step[]): Step {
  return { ...step(requirement), authenticator: null, parts };
}

test.each<[string, number, Step[]]>([
  ['no step', 0, []],
  ['one step', 1, [step('REQUIRED')]],
  ['two steps', 2, [step('REQUIRED'), step('REQUIRED')]],
  ['a disabled one beside it', 1, [step('REQUIRED'), step('DISABLED')]],
  ['alternatives', 1, [step('ALTERNATIVE'), step('ALTERNATIVE')]],
  [
    'the longer one of two alternatives',
    2,
    [step('ALTERNATIVE'), subFlow('ALTERNATIVE', step('REQUIRED'), step('REQUIRED'))],
  ],
  [
    'no alternative beside a required one',
    1,
    [step('REQUIRED'), subFlow('ALTERNATIVE', step('REQUIRED'), step('REQUIRED'))],
  ],
  [
    'a conditional one, whose condition is none',
    2,
    [step('REQUIRED'), subFlow('CONDITIONAL', step('REQUIRED', 'if', true), step('REQUIRED'))],
  ],
  [
    'none that needs no user',
    1,
    [step('REQUIRED', 'auth-cookie'), step('REQUIRED', 'allow-access-authenticator'), step('REQUIRED')],
  ],
])('a flow with %s requires at most %i', (_, steps, flow) => {
  expect(maxRequiredSteps(flow)).toBe(steps);
});

test.each<[string, boolean, Step[]]>([
  ['such a step', true, [step('ALTERNATIVE', 'providers')]],
  ['one in a sub-flow', true, [subFlow('REQUIRED', step('REQUIRED'), step('ALTERNATIVE', 'providers'))]],
  ['a disabled one', false, [step('DISABLED', 'providers')]],
  ['one in a disabled sub-flow', false, [subFlow('DISABLED', step('REQUIRED', 'providers'))]],
  ['none', false, [step('REQUIRED')]],
])('a flow with %s leads to providers: %s', (_, expected, flow) => {
  expect(offersProviders(flow)).toBe(expected);
});
