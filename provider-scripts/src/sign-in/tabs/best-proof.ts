/**
 * The best proof of a tab's user: a request for one of Keycloak's actions that changes what protects the account needs the second factor of a
 * user who has one (contract, section 11).
 */
import type { AuthenticationSessionModel, KeycloakSession, Response, UserModel } from 'keycloak';
import { isProtectedAction } from '../../accounts/protected-actions.ts';
import { hasSecondFactor } from '../../accounts/second-factor.ts';
import { page } from '../../http/pages/page.ts';
import { FORBIDDEN } from '../../http/response/responses.ts';
import { raiseTo } from '../../realm/levels/requested-level.ts';
import { FACTOR_LEVEL } from '../../realm/levels/setting.ts';
import { giveFactorFlow, wayToFactor } from '../second-factor/way.ts';
import { chosenFlow, flowOf } from './chosen-flow.ts';
import { flowUrl } from './run-flow.ts';

const AuthenticationProcessor = Java.type('org.keycloak.authentication.AuthenticationProcessor');
const Constants = Java.type('org.keycloak.models.Constants');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');

/** Whether a tab's request needs the user's second factor. */
export function needsSecondFactor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  const action = tab.getClientNote(Constants.KC_ACTION);
  return action !== null && isProtectedAction(session, action) && hasSecondFactor(user);
}

/**
 * Raises the level of a tab whose user is now known, if its request needs the second factor. One of Keycloak's clients whose flow doesn't ask
 * for it is given Linkgate's, and the tab starts again in it.
 *
 * @returns the response instead of the sign-in; null if it continues
 */
export function raiseToBestProof(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): Response | null {
  if (!needsSecondFactor(session, tab, user)) return null;
  const client = tab.getClient();
  const way = wayToFactor(session, client, user, flowOf(tab), chosenFlow(tab) !== null);
  if (way === 'none') return secondFactorPage(session);
  if (way === 'asks') {
    raiseTo(tab, FACTOR_LEVEL);
    return null;
  }
  giveFactorFlow(session, client, user);
  // It isn't in the new flow.
  tab.removeAuthNote(AuthenticationProcessor.CURRENT_AUTHENTICATION_EXECUTION);
  return JavaResponse.seeOther(flowUrl(session, tab)).build();
}

/** The response to a request for an action's page or form in a tab that hasn't reached the level, whichever way it came there; null for others. */
export function respondToUnprovenAction(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
): Response | null {
  const user = tab.getAuthenticatedUser();
  if (user === null || !needsSecondFactor(session, tab, user)) return null;
  const reached = Number(tab.getAuthNote(Constants.LEVEL_OF_AUTHENTICATION) ?? 0);
  if (reached >= FACTOR_LEVEL) return null;
  // The page is in the tab's language.
  session.getContext().setAuthenticationSession(tab);
  return secondFactorPage(session);
}

function secondFactorPage(session: KeycloakSession): Response {
  return page(session, 'linkgate-rejected.ftl', FORBIDDEN, { reason: 'factor' });
}
