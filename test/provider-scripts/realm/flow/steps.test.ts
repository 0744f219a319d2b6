/** Which sign-in steps a flow can reach. */
import { describe, expect, test } from 'vitest';
import type { Execution } from '../../../../provider-scripts/src/platform/keycloak/execution.ts';
import {
  EMAIL_AUTHENTICATOR,
  STEP_AUTHENTICATOR,
} from '../../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import {
  beginsWithStep,
  enabledSteps,
  hasStep,
  isWholeFlow,
  reachableExecutions,
} from '../../../../provider-scripts/src/realm/flow/steps.ts';
import * as tree from '../../../support/flow-tree.ts';

type Requirement = Execution['requirement'];

function step(requirement: Requirement, id = 'link'): Execution {
  return tree.authenticator(requirement, id);
}

const deny = (requirement: Requirement) => step(requirement, 'deny-access-authenticator');
const allow = (requirement: Requirement) => step(requirement, 'allow-access-authenticator');
const password = (requirement: Requirement) => step(requirement, 'password');

function oneTimePassword(requirement: Requirement): Execution {
  return { ...step(requirement, 'otp'), requiresUser: true };
}

function condition(requirement: Requirement = 'REQUIRED'): Execution {
  return { ...step(requirement, 'condition'), isCondition: true };
}

function subFlow(requirement: Requirement, ...parts: Execution[]): Execution {
  return tree.subFlow(requirement, 'sub-flow', parts);
}

function reached(...flow: Execution[]): string[] {
  return reachableExecutions(flow, 'linkgate').map(({ id }) => id);
}

describe('a flow that begins with the sign-in step', () => {
  const link = (requirement: Requirement) => step(requirement, 'linkgate-email');
  test.each<[string, Execution[], boolean]>([
    ['nothing else', [link('REQUIRED')], true],
    ['another one after it', [link('REQUIRED'), step('REQUIRED', 'profile')], true],
    ['a disabled one before it', [step('DISABLED', 'profile'), link('REQUIRED')], true],
    ['another one before it', [step('REQUIRED', 'profile'), link('REQUIRED')], false],
    ['an alternative', [link('ALTERNATIVE'), step('ALTERNATIVE', 'profile')], false],
    ['a disabled step', [link('DISABLED')], false],
    ['none', [], false],
  ])('has %s: %s', (_, flow, expected) => {
    expect(beginsWithStep(flow, 'linkgate')).toBe(expected);
  });
});

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
    ['before an alternative that denies access', [step('ALTERNATIVE'), deny('ALTERNATIVE')]],
    ['beside a disabled denial', [deny('DISABLED'), step('REQUIRED')]],
    [
      'behind a denial under a condition',
      [subFlow('CONDITIONAL', condition(), deny('REQUIRED')), step('REQUIRED')],
    ],
    ['before one that needs its user', [step('REQUIRED'), oneTimePassword('REQUIRED')]],
    [
      'behind others that know the user',
      [password('REQUIRED'), oneTimePassword('REQUIRED'), step('REQUIRED')],
    ],
    [
      'behind a sub-flow that knows the user',
      [
        subFlow('REQUIRED', step('ALTERNATIVE', 'cookie'), password('ALTERNATIVE')),
        oneTimePassword('REQUIRED'),
        step('REQUIRED'),
      ],
    ],
    ['behind an alternative that needs a user', [oneTimePassword('ALTERNATIVE'), step('ALTERNATIVE')]],
    ['before an alternative that lets every user pass', [step('ALTERNATIVE'), allow('ALTERNATIVE')]],
    ['behind one that lets every user pass', [allow('REQUIRED'), step('REQUIRED')]],
    [
      'behind an alternative that not every user passes',
      [subFlow('ALTERNATIVE', allow('REQUIRED'), password('REQUIRED')), step('ALTERNATIVE')],
    ],
    ['behind an empty alternative', [subFlow('ALTERNATIVE'), step('ALTERNATIVE')]],
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
    ['behind a required denial', [deny('REQUIRED'), step('REQUIRED')]],
    ['before a required denial', [step('REQUIRED'), password('REQUIRED'), deny('REQUIRED')]],
    ['behind an alternative that denies access', [deny('ALTERNATIVE'), step('ALTERNATIVE')]],
    [
      'behind a sub-flow that denies access',
      [subFlow('REQUIRED', password('REQUIRED'), deny('REQUIRED')), step('REQUIRED')],
    ],
    ['before a sub-flow that denies access', [step('REQUIRED'), subFlow('REQUIRED', deny('ALTERNATIVE'))]],
    [
      'behind an alternative sub-flow that denies access',
      [subFlow('ALTERNATIVE', deny('REQUIRED')), subFlow('ALTERNATIVE', step('REQUIRED'))],
    ],
    [
      'in a sub-flow that denies access',
      [subFlow('ALTERNATIVE', step('REQUIRED'), deny('REQUIRED')), password('ALTERNATIVE')],
    ],
    [
      'in a conditional sub-flow that denies access',
      [subFlow('CONDITIONAL', condition(), step('REQUIRED'), deny('REQUIRED'))],
    ],
    ['behind an alternative that lets every user pass', [allow('ALTERNATIVE'), step('ALTERNATIVE')]],
    [
      'behind an alternative sub-flow that lets every user pass',
      [subFlow('ALTERNATIVE', allow('REQUIRED'), allow('REQUIRED')), step('ALTERNATIVE')],
    ],
    [
      'behind one that lets every user pass and needs a user then',
      [allow('REQUIRED'), oneTimePassword('REQUIRED'), step('REQUIRED')],
    ],
    ['behind one that needs a user', [oneTimePassword('REQUIRED'), step('REQUIRED')]],
    [
      'behind a sub-flow that needs a user',
      [subFlow('REQUIRED', oneTimePassword('ALTERNATIVE')), step('REQUIRED')],
    ],
    ['behind an empty sub-flow', [subFlow('REQUIRED'), step('REQUIRED')]],
    ['before an empty sub-flow', [step('REQUIRED'), subFlow('REQUIRED', password('DISABLED'))]],
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

