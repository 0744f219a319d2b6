/**
 * Asks before a link is used: always where it replaces the session of another person, so that nobody is signed in as somebody else
 * unawares (login CSRF); otherwise as the setting says, so that mail scanners don't use links up.
 */
import type { KeycloakSession, Response } from 'keycloak';
import { clientName } from '../../branding/client-brand.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { type OwnCookie, readCookie, setCookie } from '../../keycloak/cookie.ts';
import { page } from '../../pages/page.ts';
import { formField } from './form-field.ts';
import { isFromOtherSite } from './prefetch.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');

/** Holds what the forms of these pages must repeat. Another site's form doesn't have it. */
const COOKIE: OwnCookie = { name: 'LINKGATE_CONFIRM', sameSite: 'STRICT', lifetimeSeconds: 900 };
const FIELD = 'confirm';
/** As Keycloak makes identifiers. */
const KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The page that asks; its form comes back as `POST`. */
export function askFirst(
  session: KeycloakSession,
  token: string,
  email: string,
  liveEmail: string | null,
): Response {
  const key = confirmKey(session);
  const client = session.getContext().getClient();
  return page(session, 'linkgate-confirm.ftl', 200, {
    confirmAction: `${baseUrl(session)}/verify-email`,
    confirmToken: token,
    confirmKey: key,
    email,
    liveEmail,
    clientName: client === null ? null : clientName(session, client),
  });
}

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
