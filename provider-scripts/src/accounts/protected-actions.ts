/** Which of Keycloak's actions (`kc_action`) change what protects an account (contract, sections 4.3 and 11). */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../platform/keycloak/realm.ts';

const CredentialAction = Java.type('org.keycloak.authentication.CredentialAction');
const RequiredActionProvider = Java.type('org.keycloak.authentication.RequiredActionProvider');

/** Keycloak's action for a password, which isn't marked as a credential action. */
const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/** Its actions that change the address, link a provider, or delete the account. */
const ON_ACCOUNT = ['UPDATE_EMAIL', 'UPDATE_PROFILE', 'delete_account', 'idp_link'];

/**
 * Whether an action sets up or removes credentials.
 *
 * @param action its alias in the realm, as Keycloak looks it up
 */
export function isCredentialAction(session: KeycloakSession, action: string): boolean {
  const id = providerOf(session, action);
  if (id === null) return false;
  const provider = session.getProvider(RequiredActionProvider.class, id);
  return id === UPDATE_PASSWORD || CredentialAction.class.isInstance(provider);
}

/** Whether an action needs the user's best proof: one on credentials, the address or the account itself. */
export function isProtectedAction(session: KeycloakSession, action: string): boolean {
  return ON_ACCOUNT.includes(providerOf(session, action) ?? '') || isCredentialAction(session, action);
}

function providerOf(session: KeycloakSession, action: string): string | null {
  return requireRealm(session).getRequiredActionProviderByAlias(action)?.getProviderId() ?? null;
}
