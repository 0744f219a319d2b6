/** Which of Keycloak's actions set up or remove credentials (contract, section 4.3). */
import type { KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../../../../errors/problem.ts';
import { requireRealm } from '../../../../keycloak/realm.ts';

const CredentialAction = Java.type('org.keycloak.authentication.CredentialAction');
const RequiredActionProvider = Java.type('org.keycloak.authentication.RequiredActionProvider');

/** Keycloak's action for a password, which isn't marked as a credential action. */
const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/**
 * Rejects an action on credentials: they are managed at Keycloak's own pages, whose flow may have a second factor. Keycloak executes the
 * action after the flow of the requesting client, which may have none, and never prompts for the existing credential.
 *
 * @param action its alias in the realm, as Keycloak looks it up
 */
export function checkNoCredentials(session: KeycloakSession, action: string | undefined): Problem | null {
  if (action === undefined) return null;
  const id = requireRealm(session).getRequiredActionProviderByAlias(action)?.getProviderId() ?? null;
  if (id === null) return null;
  const provider = session.getProvider(RequiredActionProvider.class, id);
  if (id !== UPDATE_PASSWORD && !CredentialAction.class.isInstance(provider)) return null;
  return problem('action_on_credentials', { parameter: 'kc_action' });
}
