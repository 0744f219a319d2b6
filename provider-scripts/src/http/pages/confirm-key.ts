/** The CSRF key in the forms of pages opened from emails: no other site can submit them. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { sha256 } from '../../platform/engine/bytes.ts';
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

/**
 * The key for a page's form, also set as the browser's cookie: the same in all its tabs.
 *
 * @param named the user whom the page names as signed in besides, and whom its button signs out
 */
export function confirmKey(session: KeycloakSession, named: UserModel | null = null): string {
  const given = readCookie(session, COOKIE);
  const key = given !== null && KEY.test(given) ? given : KeycloakModelUtils.generateId();
  setCookie(session, COOKIE, key);
  return named === null ? key : keyNaming(key, named);
}

/**
 * Whether a form comes from a page shown in this browser. Another site may have planted the cookie, so the form's origin is checked, too.
 *
 * @param signedOut whom the form's button signs out: the page must have named this user, who may have signed in since
 */
export function isConfirmed(session: KeycloakSession, signedOut: UserModel | null = null): boolean {
  const key = readCookie(session, COOKIE);
  const given = formField(session, FIELD);
  if (!key || given === null || isFromOtherSite(session)) return false;
  return signedOut === null ? given.split(SEPARATOR)[0] === key : given === keyNaming(key, signedOut);
}

const SEPARATOR = '.';

function keyNaming(key: string, user: UserModel): string {
  return key + SEPARATOR + sha256(`${key} ${user.getId()}`);
}

function isFromOtherSite(session: KeycloakSession): boolean {
  const given = { site: headerOf(session, 'Sec-Fetch-Site'), origin: headerOf(session, 'Origin') };
  return isOtherSite(given, baseUrl(session));
}
