/**
 * Whether the first sign-in through an identity provider follows Linkgate's rules: Keycloak then runs the provider's first login flow, or else
 * the realm's, and Keycloak's own creates and links accounts by other rules.
 */
import type {
  AuthenticationSessionModel,
  IdentityProviderModel,
  KeycloakSession,
  RealmModel,
} from 'keycloak';
import { storedFlow } from '../../platform/keycloak/flow-tree.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { beginsWithStep } from '../../realm/flow/steps.ts';
import { kindOf } from '../../realm/settings/enabled.ts';
import { brokeredAlias } from './brokered.ts';

/** Whether a provider's first login flow begins with Linkgate's step, which is then required for whatever follows. */
export function beginsWithLinkgate(realm: RealmModel, provider: IdentityProviderModel): boolean {
  const flowId = provider.getFirstBrokerLoginFlowId() ?? realm.getFirstBrokerLoginFlow()?.getId() ?? null;
  return (
    flowId !== null &&
    cachedWithRealm(realm, `first login ${flowId}`, () =>
      beginsWithStep(storedFlow(realm, flowId), kindOf(realm)),
    )
  );
}

/** The same for the provider that a tab's user comes from. */
export function tabBeginsWithLinkgate(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const alias = brokeredAlias(tab);
  const provider = alias === null ? null : session.identityProviders().getByAlias(alias);
  return provider !== null && beginsWithLinkgate(requireRealm(session), provider);
}
