/** Who comes from an identity provider, from Keycloak's notes in the tab of a first sign-in. */
import type {
  AuthenticationSessionModel,
  BrokeredIdentityContext,
  JavaList,
  KeycloakSession,
} from 'keycloak';
import { normaliseOnServer } from '../address/idn.ts';
import { BROKERED_NOTE } from '../tabs/ended-tab.ts';

const JavaJsonWebToken = Java.type('org.keycloak.representations.JsonWebToken');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const OIDCIdentityProvider = Java.type('org.keycloak.broker.oidc.OIDCIdentityProvider');
const SerializedBrokeredIdentityContext = Java.type(
  'org.keycloak.authentication.authenticators.broker.util.SerializedBrokeredIdentityContext',
);

/** The claim of a provider's tokens that says whether it has verified the address (OpenID Connect Core, section 5.1). */
const VERIFIED_CLAIM = 'email_verified';

/** A user as a provider describes them. */
export interface Brokered {
  /** Normalised; null if the provider has none. */
  email: string | null;
  /** Whether the realm trusts the provider's addresses (*Trust Email*), and the provider doesn't say that this one is unverified. */
  isVerified: boolean;
  /** The provider's display name. */
  providerName: string;
  /** The attributes of a new account, by Keycloak and the provider's mappers; without address and username. */
  attributes: readonly { name: string; values: JavaList<string> }[];
}

/** The alias of the provider that a tab's user comes from; null if there is none. */
export function brokeredAlias(tab: AuthenticationSessionModel): string | null {
  return (
    SerializedBrokeredIdentityContext.readFromAuthenticationSession(
      tab,
      BROKERED_NOTE,
    )?.getIdentityProviderId() ?? null
  );
}

/** The user of a tab; null if there is none, or the provider is disabled by now. */
export function brokeredUser(session: KeycloakSession, tab: AuthenticationSessionModel): Brokered | null {
  const stored = SerializedBrokeredIdentityContext.readFromAuthenticationSession(tab, BROKERED_NOTE);
  const user = stored === null ? null : stored.deserialize(session, tab);
  if (stored === null || user === null || !user.getIdpConfig().isEnabled()) return null;
  const attributes: { name: string; values: JavaList<string> }[] = [];
  const given = stored.getAttributes();
  for (const name of given.keySet().toArray()) {
    const values = name === 'username' || name === 'email' ? null : given.get(name);
    if (values !== null) attributes.push({ name, values });
  }
  return {
    email: normaliseOnServer(user.getEmail() ?? ''),
    isVerified: isVerified(user),
    providerName: KeycloakModelUtils.getIdentityProviderDisplayName(session, user.getIdpConfig()),
    attributes,
  };
}

/** As Keycloak decides whether the address of a new account is verified. */
function isVerified(user: BrokeredIdentityContext): boolean {
  if (String(user.getIdpConfig().isTrustEmail()) !== 'true') return false;
  const data = user.getContextData();
  const token =
    data.get(OIDCIdentityProvider.VALIDATED_ID_TOKEN) ??
    data.get(OIDCIdentityProvider.VALIDATED_ACCESS_TOKEN);
  const claim = token instanceof JavaJsonWebToken ? token.getOtherClaims().get(VERIFIED_CLAIM) : null;
  return claim === null || claim === undefined || String(claim) === 'true';
}
