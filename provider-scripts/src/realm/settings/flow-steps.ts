/** How many steps a sign-in flow requires, and whether it offers identity providers: after one, Keycloak skips the whole flow. */

import type { AuthenticationExecutionModel, KeycloakSession } from 'keycloak';
import { MAX_FLOW_DEPTH } from '../../platform/keycloak/flow-depth.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';

const Authenticator = Java.type('org.keycloak.authentication.Authenticator');
const ConditionalAuthenticator = Java.type(
  'org.keycloak.authentication.authenticators.conditional.ConditionalAuthenticator',
);
const IdentityProviderAuthenticator = Java.type(
  'org.keycloak.authentication.authenticators.browser.IdentityProviderAuthenticator',
);
const PasswordForm = Java.type('org.keycloak.authentication.authenticators.browser.PasswordForm');
const UsernamePasswordForm = Java.type(
  'org.keycloak.authentication.authenticators.browser.UsernamePasswordForm',
);

/** Keycloak's steps that require no user action. */
const SILENT: readonly (string | null)[] = ['auth-cookie', 'allow-access-authenticator'];

/**
 * The maximum number of steps that a flow may require. As in Keycloak, alternatives beside a required or conditional part are ignored,
 * and one of several alternatives is enough.
 */
export function maxRequiredSteps(session: KeycloakSession, flowId: string, depth = 0): number {
  const inOrder: number[] = [0];
  const alternatives: number[] = [0];
  let hasOrder = false;
  for (const execution of enabledIn(session, flowId)) {
    if (isCondition(session, execution)) continue;
    const inner = innerFlow(execution, depth);
    const steps = inner === null ? ownSteps(execution) : maxRequiredSteps(session, inner, depth + 1);
    hasOrder ||= !execution.isAlternative();
    (execution.isAlternative() ? alternatives : inOrder).push(steps);
  }
  return hasOrder ? inOrder.reduce((sum, steps) => sum + steps) : Math.max(...alternatives);
}

/** Whether a flow has a step that leads to identity providers, or whose page lists them: its author lets users sign in from there. */
export function offersProviders(session: KeycloakSession, flowId: string, depth = 0): boolean {
  return enabledIn(session, flowId).some((execution) => {
    const inner = innerFlow(execution, depth);
    return inner === null ? leadsToProviders(session, execution) : offersProviders(session, inner, depth + 1);
  });
}

function enabledIn(session: KeycloakSession, flowId: string): AuthenticationExecutionModel[] {
  const enabled: AuthenticationExecutionModel[] = [];
  for (const execution of requireRealm(session).getAuthenticationExecutionsStream(flowId).toList())
    if (!execution.isDisabled()) enabled.push(execution);
  return enabled;
}

function innerFlow(execution: AuthenticationExecutionModel, depth: number): string | null {
  return execution.isAuthenticatorFlow() && depth < MAX_FLOW_DEPTH ? execution.getFlowId() : null;
}

function ownSteps(execution: AuthenticationExecutionModel): number {
  return SILENT.includes(execution.getAuthenticator()) ? 0 : 1;
}

function isCondition(session: KeycloakSession, execution: AuthenticationExecutionModel): boolean {
  return ConditionalAuthenticator.class.isInstance(authenticatorOf(session, execution));
}

/** Whether a step's page offers providers: Keycloak's username page does, too, and has the same class; its password page doesn't. */
function leadsToProviders(session: KeycloakSession, execution: AuthenticationExecutionModel): boolean {
  const authenticator = authenticatorOf(session, execution);
  if (IdentityProviderAuthenticator.class.isInstance(authenticator)) return true;
  return (
    UsernamePasswordForm.class.isInstance(authenticator) && !PasswordForm.class.isInstance(authenticator)
  );
}

function authenticatorOf(session: KeycloakSession, execution: AuthenticationExecutionModel) {
  const id = execution.getAuthenticator();
  return id === null ? null : session.getProvider(Authenticator.class, id);
}
