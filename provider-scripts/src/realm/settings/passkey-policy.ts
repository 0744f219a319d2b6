/** Whether a realm, or a step in any other, offers passkeys, and whether Keycloak's policy for passwordless WebAuthn makes them usable for that. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { isLinkgateRealm, requireRealm } from '../../platform/keycloak/realm.ts';
import { findStep } from './own-step.ts';
import { isRpIdOf, PASSKEYS_ATTRIBUTE, rpIdFor } from './passkeys.ts';
import { isSwitchedOn } from './switch.ts';

const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);

/** Whether a Linkgate realm has the offer on. */
export function hasPasskeysOn(realm: RealmModel): boolean {
  return isSwitchedOn(realm.getAttribute(PASSKEYS_ATTRIBUTE));
}

/**
 * Whether passkeys are offered in a tab; `step` is the id of the execution whose page has found that the device can have one. In a realm that
 * isn't a Linkgate realm, that step's setting counts.
 */
export function offersPasskeys(session: KeycloakSession, step: string | null): boolean {
  const realm = requireRealm(session);
  if (isLinkgateRealm(realm)) return hasPasskeysOn(realm);
  return step !== null && findStep(session, step)?.settings.passkeys === true;
}

/** Whether a Linkgate realm offers passkeys, and its policy makes them usable. */
export function canOfferPasskeys(session: KeycloakSession): boolean {
  return hasPasskeysOn(requireRealm(session)) && isPolicyUsable(session);
}

/**
 * Whether Keycloak's policy makes passkeys of a device's own authenticator usable for the offer: if Keycloak's passkeys are on, if the policy
 * verifies the user (the passkey is the only factor then), if it doesn't ask for separate keys only, and if browsers accept its RP ID on the
 * realm's pages.
 */
export function isPolicyUsable(session: KeycloakSession): boolean {
  if (!Passkeys.isPasskeysEnabled(session)) return false;
  const policy = requireRealm(session).getWebAuthnPolicyPasswordless();
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
