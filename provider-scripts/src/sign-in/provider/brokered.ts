/** Who comes from an identity provider, from Keycloak's context of the sign-in, or its notes in the tab of a first one. */
import type {
  AuthenticationSessionModel,
  BrokeredIdentityContext,
  JavaList,
  KeycloakSession,
} from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { BROKERED_NOTE } from '../tabs/ended-tab.ts';
import { ABSENT_CLAIM_OPTION, type AddressClaims, claimTruth, isAddressVerified } from './address-proof.ts';

const AuthnStatement = Java.type('org.keycloak.dom.saml.v2.assertion.AuthnStatementType');
const JavaJsonNode = Java.type('com.fasterxml.jackson.databind.JsonNode');
const JavaJsonWebToken = Java.type('org.keycloak.representations.JsonWebToken');
const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const OIDCIdentityProvider = Java.type('org.keycloak.broker.oidc.OIDCIdentityProvider');
const SAMLEndpoint = Java.type('org.keycloak.broker.saml.SAMLEndpoint');
const SerializedBrokeredIdentityContext = Java.type(
  'org.keycloak.authentication.authenticators.broker.util.SerializedBrokeredIdentityContext',
);

/** The claims of an address and of whether the provider has verified it (OpenID Connect Core, section 5.1). */
const EMAIL_CLAIM = 'email';
const VERIFIED_CLAIM = 'email_verified';
/** The claim of when the user was authenticated (OpenID Connect Core, section 2). */
const TIME_CLAIM = 'auth_time';

/** Keycloak's note in a tab whose user is being linked to a provider, removed once they return. */
export const LINKING_NOTE = 'LINKING_IDENTITY_PROVIDER';

/** The key of Keycloak's context under which the address is kept that the provider gave, before any mapper. */
const GIVEN_ADDRESS = 'linkgate.given-address';

/** A user as a provider describes them. */
export interface Brokered {
  /** Normalised; null if the provider has none. */
  email: string | null;
  /** Whether the realm trusts the provider's addresses (*Trust Email*), and this one's source says that it is verified. */
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

/** Keycloak's context of a tab's first sign-in; null if it has none. */
export function brokeredContext(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
): BrokeredIdentityContext | null {
  const stored = SerializedBrokeredIdentityContext.readFromAuthenticationSession(tab, BROKERED_NOTE);
  return stored === null ? null : stored.deserialize(session, tab);
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
    email: brokeredAddress(user),
    isVerified: isVerified(user),
    providerName: KeycloakModelUtils.getIdentityProviderDisplayName(session, user.getIdpConfig()),
    attributes,
  };
}

/** Keeps the address that the provider gave; called before any mapper. */
export function recordGivenAddress(user: BrokeredIdentityContext): void {
  user.getContextData().put(GIVEN_ADDRESS, user.getEmail() ?? '');
}

/** The address of a sign-in, after all mappers, normalised; null without one. */
export function brokeredAddress(user: BrokeredIdentityContext): string | null {
  return normaliseOnServer(user.getEmail() ?? '');
}

/** Whether the provider has verified the address. */
export function isVerified(user: BrokeredIdentityContext): boolean {
  const email = brokeredAddress(user);
  const config = user.getIdpConfig();
  const given = user.getContextData().get(GIVEN_ADDRESS) ?? null;
  return (
    email !== null &&
    isAddressVerified({
      kind: config.getProviderId(),
      isTrusted: String(config.isTrustEmail()) === 'true',
      absentClaim: config.getConfig().get(ABSENT_CLAIM_OPTION) ?? null,
      email,
      given: given === null ? null : normaliseOnServer(String(given)),
      source: sourceOf(user),
    })
  );
}

/** When the provider has authenticated the user, as its ID token or SAML assertion says; unchecked, null if it says nothing. */
export function authenticationTimeOf(user: BrokeredIdentityContext): unknown {
  const data = user.getContextData();
  const token = data.get(OIDCIdentityProvider.VALIDATED_ID_TOKEN) ?? null;
  if (token instanceof JavaJsonWebToken) return token.getOtherClaims().get(TIME_CLAIM) ?? null;
  const statement = data.get(SAMLEndpoint.SAML_AUTHN_STATEMENT) ?? null;
  if (!(statement instanceof AuthnStatement)) return null;
  const instant = statement.getAuthnInstant();
  return instant === null
    ? null
    : Number(instant.toGregorianCalendar().getTimeInMillis()) / MILLIS_PER_SECOND;
}

/** What Keycloak took the address from: the userinfo document if it was fetched, even if it has no address; otherwise the token. */
function sourceOf(user: BrokeredIdentityContext): AddressClaims | null {
  const data = user.getContextData();
  const document = data.get(OIDCIdentityProvider.USER_INFO) ?? null;
  if (document instanceof JavaJsonNode) {
    const claim = document.get(VERIFIED_CLAIM);
    const email = document.get(EMAIL_CLAIM);
    return {
      email: email === null ? null : normaliseOnServer(String(email.asText())),
      verified: claim === null ? 'absent' : claimTruth(claim.asText()),
    };
  }
  const token =
    data.get(OIDCIdentityProvider.VALIDATED_ID_TOKEN) ??
    data.get(OIDCIdentityProvider.VALIDATED_ACCESS_TOKEN) ??
    null;
  if (!(token instanceof JavaJsonWebToken)) return null;
  const claims = token.getOtherClaims();
  return {
    email: normaliseOnServer(String(claims.get(EMAIL_CLAIM) ?? '')),
    verified: claims.containsKey(VERIFIED_CLAIM) ? claimTruth(claims.get(VERIFIED_CLAIM)) : 'absent',
  };
}
