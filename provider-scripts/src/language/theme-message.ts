/** The messages of the login theme, with the realm's own texts. */
import type { KeycloakSession, RealmModel } from 'keycloak';

const Locale = Java.type('java.util.Locale');
const MessageFormatterMethod = Java.type('org.keycloak.theme.beans.MessageFormatterMethod');
const ThemeType = Java.type('org.keycloak.theme.Theme$Type');

/** The message in the realm's default language, so that it is the same for all; null if there is none. */
export function themeMessage(session: KeycloakSession, realm: RealmModel, key: string): string | null {
  const locale = Locale.forLanguageTag(realm.getDefaultLocale() || 'en');
  const messages = session.theme().getTheme(ThemeType.LOGIN).getEnhancedMessages(realm, locale);
  const message = messages.getProperty(key);
  if (message === null) return null;
  try {
    return String(new MessageFormatterMethod(locale, messages).exec([key]));
  } catch {
    // No pattern of Java's MessageFormat.
    return message;
  }
}
