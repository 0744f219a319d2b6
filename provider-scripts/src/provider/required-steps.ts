/** Whether a client requires more of a sign-in than an identity provider proves: after one, Keycloak skips the rest of the flow (contract, section 3.1). */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { requiredLevel } from '../client/requested-level.ts';
import { maxRequiredSteps, offersProviders } from '../settings/flow-steps.ts';
import { flowOf } from '../tabs/chosen-flow.ts';

/** Keycloak's value for a sign-in that has reached no level. */
const FIRST_LEVEL = 1;

/** Whether a tab's client requires a second step that providers don't offer, or a level. */
export function requiresMore(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  if (requiredLevel(tab) > FIRST_LEVEL) return true;
  const flow = flowOf(tab);
  return (
    flow !== null && maxRequiredSteps(session, flow.getId()) > 1 && !offersProviders(session, flow.getId())
  );
}

/** Whether Keycloak requires a step of its own after a provider. */
export function hasOwnFlow(session: KeycloakSession, alias: string): boolean {
  const provider = session.identityProviders().getByAlias(alias);
  return provider !== null && provider.getPostBrokerLoginFlowId() !== null;
}
