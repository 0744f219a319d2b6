/** The identity providers that the sign-in page and the account chooser offer. */
import type { AuthenticationSessionModel, IdentityProviderModel, KeycloakSession } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { liveSession } from '../tabs/link-session.ts';
import { beginsWithLinkgate } from './first-flow.ts';
import { requiresMore } from './required-steps.ts';

const FetchMode = Java.type('org.keycloak.models.IdentityProviderStorageProvider$FetchMode');

/**
 * Their aliases: of the providers that Keycloak's own pages would list, the ones whose first sign-ins follow Linkgate's rules, and from which
 * the tab's client lets users come.
 */
export function offeredProviders(session: KeycloakSession, tab: AuthenticationSessionModel): string[] {
  const realm = requireRealm(session);
  const providers: IdentityProviderModel[] = [];
  for (const provider of session.identityProviders().getForLogin(FetchMode.REALM_ONLY, null).toList())
    if (beginsWithLinkgate(realm, provider)) providers.push(provider);
  if (providers.length === 0) return [];
  const needsOwnFlow = requiresMore(session, tab);
  const linked = linkedToSignedIn(session);
  return providers
    .filter((provider) => !needsOwnFlow || provider.getPostBrokerLoginFlowId() !== null)
    .map((provider) => provider.getAlias())
    .filter((alias) => linked === null || linked.includes(alias));
}

/**
 * The providers that the signed-in user is linked to: Keycloak rejects another user who comes back from a provider, in the middle of a session.
 * Null if nobody is signed in.
 */
function linkedToSignedIn(session: KeycloakSession): string[] | null {
  const user = liveSession(session)?.getUser() ?? null;
  if (user === null) return null;
  const linked = session.users().getFederatedIdentitiesStream(requireRealm(session), user).toList();
  const aliases: string[] = [];
  for (const identity of linked) aliases.push(identity.getIdentityProvider());
  return aliases;
}
