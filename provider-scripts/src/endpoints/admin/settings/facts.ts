/** What the needs of settings depend on, in a realm as it is. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { BOUND_TOKENS_ATTRIBUTE } from '../../../clients/dpop.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { hasLink } from '../../../realm/flow/parse.ts';
import { readSettings } from '../../../realm/flow/read.ts';
import { kindOf } from '../../../realm/settings/enabled.ts';
import type { NeedFacts } from '../../../realm/settings/needs.ts';
import { settingOf } from '../../../realm/settings/of.ts';
import { readSetting } from '../../../realm/settings/read.ts';
import { CLIENT, REALM, SIGN_IN } from '../../../realm/settings/table.ts';
import { reasonsOf } from '../../../sign-in/passkey/offer.ts';
import { inWholeRealm } from '../../../sign-in/passkey/question.ts';

/** Keycloak's client for users' own page. */
const ACCOUNT_CLIENT = 'account';

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
    get rememberDevice() {
      return readSettings(session, null).rememberDevice;
    },
  };
}

/** What they depend on in a step with these stored settings. */
export function stepFacts(facts: NeedFacts, config: Readonly<Record<string, string>>): NeedFacts {
  const emailContains = readSetting(SIGN_IN.emailContains, config[SIGN_IN.emailContains.name]);
  return { ...facts, hasLink: hasLink({ emailContains }) };
}

/** What they depend on in a client. */
export function clientFacts(session: KeycloakSession, client: ClientModel): NeedFacts {
  return {
    // Only these have clients' settings.
    realmKind: 'linkgate',
    get hasLink() {
      return hasLink(readSettings(session, client));
    },
    isPublic: client.isPublicClient(),
    bindsTokens: client.getAttribute(BOUND_TOKENS_ATTRIBUTE) === 'true',
    requiresKey: settingOf(client, CLIENT.dpop) === 'required',
    hasRefreshTokens: settingOf(client, CLIENT.refreshTokens) !== 'off',
  };
}
