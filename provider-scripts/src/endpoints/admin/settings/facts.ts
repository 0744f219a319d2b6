/** What the needs of settings depend on, in a realm as it is. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { BOUND_TOKENS_ATTRIBUTE } from '../../../clients/dpop.ts';
import { ACCOUNT_CLIENT } from '../../../platform/keycloak/provider-ids.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { hasLink, type Settings } from '../../../realm/flow/parse.ts';
import { readSettings } from '../../../realm/flow/read.ts';
import { kindOf } from '../../../realm/settings/enabled.ts';
import { type NeedFacts, senderFacts } from '../../../realm/settings/needs.ts';
import { settingOf } from '../../../realm/settings/of.ts';
import { readSetting } from '../../../realm/settings/read.ts';
import { CLIENT, REALM, SIGN_IN, SIGN_IN_OF_CLIENT } from '../../../realm/settings/table.ts';
import { reasonsOf } from '../../../sign-in/passkey/offer.ts';
import { inWholeRealm } from '../../../sign-in/passkey/question.ts';
import { readRealmSteps } from '../realm-steps.ts';

/** The facts, each read when it matters. */
export function needFacts(session: KeycloakSession): NeedFacts {
  const realm = requireRealm(session);
  return {
    realmKind: kindOf(realm),
    registrationAllowed: realm.isRegistrationAllowed(),
    get offersPasskeys() {
      const passkeys = inWholeRealm(session);
      return reasonsOf(passkeys, 'policy').length === 0 && reasonsOf(passkeys, 'realm').length === 0;
    },
    get hasAccountClient() {
      return realm.getClientByClientId(ACCOUNT_CLIENT)?.isEnabled() === true;
    },
    get accountPage() {
      return settingOf(realm, REALM.accountPage);
    },
    get passkeys() {
      return settingOf(realm, REALM.passkeys);
    },
    get signUpRules() {
      return settingOf(realm, REALM.signUpRules);
    },
    get rememberDevice() {
      return readSettings(session, null).rememberDevice;
    },
    get sendsItself() {
      return readRealmSteps(session).emailSender === 'smtp';
    },
  };
}

/** What they depend on in a step with these stored settings. The realm's facts stay unread until a need asks for one, so they aren't copied. */
export function stepFacts(facts: NeedFacts, config: Readonly<Record<string, string>>): NeedFacts {
  const emailContains = readSetting(SIGN_IN.emailContains, config[SIGN_IN.emailContains.name]);
  return Object.assign(Object.create(facts) as NeedFacts, { hasLink: hasLink({ emailContains }) });
}

/** What they depend on in a client. Without `flow`, its flow's settings, nothing is known of what the client itself doesn't set. */
export function clientFacts(client: ClientModel, flow?: Pick<Settings, 'emailContains'>): NeedFacts {
  const own = client.getAttribute(SIGN_IN_OF_CLIENT.emailContains.name) || null;
  const emailContains = readSetting(SIGN_IN_OF_CLIENT.emailContains, own, flow?.emailContains);
  return {
    // Only these have clients' settings.
    realmKind: 'linkgate',
    ...senderFacts(client, client.getRealm()),
    ...(own === null && flow === undefined ? {} : { hasLink: hasLink({ emailContains }) }),
    isPublic: client.isPublicClient(),
    bindsTokens: client.getAttribute(BOUND_TOKENS_ATTRIBUTE) === 'true',
    requiresKey: settingOf(client, CLIENT.dpop) === 'required',
    hasRefreshTokens: settingOf(client, CLIENT.refreshTokens) !== 'off',
  };
}
