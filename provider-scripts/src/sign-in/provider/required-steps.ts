/** Whether a client requires more of a sign-in than an identity provider proves: after one, Keycloak skips the rest of the flow (contract, section 3.1). */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { readFlow } from '../../platform/keycloak/flow-tree.ts';
import { maxRequiredSteps, offersProviders } from '../../realm/flow/flow-steps.ts';
import { SECOND_FACTOR_FLOW } from '../../realm/levels/made-flows.ts';
import { requiredLevel } from '../../realm/levels/requested-level.ts';
import { CREDENTIAL_CLIENTS } from '../../realm/levels/setting.ts';
import { secondFactorOf } from '../second-factor/bind.ts';
import { flowState } from '../second-factor/flows.ts';
import { flowOf } from '../tabs/chosen-flow.ts';

/** Keycloak's value for a sign-in that has reached no level. */
const FIRST_LEVEL = 1;

/** Whether a tab's client requires a second step that providers don't offer, or a level. */
export function requiresMore(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  if (requiredLevel(tab) > FIRST_LEVEL) return true;
  const flow = flowOf(tab);
  if (isOnRequest(session, tab)) return false;
  if (flow === null) return false;
  const steps = readFlow(session, flow.getId());
  return maxRequiredSteps(steps) > 1 && !offersProviders(steps);
}

/**
 * Whether a tab's client has Linkgate's flow only for users who need their second factor for what they request: the page of such an action
 * checks that, and anybody else signs in as before.
 */
function isOnRequest(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const client = tab.getClient();
  return (
    CREDENTIAL_CLIENTS.includes(client.getClientId()) &&
    secondFactorOf(client) === 'none' &&
    flowOf(tab)?.getAlias() === SECOND_FACTOR_FLOW &&
    flowState(session, SECOND_FACTOR_FLOW) === 'unchanged'
  );
}

/** Whether Keycloak requires a step of its own after a provider. */
export function hasOwnFlow(session: KeycloakSession, alias: string): boolean {
  const provider = session.identityProviders().getByAlias(alias);
  return provider !== null && provider.getPostBrokerLoginFlowId() !== null;
}
