/** The name of an identity provider as shown to users. */
import type { KeycloakSession } from 'keycloak';
import { nameInOneLine } from './name.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** The display name as Keycloak's own pages have it; the alias if the provider is gone. */
export function providerName(session: KeycloakSession, alias: string): string {
  const provider = session.identityProviders().getByAlias(alias);
  const name = provider === null ? '' : KeycloakModelUtils.getIdentityProviderDisplayName(session, provider);
  return nameInOneLine(name) || alias;
}
