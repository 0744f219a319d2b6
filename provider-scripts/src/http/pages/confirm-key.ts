/** The CSRF key in the forms of pages opened from emails: no other site can submit them. */
import type { KeycloakSession } from 'keycloak';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { type OwnCookie, readCookie, setCookie } from '../../platform/keycloak/cookie.ts';
import { headerOf } from '../../platform/session/headers.ts';
import { formField } from '../request/form-field.ts';
import { isOtherSite } from '../request/origin.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** Contains the key that these forms must repeat. Another site's form doesn't know it. */
const COOKIE: OwnCookie = { name: 'LINKGATE_CONFIRM', sameSite: 'STRICT', lifetimeSeconds: 900 };
const FIELD = 'confirm';
/** The format of Keycloak's generated identifiers. */
const KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The key for a page's form, also set as the browser's cookie: the same in all its tabs. */
export function confirmKey(session: KeycloakSession): string {
  const given = readCookie(session, COOKIE);
  const key = given !== null && KEY.test(given) ? given : KeycloakModelUtils.generateId();
  setCookie(session, COOKIE, key);
  return key;
}

/** Whether a form comes from a page shown in this browser. Another site may have planted the cookie, so the form's origin is checked, too. */
export function isConfirmed(session: KeycloakSession): boolean {
  const key = readCookie(session, COOKIE);
  return !!key && formField(session, FIELD) === key && !isFromOtherSite(session);
}

function isFromOtherSite(session: KeycloakSession): boolean {
  const given = { site: headerOf(session, 'Sec-Fetch-Site'), origin: headerOf(session, 'Origin') };
  return isOtherSite(given, baseUrl(session));
}
