/** Where the step goes in a flow. */
import { describe, expect, test } from 'vitest';
import {
  findPlacements,
  type Request,
  resetsCredentials,
  withPlacements,
} from '../../../scripts/add-step/placement.ts';
import { linesOf, type Part, type Requirement, treeDiff, treeOf } from '../../../scripts/add-step/tree.ts';

const one = (name: string, requirement: Requirement = 'REQUIRED'): Part => ({ name, requirement });
const flow = (name: string, requirement: Requirement, parts: readonly Part[]): Part => ({
  name,
  requirement,
  parts,
});

const OTP = flow('2FA', 'CONDITIONAL', [one('conditional-user-configured'), one('auth-otp-form')]);
const BROWSER = [
  one('auth-cookie', 'ALTERNATIVE'),
  flow('organization', 'ALTERNATIVE', [one('organization', 'ALTERNATIVE')]),
  flow('forms', 'ALTERNATIVE', [one('auth-username-password-form'), OTP]),
];
const RESET = [one('reset-credentials-choose-user'), one('reset-credential-email'), one('reset-password')];

test('a flow that resets credentials is told from others', () => {
  expect([RESET, BROWSER].map(resetsCredentials)).toEqual([true, false]);
});

const after = (parts: readonly Part[], request: Request) =>
  linesOf(withPlacements(parts, findPlacements('f', parts, request), 'both'));
/** The lines that are new or gone. */
const changed = (parts: readonly Part[], request: Request) =>
  treeDiff(linesOf(parts), after(parts, request)).filter((line) => !line.startsWith('  '));

test('the step as the first way comes before a password form that is an alternative itself', () => {
  const parts = [one('auth-username-password-form', 'ALTERNATIVE')];
  const lines = after(parts, { as: 'first' });
  expect(lines).toEqual(['linkgate-step: ALTERNATIVE', 'auth-username-password-form: ALTERNATIVE']);
});

