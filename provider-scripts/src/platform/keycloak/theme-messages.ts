/** The messages of themes, with the realm's own texts. */
import type { KeycloakSession, Properties, Theme } from 'keycloak';
import { cachedWithRealm } from '../session/cached-with-realm.ts';
import { requireRealm } from './realm.ts';

const Locale = Java.type('java.util.Locale');
const MessageFormatterMethod = Java.type('org.keycloak.theme.beans.MessageFormatterMethod');
const ThemeType = Java.type('org.keycloak.theme.Theme$Type');

/** A theme's messages in one of the realm's languages. If Keycloak caches themes, they are merged once until the realm changes. */
export function messagesOf(session: KeycloakSession, theme: Theme, language: string): Properties {
  const realm = requireRealm(session);
  const merge = () => theme.getEnhancedMessages(realm, Locale.forLanguageTag(language));
  return session.theme().isCacheEnabled()
    ? cachedWithRealm(realm, `messages.${theme.getType()}.${theme.getName()}.${language}`, merge)
    : merge();
}

/** The message of the login theme in the realm's default language, so that it is the same for all; null if there is none. */
export function themeMessage(session: KeycloakSession, key: string): string | null {
  const language = requireRealm(session).getDefaultLocale() || 'en';
  const messages = messagesOf(session, session.theme().getTheme(ThemeType.LOGIN), language);
  const message = messages.getProperty(key);
  if (message === null) return null;
  try {
    return String(new MessageFormatterMethod(Locale.forLanguageTag(language), messages).exec([key]));
  } catch {
    // No pattern of Java's MessageFormat.
    return message;
  }
}