describe('a flow that requires only the link', () => {
  const link = (requirement: Requirement) => step(requirement, EMAIL_AUTHENTICATOR);
  const subFlow = (requirement: Requirement, executions: Execution[]) =>
    tree.subFlow(requirement, 'sub-flow', executions);

  test('may have alternatives, disabled steps, and sub-flows of such', () => {
    const cookie = step('ALTERNATIVE', 'auth-cookie');
    expect(isWholeFlow([link('REQUIRED')], 'linkgate')).toBe(true);
    expect(isWholeFlow([cookie, link('ALTERNATIVE'), oneTimePassword('DISABLED')], 'linkgate')).toBe(true);
    expect(
      isWholeFlow([cookie, subFlow('ALTERNATIVE', [link('REQUIRED'), password('DISABLED')])], 'linkgate'),
    ).toBe(true);
  });

  test('has no other step that is required or conditional, at any depth', () => {
    expect(isWholeFlow([link('REQUIRED'), password('REQUIRED')], 'linkgate')).toBe(false);
    const second = subFlow('CONDITIONAL', [condition(), oneTimePassword('REQUIRED')]);
    expect(isWholeFlow([link('REQUIRED'), second], 'linkgate')).toBe(false);
    expect(isWholeFlow([subFlow('ALTERNATIVE', [link('REQUIRED'), second])], 'linkgate')).toBe(false);
    const either = [oneTimePassword('ALTERNATIVE'), password('ALTERNATIVE')];
    expect(isWholeFlow([link('REQUIRED'), subFlow('REQUIRED', either)], 'linkgate')).toBe(false);
    expect(isWholeFlow([subFlow('REQUIRED', [link('ALTERNATIVE'), ...either])], 'linkgate')).toBe(true);
  });
});

describe.each([
  ['linkgate', EMAIL_AUTHENTICATOR, true],
  ['linkgate', STEP_AUTHENTICATOR, false],
  ['stock', EMAIL_AUTHENTICATOR, true],
  ['stock', STEP_AUTHENTICATOR, true],
] as const)('in a %s realm the step %s', (kind, id, runs) => {
  const ids = (flow: Execution[]) => reachableExecutions(flow, kind).map((one) => one.id);
  test(runs ? 'runs' : 'is skipped', () => {
    const required = [step('REQUIRED', id), password('REQUIRED')];
    expect(enabledSteps(required, kind).map((one) => one.authenticator)).toEqual(runs ? [id] : []);
    expect(hasStep([subFlow('ALTERNATIVE', ...required)], kind)).toBe(runs);
    expect(beginsWithStep(required, kind)).toBe(runs);
    expect(isWholeFlow([step('REQUIRED', id)], kind)).toBe(runs);
    // Keycloak ends a sign-in whose required step was skipped.
    expect(ids(required)).toEqual(runs ? [id, 'password'] : []);
    expect(ids([step('ALTERNATIVE', id), password('ALTERNATIVE')])).toEqual(
      runs ? [id, 'password'] : ['password'],
    );
    expect(ids([subFlow('ALTERNATIVE', ...required), password('ALTERNATIVE')])).toEqual(
      runs ? [id, 'password', 'password'] : ['password'],
    );
  });
});
