/** The key that forms of pages opened from emails repeat, so that no other site can submit them. */
import type { KeycloakSession } from 'keycloak';
import { type OwnCookie, readCookie, setCookie } from '../keycloak/cookie.ts';
import { formField } from '../request/form-field.ts';
import { isFromOtherSite } from '../request/prefetch.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** Holds what the forms of these pages must repeat. Another site's form doesn't have it. */
const COOKIE: OwnCookie = { name: 'LINKGATE_CONFIRM', sameSite: 'STRICT', lifetimeSeconds: 900 };
const FIELD = 'confirm';
/** As Keycloak makes identifiers. */
const KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What a form of a page has to repeat, which the browser is given with the page: the same for all its tabs. */
export function confirmKey(session: KeycloakSession): string {
  const given = readCookie(session, COOKIE);
  const key = given !== null && KEY.test(given) ? given : KeycloakModelUtils.generateId();
  setCookie(session, COOKIE, key);
  return key;
}

/** Whether a form comes from the page that this browser was shown, even if another site has planted the cookie: the browser names the sender. */
export function isConfirmed(session: KeycloakSession): boolean {
  const key = readCookie(session, COOKIE);
  return !!key && formField(session, FIELD) === key && !isFromOtherSite(session);
}
