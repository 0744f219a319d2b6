/** Finds out what a sign-in flow requires of people. */

import type AuthenticationExecutionInfoRepresentation from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import { EMAIL_AUTHENTICATOR } from '../../../provider-scripts/src/ids.ts';
import type { Configuration } from './configuration.ts';

type Execution = AuthenticationExecutionInfoRepresentation;

/** Authenticators by which somebody gets in without a link. */
const OTHER_WAYS_IN: readonly string[] = [
  'auth-cookie',
  'auth-password-form',
  'auth-spnego',
  'auth-username-form',
  'auth-username-password-form',
  'identity-provider-redirector',
  'webauthn-authenticator-passwordless',
];

/** The executions of a flow by its alias. */
export async function executionsOf(
  configuration: Configuration,
  alias: string,
): Promise<readonly Execution[]> {
  const { client, realm } = configuration.admin;
  return await configuration.once(`flow ${alias}`, () =>
    client.authenticationManagement.getExecutions({ realm, flow: alias }),
  );
}

/** What is wrong with a flow bound for sign-in. */
export async function problemsOfFlow(configuration: Configuration, alias: string): Promise<string[]> {
  const executions = await executionsOf(configuration, alias);
  const link = executions.find(({ providerId }) => providerId === EMAIL_AUTHENTICATOR);
  if (link?.requirement !== 'REQUIRED')
    return [
      `flow ${alias}: ${EMAIL_AUTHENTICATOR} is ${link?.requirement ?? 'not in it'} instead of REQUIRED`,
    ];
  return executions
    .filter(
      ({ providerId = '', requirement }) => OTHER_WAYS_IN.includes(providerId) && requirement !== 'DISABLED',
    )
    .map(({ providerId }) => `flow ${alias}: ${providerId} lets people in without a link`);
}
