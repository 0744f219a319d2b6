/** Reads, from a request, what the offer of a passkey depends on in its realm. */

import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { PASSKEY_ABLE_NOTE, PASSKEY_ACTION } from '../../platform/keycloak/provider-ids.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ownSteps } from '../../realm/flow/own-step.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import { type Facts, type PolicyFacts, type Question, rpIdFor } from './offer.ts';
import type { RealmFacts } from './rule.ts';

const Passkeys = Java.type(
  'org.keycloak.authentication.authenticators.browser.WebAuthnConditionalUIAuthenticator',
);

/** In a Linkgate realm, which has a switch for it. */
export function inRealm(session: KeycloakSession) {
  return inStep(session, settingOf(requireRealm(session), REALM.passkeys));
}

/** In any other, where a step's setting says whether it is on. */
export function inStep(session: KeycloakSession, isOn: boolean) {
  return { setting: () => ({ isOn }), policy: () => policyOf(session) } satisfies Question;
}

/** What a tab's pages have found of its device. */
export function deviceOf(tab: AuthenticationSessionModel): Facts['device'] {
  return { isCapable: tab.getAuthNote(PASSKEY_ABLE_NOTE) !== null };
}

/** Whether Keycloak accepts passkeys at all. */
export function acceptsPasskeys(session: KeycloakSession): boolean {
  return Passkeys.isPasskeysEnabled(session);
}

/** For its administrators: in a Linkgate realm the bound flow's step counts, in any other all of them. A step that offers one remembers the device. */
export function inWholeRealm(session: KeycloakSession): RealmFacts {
  const realm = requireRealm(session);
  const isLinkgate = isLinkgateRealm(realm);
  const question = isLinkgate
    ? inRealm(session)
    : inStep(
        session,
        ownSteps(realm).some(({ passkeys }) => passkeys),
      );
  return {
    ...question,
    realm: () => ({
      isActionEnabled: realm.getRequiredActionProviderByAlias(PASSKEY_ACTION)?.isEnabled() === true,
      remembersDevices: !isLinkgate || readSettings(session, null).rememberDevice,
    }),
  };
}

/** The RP ID with which passkeys are created and used in this request, as Keycloak determines it. */
export function rpIdOf(session: KeycloakSession): string {
  return rpIdFor(requireRealm(session).getWebAuthnPolicyPasswordless().getRpId(), hostOf(session));
}

function policyOf(session: KeycloakSession): PolicyFacts {
  const policy = requireRealm(session).getWebAuthnPolicyPasswordless();
  return {
    isEnabled: acceptsPasskeys(session),
    userVerification: policy.getUserVerificationRequirement(),
    attachment: policy.getAuthenticatorAttachment(),
    rpId: rpIdOf(session),
    host: hostOf(session),
  };
}

function hostOf(session: KeycloakSession): string {
  return session.getContext().getUri().getBaseUri().getHost() ?? '';
}
