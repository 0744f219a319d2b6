/** What the conformance command finds about the step's place in a flow of a stock realm. */
import { describe, expect, test } from 'vitest';
import type { Execution } from '../../../provider-scripts/src/platform/keycloak/execution.ts';
import {
  factorsWithoutLink,
  isOnlySecondFactor,
  problemsOfPlaces,
  resetsBeyondMailbox,
} from '../../../scripts/conformance/probe/step-flows.ts';
import { authenticator, subFlow } from '../../support/flow-tree.ts';

const LINK = 'linkgate-email';
const PASSWORD = 'auth-username-password-form';
const OTP = 'auth-otp-form';

type Part = readonly [requirement: Execution['requirement'], what: string | readonly Part[]];

function flow(...parts: readonly Part[]): Execution[] {
  return parts.map(([requirement, what]) =>
    typeof what === 'string'
      ? authenticator(requirement, what, {
          isCondition: what === 'conditional-user-configured',
          requiresUser: what === OTP || what === 'auth-password-form',
        })
      : subFlow(requirement, '', flow(...what)),
  );
}

/** Keycloak's own browser flow, with the step in it. */
const browser = (...step: Part[]) =>
  flow(
    ['ALTERNATIVE', 'auth-cookie'],
    ['DISABLED', 'auth-spnego'],
    ['ALTERNATIVE', 'identity-provider-redirector'],
    [
      'ALTERNATIVE',
      [
        [
          'CONDITIONAL',
          [
            ['REQUIRED', 'conditional-user-configured'],
            ['ALTERNATIVE', 'organization'],
          ],
        ],
      ],
    ],
    [
      'ALTERNATIVE',
      [
        ['REQUIRED', PASSWORD],
        [
          'CONDITIONAL',
          [
            ['REQUIRED', 'conditional-user-configured'],
            ['REQUIRED', OTP],
          ],
        ],
      ],
    ],
    ...step,
  );

const problems = (tree: readonly Execution[]) => problemsOfPlaces({ alias: 'f', tree, kinds: ['browser'] });

test('a step for links only that is required is a problem, and as an alternative none', () => {
  const only = 'linkgate-links-only';
  expect(problems(browser(['ALTERNATIVE', only]))).toEqual([]);
  expect(problems(flow(['REQUIRED', only]))).toEqual([
    expect.stringMatching(/^flow f: linkgate-links-only is required, so nobody can sign in/),
  ]);
});

describe('a step can do its work', () => {
  test.each<[string, Execution[]]>([
    ['alone', flow(['REQUIRED', LINK])],
    ['as an alternative beside session, provider, organization and password', browser(['ALTERNATIVE', LINK])],
    [
      'required in an alternative sub-flow',
      browser([
        'ALTERNATIVE',
        [
          ['REQUIRED', LINK],
          ['REQUIRED', OTP],
        ],
      ]),
    ],
    [
      'after a user name form',
      flow(
        ['REQUIRED', 'auth-username-form'],
        [
          'REQUIRED',
          [
            ['ALTERNATIVE', 'auth-password-form'],
            ['ALTERNATIVE', LINK],
          ],
        ],
      ),
    ],
    ['also where another one is disabled', browser(['ALTERNATIVE', LINK], ['DISABLED', LINK])],
  ])('%s', (_, tree) => {
    expect(problems(tree)).toEqual([]);
  });
});

describe('a step can’t', () => {
  test.each<[string, Execution[], string]>([
    [
      'required beside alternatives',
      browser(['REQUIRED', LINK]),
      'flow f: the step is required, so Keycloak ignores the alternatives beside it: auth-cookie, identity-provider-redirector, a sub-flow, a sub-flow',
    ],
    [
      'in a conditional sub-flow beside alternatives',
      flow(
        ['ALTERNATIVE', PASSWORD],
        [
          'CONDITIONAL',
          [
            ['REQUIRED', 'conditional-user-configured'],
            ['REQUIRED', LINK],
          ],
        ],
      ),
      `flow f: the step is required, so Keycloak ignores the alternatives beside it: ${PASSWORD}`,
    ],
    [
      'as an alternative beside a required execution',
      flow(['REQUIRED', PASSWORD], ['ALTERNATIVE', LINK]),
      `flow f: the step is an alternative beside what is required, so it never runs: ${PASSWORD}`,
    ],
    [
      'in a disabled sub-flow',
      browser(['DISABLED', [['REQUIRED', LINK]]]),
      'flow f: the step is in a disabled sub-flow, so it never runs',
    ],
    [
      'after what denies access',
      flow(['ALTERNATIVE', 'deny-access-authenticator'], ['ALTERNATIVE', LINK]),
      'flow f: a sign-in can’t reach the step',
    ],
  ])('%s', (_, tree, problem) => {
    expect(problems(tree)).toEqual([problem]);
  });

  test('without a browser', () => {
    expect(problemsOfPlaces({ alias: 'f', tree: flow(['REQUIRED', LINK]), kinds: ['direct grant'] })).toEqual(
      ['flow f: bound for direct grant, where no page is shown'],
    );
  });
});

describe('a mailbox', () => {
  test.each<[boolean, string, Execution[]]>([
    [true, 'required after a password', flow(['REQUIRED', PASSWORD], ['REQUIRED', LINK])],
    [
      true,
      'beside another second factor',
      flow([
        'ALTERNATIVE',
        [
          ['REQUIRED', PASSWORD],
          [
            'REQUIRED',
            [
              ['ALTERNATIVE', OTP],
              ['ALTERNATIVE', LINK],
            ],
          ],
        ],
      ]),
    ],
    [
      false,
      'before another required factor',
      flow(['REQUIRED', PASSWORD], ['REQUIRED', LINK], ['REQUIRED', OTP]),
    ],
    [false, 'beside a password', browser(['ALTERNATIVE', LINK])],
  ])('is (%s) the only second factor: %s', (expected, _, tree) => {
    expect(isOnlySecondFactor(tree)).toBe(expected);
  });

  test('is not enough to reset a password where a second factor is required for that', () => {
    const reset = flow(['REQUIRED', 'reset-credentials-choose-user'], ['REQUIRED', 'reset-credential-email']);
    expect(resetsBeyondMailbox(reset)).toBe(false);
    expect(resetsBeyondMailbox([...reset, ...flow(['REQUIRED', OTP])])).toBe(true);
  });

  test.each<[string[], string, Execution[]]>([
    [[OTP], 'as an alternative beside password and one-time password', browser(['ALTERNATIVE', LINK])],
    [
      [],
      'followed by the one-time password',
      browser([
        'ALTERNATIVE',
        [
          ['REQUIRED', LINK],
          [
            'CONDITIONAL',
            [
              ['REQUIRED', 'conditional-user-configured'],
              ['REQUIRED', OTP],
            ],
          ],
        ],
      ]),
    ],
    [[], 'in a flow without one', flow(['ALTERNATIVE', PASSWORD], ['ALTERNATIVE', LINK])],
  ])('leaves out %j %s', (expected, _, tree) => {
    expect(factorsWithoutLink(tree)).toEqual(expected);
  });
});
