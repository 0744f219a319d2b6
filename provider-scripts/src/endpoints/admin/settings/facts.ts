/** What the needs of settings depend on, in a realm as it is. */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { readSettings } from '../../../realm/flow/read.ts';
import type { RealmNeedFacts } from '../../../realm/realm-rules/needs.ts';
import { isLinkgateRealm } from '../../../realm/settings/enabled.ts';
import { settingOf } from '../../../realm/settings/of.ts';
import { REALM } from '../../../realm/settings/table.ts';
import { reasonsOf } from '../../../sign-in/passkey/offer.ts';
import { inWholeRealm } from '../../../sign-in/passkey/question.ts';

/** Keycloak's client for users' own page. */
const ACCOUNT_CLIENT = 'account';

/** Reads them. */
export function needFacts(session: KeycloakSession): RealmNeedFacts {
  const realm = requireRealm(session);
  const passkeys = inWholeRealm(session);
  return {
    isLinkgateRealm: isLinkgateRealm(realm),
    registrationAllowed: realm.isRegistrationAllowed(),
    offersPasskeys: reasonsOf(passkeys, 'policy').length === 0 && reasonsOf(passkeys, 'realm').length === 0,
    hasAccountClient: realm.getClientByClientId(ACCOUNT_CLIENT)?.isEnabled() === true,
    accountPage: settingOf(realm, REALM.accountPage),
    passkeys: settingOf(realm, REALM.passkeys),
    rememberDevice: readSettings(session, null).rememberDevice,
  };
}
