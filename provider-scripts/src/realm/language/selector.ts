/** Selects the language of pages and emails: the one chosen on a page, then `ui_locales`, the account, the browser, the realm. */
import type { AuthenticationSessionModel, KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { isBackground } from '../../platform/database/background.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { hasCookie } from '../../platform/session/headers.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { languageTags, matchLanguage, regionalTag } from './match.ts';

const CookieProvider = Java.type('org.keycloak.cookie.CookieProvider');
const CookieType = Java.type('org.keycloak.cookie.CookieType');

/** Keycloak's note and attribute for the language chosen on a page. */
export const CHOSEN_LOCALE_NOTE = 'locale_user_requested';
/** Keycloak's client note for `ui_locales`. */
export const REQUESTED_LOCALES_NOTE = 'locale_client_requested';
/** Holds the `ui_locales` of a link's request, for this HTTP request. */
const REQUESTED = sessionValue<string>('requested-languages');
/** Keycloak's cookie for the language chosen on a page. */
const LOCALE_COOKIE = CookieType.LOCALE.getName();
/** Keycloak's attribute for the account's language. */
export const LOCALE_ATTRIBUTE = 'locale';

/** Applies the locale of a request's notes to all later pages and emails, with or without a session. */
export function applyRequestLocale(session: KeycloakSession, notes: Readonly<Record<string, string>>): void {
  REQUESTED.record(session, notes[REQUESTED_LOCALES_NOTE] ?? '');
}

/**
 * The same for pages whose language Keycloak's own selector chooses: as if the first of these tags that the realm has had been chosen on a page
 * before. The page's menu offers the others.
 */
export function applyPageLanguage(session: KeycloakSession, requested: string | null | undefined): void {
  const language = matchLanguage(languageTags(requested), languagesOf(requireRealm(session)), '');
  if (language !== '') session.setAttribute(CHOSEN_LOCALE_NOTE, language);
}

/** Holds the id of the account whose link was opened, or whose own page it is, for this HTTP request. */
const OPENED = sessionValue<string>('opened-account');

/** Applies the languages of a link, which its email had, to all later pages: those of its request, and its account's. */
export function applyLinkLocale(
  session: KeycloakSession,
  { request, userId }: { request: { notes: Readonly<Record<string, string>> }; userId: string | null },
): void {
  applyRequestLocale(session, request.notes);
  if (userId !== null) applyAccountLocale(session, userId);
}

/** Applies an account's language to all later pages. */
export function applyAccountLocale(session: KeycloakSession, userId: string): void {
  OPENED.record(session, userId);
}

/** Returns the account whose link was opened; null if there is none. */
export function openedAccount(session: KeycloakSession): UserModel | null {
  const id = OPENED.of(session);
  return id === null ? null : session.users().getUserById(requireRealm(session), id);
}

/** The provider's function as the host calls it. */
export const LANGUAGE = {
  /** A language tag, or null for Keycloak's own choice. */
  select(
    session: KeycloakSession,
    realm: RealmModel,
    account: UserModel | null,
    ignoresBrowser: boolean,
  ): string | null {
    if (!languagesIn(realm).isOn) return null;
    return languageFor(session, account?.getFirstAttribute(LOCALE_ATTRIBUTE) ?? null, ignoresBrowser);
  },
};

/** Returns the tag of the language for a user, given the language of the account, if known. */
export function languageFor(
  session: KeycloakSession,
  accountLanguage: string | null,
  ignoresBrowser = false,
): string {
  const { isOn, fallback, supported } = languagesIn(requireRealm(session));
  if (!isOn) return fallback;
  const tab = session.getContext().getAuthenticationSession();
  // An email of a list is sent by no request.
  const hasRequest = !isBackground(session);
  const query = (name: string) => (hasRequest ? queryParameter(session, name) : null);
  const chosen = tab === null ? query('kc_locale') : tab.getAuthNote(CHOSEN_LOCALE_NOTE);
  const requested =
    (REQUESTED.of(session) || null) ?? tab?.getClientNote(REQUESTED_LOCALES_NOTE) ?? query('ui_locales');
  const preferences = [
    ...languageTags(chosen),
    ...languageTags(requested),
    ...languageTags(accountLanguage ?? openedAccount(session)?.getFirstAttribute(LOCALE_ATTRIBUTE)),
    ...(ignoresBrowser || !hasRequest ? [] : browserLanguages(session)),
  ];
  return matchLanguage(preferences, supported, fallback);
}

/** Returns the tag of a page's or email's language for times in it: with the region that the browser names. */
export function tagForTimes(session: KeycloakSession, language: string): string {
  return regionalTag(language, browserLanguages(session));
}

/**
 * The tab's note of the language that its user's account had when the user was proven. Keycloak gives the account the language that is chosen on a
 * page of the sign-in, maybe by somebody else.
 */
export const OWN_LANGUAGE_NOTE = 'linkgate.own-language';

/** Records an account's own language in the tab in which its user is proven. */
export function recordOwnLanguage(tab: AuthenticationSessionModel, account: UserModel): void {
  tab.setAuthNote(OWN_LANGUAGE_NOTE, account.getFirstAttribute(LOCALE_ATTRIBUTE));
}

/**
 * Returns the tag of an account's own language, whatever this request's is: its owner is told in it of what others may have done. For an account
 * without one, that of this request.
 */
export function accountLanguage(
  session: KeycloakSession,
  realm: RealmModel,
  account: UserModel,
  ignoresBrowser = false,
): string {
  const before = session.getContext().getAuthenticationSession()?.getAuthNote(OWN_LANGUAGE_NOTE) ?? null;
  const own = languageTags(before ?? account.getFirstAttribute(LOCALE_ATTRIBUTE));
  return matchLanguage(own, languagesOf(realm), languageFor(session, null, ignoresBrowser));
}

/** Returns the language tags that a realm supports; none if it isn't internationalised. */
export function languagesOf(realm: RealmModel): readonly string[] {
  const { isOn, supported } = languagesIn(realm);
  return isOn ? supported : [];
}

/** Whether a realm is internationalised, its default language, and the tags that it supports. */
function languagesIn(realm: RealmModel): { isOn: boolean; fallback: string; supported: readonly string[] } {
  return cachedWithRealm(realm, 'languages', () => {
    const supported: string[] = [];
    for (const tag of realm.getSupportedLocalesStream().toList()) supported.push(tag);
    return {
      isOn: realm.isInternationalizationEnabled(),
      fallback: realm.getDefaultLocale() ?? 'en',
      supported,
    };
  });
}

/** Returns the language chosen in this browser before, then the browser's preferences. */
function browserLanguages(session: KeycloakSession): string[] {
  const tags = hasCookie(session, LOCALE_COOKIE)
    ? languageTags(session.getProvider(CookieProvider.class).get(CookieType.LOCALE))
    : [];
  for (const locale of session.getContext().getRequestHeaders().getAcceptableLanguages())
    tags.push(locale.toLanguageTag());
  return tags;
}
