/** Selects the language of pages and emails: the one chosen on a page, then `ui_locales`, the account, the browser, the realm. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { languageTags, matchLanguage } from './match.ts';

const CookieProvider = Java.type('org.keycloak.cookie.CookieProvider');
const CookieType = Java.type('org.keycloak.cookie.CookieType');

/** Keycloak's note and attribute for the language chosen on a page. */
export const CHOSEN_LOCALE_NOTE = 'locale_user_requested';
/** Keycloak's client note for `ui_locales`. */
export const REQUESTED_LOCALES_NOTE = 'locale_client_requested';
/** Holds the `ui_locales` of a link's request, for this HTTP request. */
const REQUESTED_ATTRIBUTE = 'linkgate.requested-languages';
/** Keycloak's attribute for the account's language. */
export const LOCALE_ATTRIBUTE = 'locale';

/** Applies the locale of a request's notes to all later pages and emails, with or without a session. */
export function applyRequestLocale(session: KeycloakSession, notes: Readonly<Record<string, string>>): void {
  session.setAttribute(REQUESTED_ATTRIBUTE, notes[REQUESTED_LOCALES_NOTE] ?? '');
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
    if (!realm.isInternationalizationEnabled()) return null;
    return languageFor(session, realm, account?.getFirstAttribute(LOCALE_ATTRIBUTE) ?? null, ignoresBrowser);
  },
};

/** Returns the tag of the language for a user, given the language of the account, if known. */
export function languageFor(
  session: KeycloakSession,
  realm: RealmModel,
  accountLanguage: string | null,
  ignoresBrowser = false,
): string {
  const fallback = realm.getDefaultLocale() ?? 'en';
  if (!realm.isInternationalizationEnabled()) return fallback;
  const context = session.getContext();
  const query = context.getUri().getQueryParameters();
  const tab = context.getAuthenticationSession();
  const chosen = tab === null ? query.getFirst('kc_locale') : tab.getAuthNote(CHOSEN_LOCALE_NOTE);
  const requested =
    attribute(session, REQUESTED_ATTRIBUTE) ??
    tab?.getClientNote(REQUESTED_LOCALES_NOTE) ??
    query.getFirst('ui_locales');
  const preferences = [
    ...languageTags(chosen),
    ...languageTags(requested),
    ...languageTags(accountLanguage),
    ...(ignoresBrowser ? [] : browserLanguages(session)),
  ];
  return matchLanguage(preferences, languagesOf(realm), fallback);
}

/** Returns the tag of an account's own language, whatever this request's is; for an account without one, that of this request. */
export function accountLanguage(session: KeycloakSession, realm: RealmModel, account: UserModel): string {
  const own = languageTags(account.getFirstAttribute(LOCALE_ATTRIBUTE));
  return matchLanguage(own, languagesOf(realm), languageFor(session, realm, null));
}

/** Returns the language tags that a realm supports; none if it isn't internationalised. */
export function languagesOf(realm: RealmModel): string[] {
  if (!realm.isInternationalizationEnabled()) return [];
  const supported: string[] = [];
  for (const tag of realm.getSupportedLocalesStream().toList()) supported.push(tag);
  return supported;
}

/** Returns the language chosen in this browser before, then the browser's preferences. */
function browserLanguages(session: KeycloakSession): string[] {
  const tags = languageTags(session.getProvider(CookieProvider.class).get(CookieType.LOCALE));
  for (const locale of session.getContext().getRequestHeaders().getAcceptableLanguages())
    tags.push(locale.toLanguageTag());
  return tags;
}

function attribute(session: KeycloakSession, name: string): string | null {
  const value = session.getAttribute(name);
  return value === null || value === '' ? null : String(value);
}
