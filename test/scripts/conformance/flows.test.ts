/** What the conformance command finds in a sign-in flow. */
import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../scripts/conformance/probe/configuration.ts';
import { problemsOfFlow } from '../../../scripts/conformance/probe/flows.ts';

/** An execution as the Admin API lists it: a flat list with levels. */
type Listed = [level: number, requirement: string, providerId: string];

async function problems(...listed: Listed[]): Promise<string[]> {
  const executions = listed.map(([level, requirement, providerId], index) => ({
    id: String(index),
    level,
    requirement,
    ...(providerId === 'flow' ? { authenticationFlow: true } : { providerId }),
  }));
  const client = { authenticationManagement: { getExecutions: async () => executions } };
  const configuration = {
    admin: { client, realm: 'acme' },
    once: async (_: string, work: () => Promise<unknown>) => await work(),
  } as unknown as Configuration;
  return await problemsOfFlow(configuration, 'bound');
}

const NONE = [
  'flow bound: no enabled step linkgate-email that a sign-in can reach: no user gets a link, and no link works',
];

describe('a flow that signs in by links', () => {
  test.each<[string, Listed[]]>([
    ['has the step alone', [[0, 'REQUIRED', 'linkgate-email']]],
    [
      'has a session and providers beside it',
      [
        [0, 'ALTERNATIVE', 'auth-cookie'],
        [0, 'ALTERNATIVE', 'identity-provider-redirector'],
        [0, 'ALTERNATIVE', 'flow'],
        [1, 'REQUIRED', 'linkgate-email'],
      ],
    ],
    [
      'requires further steps after it, by levels',
      [
        [0, 'CONDITIONAL', 'flow'],
        [1, 'REQUIRED', 'conditional-level-of-authentication'],
        [1, 'REQUIRED', 'linkgate-email'],
        [0, 'CONDITIONAL', 'flow'],
        [1, 'REQUIRED', 'conditional-level-of-authentication'],
        [1, 'REQUIRED', 'auth-otp-form'],
      ],
    ],
    [
      'has a password in a disabled sub-flow',
      [
        [0, 'REQUIRED', 'linkgate-email'],
        [0, 'DISABLED', 'flow'],
        [1, 'REQUIRED', 'auth-username-password-form'],
      ],
    ],
  ])('%s', async (_, listed) => {
    expect(await problems(...listed)).toEqual([]);
  });
});

describe('a flow without links', () => {
  test.each<[string, Listed[]]>([
    ['has nothing', []],
    ['has a password', [[0, 'REQUIRED', 'auth-username-password-form']]],
    ['has the step disabled', [[0, 'DISABLED', 'linkgate-email']]],
    [
      'has the step below a disabled sub-flow',
      [
        [0, 'DISABLED', 'flow'],
        [1, 'REQUIRED', 'flow'],
        [2, 'REQUIRED', 'linkgate-email'],
      ],
    ],
    [
      'denies access to all users',
      [
        [0, 'REQUIRED', 'flow'],
        [1, 'REQUIRED', 'deny-access-authenticator'],
        [0, 'REQUIRED', 'linkgate-email'],
      ],
    ],
    [
      'prompts for a one-time password first',
      [
        [0, 'REQUIRED', 'auth-otp-form'],
        [0, 'REQUIRED', 'linkgate-email'],
      ],
    ],
  ])('%s', async (_, listed) => {
    expect(await problems(...listed)).toEqual(NONE);
  });
});

describe('a flow with other authentication methods', () => {
  test('names a password beside the link', async () => {
    const found = await problems(
      [0, 'ALTERNATIVE', 'auth-username-password-form'],
      [0, 'ALTERNATIVE', 'flow'],
      [1, 'REQUIRED', 'linkgate-email'],
    );
    expect(found).toEqual(['flow bound: auth-username-password-form signs users in without a link']);
  });

  test('names an unknown way', async () => {
    const found = await problems([0, 'ALTERNATIVE', 'some-token'], [0, 'ALTERNATIVE', 'linkgate-email']);
    expect(found).toEqual(['flow bound: a sign-in can end without a link']);
  });
});
