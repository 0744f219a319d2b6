/** Which of Keycloak's actions clients can request (contract, section 4.3). */
import type { KeycloakSession } from 'keycloak';
import { isCredentialAction } from '../../../../accounts/protected-actions.ts';
import { type Problem, problem } from '../../../../platform/errors/problem.ts';

/**
 * Rejects an action on credentials: they are managed at Keycloak's own pages, whose flow may have a second factor. Keycloak executes the
 * action after the flow of the requesting client, which may have none, and never prompts for the existing credential.
 *
 * @param action its alias in the realm, as Keycloak looks it up
 */
export function checkNoCredentials(session: KeycloakSession, action: string | undefined): Problem | null {
  if (action === undefined || !isCredentialAction(session, action)) return null;
  return problem('action_on_credentials', { parameter: 'kc_action' });
}