describe('the step', () => {
  test('as an alternative shares a sub-flow with the password form, before the second factor', () => {
    expect(after(BROWSER, { as: undefined })).toEqual([
      'auth-cookie: ALTERNATIVE',
      'organization: ALTERNATIVE',
      '  organization: ALTERNATIVE',
      'forms: ALTERNATIVE',
      '  both: REQUIRED',
      '    auth-username-password-form: ALTERNATIVE',
      '    linkgate-step: ALTERNATIVE',
      '  2FA: CONDITIONAL',
      '    conditional-user-configured: REQUIRED',
      '    auth-otp-form: REQUIRED',
    ]);
  });

  test.each<[string, readonly Part[], Request, string[]]>([
    [
      'as an alternative follows a password form that is one itself',
      [one('auth-cookie', 'ALTERNATIVE'), one('auth-username-password-form', 'ALTERNATIVE')],
      { as: 'alternative' },
      ['+ linkgate-step: ALTERNATIVE'],
    ],
    [
      'as the first way shares a sub-flow with a password form that was required',
      BROWSER,
      { as: 'first' },
      [
        '-   auth-username-password-form: REQUIRED',
        '+   both: REQUIRED',
        '+     linkgate-step: ALTERNATIVE',
        '+     auth-username-password-form: ALTERNATIVE',
      ],
    ],
    [
      'as the only way takes the place of the password form',
      BROWSER,
      { as: 'required' },
      ['-   auth-username-password-form: REQUIRED', '+   linkgate-step: REQUIRED'],
    ],
    [
      'for links only follows a password form that is an alternative',
      [one('auth-cookie', 'ALTERNATIVE'), one('auth-username-password-form', 'ALTERNATIVE')],
      { as: 'links-only' },
      ['+ linkgate-links-only: ALTERNATIVE'],
    ],
    [
      'for links only is an alternative to a password form that was required',
      BROWSER,
      { as: 'links-only' },
      [
        '-   auth-username-password-form: REQUIRED',
        '+   both: REQUIRED',
        '+     auth-username-password-form: ALTERNATIVE',
        '+     linkgate-links-only: ALTERNATIVE',
      ],
    ],
    [
      'as a second factor follows the password form, before other second factors',
      BROWSER,
      { as: 'second-factor' },
      ['+   linkgate-step: REQUIRED'],
    ],
    [
      'as a second factor shares a sub-flow with a password form that is an alternative',
      [one('auth-cookie', 'ALTERNATIVE'), one('auth-username-password-form', 'ALTERNATIVE')],
      { as: 'second-factor' },
      [
        '- auth-username-password-form: ALTERNATIVE',
        '+ both: ALTERNATIVE',
        '+   auth-username-password-form: REQUIRED',
        '+   linkgate-step: REQUIRED',
      ],
    ],
    [
      'takes the place of the email for a forgotten password',
      RESET,
      { as: undefined },
      ['- reset-credential-email: REQUIRED', '+ linkgate-step: REQUIRED'],
    ],
    [
      'takes the place of each enabled execution of another authenticator, with its requirement',
      [
        one('x-link', 'ALTERNATIVE'),
        flow('sub', 'ALTERNATIVE', [one('x-link')]),
        flow('off', 'DISABLED', [one('x-link')]),
      ],
      { replace: 'x-link' },
      [
        '- x-link: ALTERNATIVE',
        '+ linkgate-step: ALTERNATIVE',
        '-   x-link: REQUIRED',
        '+   linkgate-step: REQUIRED',
      ],
    ],
    [
      'takes the place of the older one',
      [flow('forms', 'REQUIRED', [one('linkgate-email')])],
      { replace: 'linkgate-email' },
      ['-   linkgate-email: REQUIRED', '+   linkgate-step: REQUIRED'],
    ],
  ])('%s', (_, parts, request, lines) => {
    expect(changed(parts, request)).toEqual(lines);
  });

  test.each<[string, readonly Part[], Request, string]>([
    [
      'a flow that has it, even disabled',
      [one('linkgate-step', 'DISABLED')],
      { as: undefined },
      'has the step linkgate-step already',
    ],
    [
      'a flow that has the older one',
      [flow('forms', 'REQUIRED', [one('linkgate-email')])],
      { as: undefined },
      'has the step linkgate-email already',
    ],
    [
      'the place of itself',
      [one('linkgate-step')],
      { replace: 'linkgate-step' },
      'has the step linkgate-step already',
    ],
    [
      'the place of the older one beside itself',
      [one('linkgate-email'), one('linkgate-step')],
      { replace: 'linkgate-email' },
      'has the step linkgate-step already',
    ],
    ['a flow without a password form', [one('auth-cookie')], { as: undefined }, 'no enabled password form'],
    [
      'a flow with a disabled password form only',
      [flow('forms', 'DISABLED', [one('auth-password-form')])],
      { as: 'required' },
      'no enabled password form',
    ],
    [
      'the first place of a flow that asks for the name before the password',
      [one('auth-username-form'), one('auth-password-form')],
      { as: 'first' },
      'another page asks for the name',
    ],
    ['a flow with two password forms', [...BROWSER, ...BROWSER], { as: undefined }, 'several password forms'],
    [
      'an alternative for a forgotten password',
      RESET,
      { as: 'alternative' },
      'in place of reset-credential-email',
    ],
    [
      'an authenticator that the flow lacks',
      BROWSER,
      { replace: 'x-link' },
      'no enabled execution of x-link',
    ],
  ])('doesn’t go into %s', (_, parts, request, message) => {
    expect(() => findPlacements('f', parts, request)).toThrow(message);
  });
});

test('a tree is built from the admin API’s list', () => {
  const info = (level: number, providerId: string, id: string) => ({
    level,
    providerId,
    id,
    requirement: 'REQUIRED',
  });
  const sub = { level: 0, displayName: 'sub', authenticationFlow: true, id: '2', requirement: 'ALTERNATIVE' };
  const config = { ...info(1, 'c', '4'), authenticationConfig: '5' };
  expect(treeOf([info(0, 'a', '1'), sub, info(1, 'b', '3'), config, info(0, 'd', '6')])).toEqual([
    { id: '1', name: 'a', requirement: 'REQUIRED' },
    {
      id: '2',
      name: 'sub',
      requirement: 'ALTERNATIVE',
      parts: [
        { id: '3', name: 'b', requirement: 'REQUIRED' },
        { id: '4', name: 'c', requirement: 'REQUIRED', configId: '5' },
      ],
    },
    { id: '6', name: 'd', requirement: 'REQUIRED' },
  ]);
});
