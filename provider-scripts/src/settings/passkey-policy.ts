/** Whether a realm offers passkeys, and whether Keycloak's policy for passwordless WebAuthn makes them usable for that. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { requireRealm } from '../keycloak/realm.ts';
import { isRpIdOf, PASSKEYS_ATTRIBUTE, rpIdFor } from './passkeys.ts';
import { isSwitchedOn } from './switch.ts';

const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);

/** Whether the realm has the offer on. */
export function hasPasskeysOn(realm: RealmModel): boolean {
  return isSwitchedOn(realm.getAttribute(PASSKEYS_ATTRIBUTE));
}

/**
 * Whether the realm offers passkeys of a device's own authenticator: if that and Keycloak's passkeys are on, if the policy verifies the user
 * (the passkey is the only factor then), if it doesn't ask for separate keys only, and if browsers accept its RP ID on the realm's pages.
 */
export function canOfferPasskeys(session: KeycloakSession): boolean {
  const realm = requireRealm(session);
  if (!hasPasskeysOn(realm) || !Passkeys.isPasskeysEnabled(session)) return false;
  const policy = realm.getWebAuthnPolicyPasswordless();
  return (
    policy.getUserVerificationRequirement() === 'required' &&
    policy.getAuthenticatorAttachment() !== 'cross-platform' &&
    isRpIdOf(rpIdOf(session), hostOf(session))
  );
}

/** The RP ID with which passkeys are created and used in this request, as Keycloak determines it. */
export function rpIdOf(session: KeycloakSession): string {
  return rpIdFor(requireRealm(session).getWebAuthnPolicyPasswordless().getRpId(), hostOf(session));
}

function hostOf(session: KeycloakSession): string {
  return session.getContext().getUri().getBaseUri().getHost() ?? '';
}
