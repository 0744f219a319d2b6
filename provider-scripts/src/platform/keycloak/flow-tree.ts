/** Reads the executions of a realm's flows. */
import type { AuthenticationFlowModel, KeycloakSession, RealmModel } from 'keycloak';
import type { Execution, StoredExecution } from './execution.ts';
import { requireRealm } from './realm.ts';

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

/** Below it, sub-flows count as empty: a flow in itself would go on for ever, and a stack overflow can't be caught. */
const MAX_DEPTH = 10;

/** An execution of which it is known, too, whether it leads to identity providers, or its page lists them. */
export interface ReadExecution extends Execution {
  readonly offersProviders: boolean;
  readonly parts: readonly ReadExecution[] | null;
}

/** The flows of a realm that are in no other. */
export function topLevelFlows(realm: RealmModel): AuthenticationFlowModel[] {
  const flows: AuthenticationFlowModel[] = [];
  for (const flow of realm.getAuthenticationFlowsStream().toList()) if (flow.isTopLevel()) flows.push(flow);
  return flows;
}

/** The executions of a flow, as they are stored. */
export function storedFlow(realm: RealmModel, flowId: string, depth = 0): StoredExecution[] {
  const executions: StoredExecution[] = [];
  for (const execution of realm.getAuthenticationExecutionsStream(flowId).toList()) {
    const isFlow = execution.isAuthenticatorFlow();
    const subFlowId = isFlow ? execution.getFlowId() : null;
    const subFlow = subFlowId === null ? null : realm.getAuthenticationFlowById(subFlowId);
    const configId = execution.getAuthenticatorConfig();
    executions.push({
      id: execution.getId(),
      requirement: String(execution.getRequirement()) as StoredExecution['requirement'],
      authenticator: isFlow ? null : execution.getAuthenticator(),
      configId,
      config: configId === null ? {} : configOf(realm, configId),
      alias: isFlow ? (subFlow?.getAlias() ?? '') : null,
      parts: isFlow ? partsOf(realm, subFlow?.getId() ?? null, depth) : null,
    });
  }
  return executions;
}

function partsOf(realm: RealmModel, flowId: string | null, depth: number): StoredExecution[] {
  return flowId === null || depth >= MAX_DEPTH ? [] : storedFlow(realm, flowId, depth + 1);
}

function configOf(realm: RealmModel, id: string): Record<string, string> {
  const config = realm.getAuthenticatorConfigById(id)?.getConfig() ?? null;
  return config === null ? {} : { ...Java.record(config) };
}

/** The executions of a flow, with what their authenticators know. */
export function readFlow(session: KeycloakSession, flowId: string): ReadExecution[] {
  return withTraits(session, storedFlow(requireRealm(session), flowId));
}

function withTraits(session: KeycloakSession, flow: readonly StoredExecution[]): ReadExecution[] {
  return flow.map((one) => ({
    ...one,
    ...traitsOf(session, one),
    parts: one.parts === null ? null : withTraits(session, one.parts),
  }));
}

function traitsOf(session: KeycloakSession, { authenticator: id }: StoredExecution) {
  const authenticator = id === null ? null : session.getProvider(Authenticator.class, id);
  if (authenticator === null) return { isCondition: false, requiresUser: false, offersProviders: false };
  return {
    isCondition: ConditionalAuthenticator.class.isInstance(authenticator),
    requiresUser: authenticator.requiresUser(),
    // Keycloak's username page has the class of its form with a password; its password page lists no providers.
    offersProviders:
      IdentityProviderAuthenticator.class.isInstance(authenticator) ||
      (UsernamePasswordForm.class.isInstance(authenticator) && !PasswordForm.class.isInstance(authenticator)),
  };
}
