/** Reading a flow from an export, where Keycloak's own list rejects it. */
import { expect, test } from 'vitest';
import { executionsIn } from '../../../scripts/admin/executions.ts';

const REALM = {
  authenticationFlows: [
    {
      alias: 'sign-in',
      topLevel: true,
      authenticationExecutions: [
        { priority: 20, requirement: 'ALTERNATIVE', authenticatorFlow: true, flowAlias: 'forms' },
        { priority: 10, requirement: 'ALTERNATIVE', authenticator: 'auth-cookie' },
        { priority: 30, requirement: 'DISABLED', authenticator: 'gone' },
      ],
    },
    {
      alias: 'forms',
      topLevel: false,
      authenticationExecutions: [
        {
          priority: 1,
          requirement: 'REQUIRED',
          authenticator: 'linkgate-email',
          authenticatorConfig: 'ours',
        },
      ],
    },
  ],
  authenticatorConfig: [{ id: 'c', alias: 'ours', config: {} }],
};

test('lists a flow in its order, each sub-flow followed by its executions, with settings', () => {
  expect(executionsIn(REALM, 'sign-in')).toEqual([
    { level: 0, requirement: 'ALTERNATIVE', providerId: 'auth-cookie' },
    { level: 0, requirement: 'ALTERNATIVE', authenticationFlow: true, displayName: 'forms' },
    { level: 1, requirement: 'REQUIRED', providerId: 'linkgate-email', authenticationConfig: 'c' },
    { level: 0, requirement: 'DISABLED', providerId: 'gone' },
  ]);
});

test('an exported realm without the flow doesn’t know it', () => {
  expect(executionsIn(REALM, 'gone')).toBeUndefined();
});
