/** Whether a realm serves users' own page, and where users manage their passkeys. */

import type { KeycloakSession } from 'keycloak';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ACCOUNT_PAGE_RESOURCE } from '../../platform/keycloak/resources.ts';
import { isLinkgateRealm } from './enabled.ts';
import { settingOf } from './of.ts';
import { REALM } from './table.ts';

/** The path, below the realm, of the page of Keycloak's account console where users remove passkeys. */
const SIGNING_IN_PAGE = '/account/account-security/signing-in';

/** Whether the realm serves the page. */
export function hasAccountPage(session: KeycloakSession): boolean {
  const realm = requireRealm(session);
  return isLinkgateRealm(realm) && settingOf(realm, REALM.accountPage);
}

/** The URL of the page, in a realm that serves it. */
export function accountPageUrl(session: KeycloakSession): string {
  return `${baseUrl(session)}/${ACCOUNT_PAGE_RESOURCE}`;
}

/** The URL of the page where users manage their passkeys: their own page, or Keycloak's account console if the realm doesn't serve it. */
export function passkeysPageUrl(session: KeycloakSession): string {
  return hasAccountPage(session) ? accountPageUrl(session) : `${baseUrl(session)}${SIGNING_IN_PAGE}`;
}
