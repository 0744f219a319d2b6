/** Finds the problems of a sign-in flow: no link step that a sign-in can reach, or a sign-in that needs no link. */

import type AuthenticationExecutionInfoRepresentation from '@keycloak/keycloak-admin-client/lib/defs/authenticationExecutionInfoRepresentation.js';
import { type Execution, partsOf } from '../../../provider-scripts/src/platform/keycloak/execution.ts';
import { EMAIL_AUTHENTICATOR } from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import {
  flowsOfPolicies,
  type Policy,
  type Profile,
} from '../../../provider-scripts/src/realm/flow/policies.ts';
import { isStep } from '../../../provider-scripts/src/realm/flow/step-ids.ts';
import { reachableExecutions } from '../../../provider-scripts/src/realm/flow/steps.ts';
import { listExecutions } from '../../admin/executions.ts';
import type { Configuration } from './configuration.ts';
import { NotApplicable } from './fault.ts';

/** Authenticators that sign in a user who has no session, without a link. */
const OTHER_AUTHENTICATORS: readonly string[] = [
  'auth-password-form',
  'auth-spnego',
  'auth-username-form',
  'auth-username-password-form',
  'webauthn-authenticator-passwordless',
];

/** The admin API doesn't show which authenticators are conditions: all of Keycloak's have such an ID, and others usually do. */
const CONDITION = /condition/i;

/** Keycloak's authenticators that require a known user, which the admin API doesn't show either. */
const USER_REQUIRED: readonly string[] = [
  'auth-otp-form',
  'auth-password-form',
  'auth-recovery-authn-code-form',
  'webauthn-authenticator',
  'webauthn-authenticator-passwordless',
];

/** A flow's tree by its alias, without configurations; empty for an empty alias. */
export async function executionsOf(
  configuration: Configuration,
  alias: string,
): Promise<readonly Execution[]> {
  if (alias === '') return [];
  const tree = await readFlow(configuration, alias);
  if (tree === undefined) throw new NotApplicable(`flow ${alias}: ${UNREADABLE}`);
  return tree;
}

/** Why a flow isn't known. */
export const UNREADABLE = 'names a missing provider; only the role manage-realm shows such a flow';

/** A flow's tree; undefined if the credentials can't read it, since it names a missing provider. */
export async function readFlow(
  configuration: Configuration,
  alias: string,
): Promise<readonly Execution[] | undefined> {
  return await configuration.once(`flow ${alias}`, async () => {
    const executions = await listExecutions(configuration.admin, alias);
    return executions && treeOf(executions);
  });
}

/** Builds the tree from a list in which each execution is followed by its children. */
function treeOf(list: readonly AuthenticationExecutionInfoRepresentation[]): Execution[] {
  const levels: Execution[][] = [[]];
  for (const { level = 0, id, requirement, providerId, authenticationConfig, ...rest } of list) {
    const isFlow = rest.authenticationFlow === true;
    const execution = {
      id: id ?? '',
      requirement: requirement as Execution['requirement'],
      authenticator: isFlow ? null : (providerId ?? null),
      configId: authenticationConfig ?? null,
      config: {},
      isCondition: !isFlow && CONDITION.test(providerId ?? ''),
      requiresUser: !isFlow && USER_REQUIRED.includes(providerId ?? ''),
      alias: isFlow ? (rest.displayName ?? '') : null,
      parts: isFlow ? ([] as Execution[]) : null,
    };
    levels.length = level + 1;
    levels[level]?.push(execution);
    if (execution.parts !== null) levels.push(execution.parts);
  }
  return levels[0] ?? [];
}

/** The aliases of the flows that enabled client policies choose, the realm's policies and the global ones. */
export async function clientPolicyFlows({ admin: { client, realm } }: Configuration): Promise<string[]> {
  const [policies, profiles] = await Promise.all([
    client.clientPolicies.listPolicies({ realm, includeGlobalPolicies: true }),
    client.clientPolicies.listProfiles({ realm, includeGlobalProfiles: true }),
  ]);
  const flows = flowsOfPolicies(
    [...(policies.policies ?? []), ...(policies.globalPolicies ?? [])] as Policy[],
    [...(profiles.profiles ?? []), ...(profiles.globalProfiles ?? [])] as Profile[],
  );
  return [...new Set(flows.map(({ alias }) => alias))];
}

/** The link steps that a sign-in can reach. */
export function linkSteps(flow: readonly Execution[]): Execution[] {
  return reachableExecutions(flow, 'linkgate').filter((one) => isStep(one, 'linkgate'));
}

/** The problems of a flow bound for sign-in. */
export async function problemsOfFlow(configuration: Configuration, alias: string): Promise<string[]> {
  const flow = await executionsOf(configuration, alias);
  if (linkSteps(flow).length === 0)
    return [
      `flow ${alias}: no enabled step ${EMAIL_AUTHENTICATOR} that a sign-in can reach: no user gets a link, and no link works`,
    ];
  const optional = canEndWithoutLink(flow) ? [`flow ${alias}: a sign-in can end without a link`] : [];
  const others = reachableExecutions(flow, 'linkgate')
    .filter(({ authenticator }) => authenticator !== null && OTHER_AUTHENTICATORS.includes(authenticator))
    .map(({ authenticator }) => `flow ${alias}: ${authenticator} signs users in without a link`);
  return others.length > 0 ? others : optional;
}

/** Authenticators that continue with the signed-in user or send users to an identity provider; none prompts for credentials. */
const NEUTRAL: readonly string[] = ['auth-cookie', 'identity-provider-redirector', 'organization'];

/** Whether a sign-in can complete a flow without a link step, other than by a live session or an identity provider. */
function canEndWithoutLink(flow: readonly Execution[]): boolean {
  const { required, alternatives } = partsOf(flow);
  if (required.length > 0) return required.every(lacksLink);
  const others = alternatives.filter((part) => !isNeutral(part));
  return others.length === 0 || others.some(lacksLink);
}

function lacksLink(part: Execution): boolean {
  return part.parts === null ? !isStep(part, 'linkgate') : canEndWithoutLink(part.parts);
}

function isNeutral({ authenticator, parts }: Execution): boolean {
  return parts === null ? authenticator !== null && NEUTRAL.includes(authenticator) : parts.every(isNeutral);
}
