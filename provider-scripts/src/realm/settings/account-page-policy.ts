/** Whether a realm serves users' own page, and where users manage their passkeys. */
import type { KeycloakSession } from 'keycloak';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { isLinkgateRealm, requireRealm } from '../../platform/keycloak/realm.ts';
import { ACCOUNT_PAGE_RESOURCE } from '../../platform/keycloak/resources.ts';
import { ACCOUNT_PAGE_ATTRIBUTE } from './account-page.ts';
import { isSwitchedOn } from './switch.ts';

/** The path, below the realm, of the page of Keycloak's account console where users remove passkeys. */
const SIGNING_IN_PAGE = '/account/account-security/signing-in';

/** Whether the realm serves the page. */
export function hasAccountPage(session: KeycloakSession): boolean {
  const realm = requireRealm(session);
  return isLinkgateRealm(realm) && isSwitchedOn(realm.getAttribute(ACCOUNT_PAGE_ATTRIBUTE));
}

/** The URL of the page where users manage their passkeys: their own page, or Keycloak's account console if the realm doesn't serve it. */
export function passkeysPageUrl(session: KeycloakSession): string {
  return `${baseUrl(session)}${hasAccountPage(session) ? `/${ACCOUNT_PAGE_RESOURCE}` : SIGNING_IN_PAGE}`;
}
