/** The branding of a client, from its attributes. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { log } from '../engine/log.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { type Branding, readBranding } from './branding.ts';
import { messageKeyIn, nameInOneLine } from './name.ts';

const Locale = Java.type('java.util.Locale');
const ThemeType = Java.type('org.keycloak.theme.Theme$Type');

/** A client's branding; invalid values are ignored with a warning in the log. */
export function clientBranding(client: ClientModel): Branding {
  const { branding, problems } = readBranding((name) => client.getAttribute(`linkgate.branding.${name}`));
  for (const { text } of problems) log.warn(`client "${client.getClientId()}": ${text}; ignored`);
  return branding;
}

/**
 * The client's name as users and administrators see it: always one line, even if the client registered itself. A name that is a
 * key of the login theme's messages becomes that message, in the realm's default language so that it is the same for all; any
 * other `${…}` is shown unchanged.
 */
export function clientName(session: KeycloakSession, client: ClientModel): string {
  const name = client.getName() ?? '';
  const key = messageKeyIn(name);
  const text = key === null ? name : (messageOf(session, key) ?? name);
  return nameInOneLine(text) || nameInOneLine(client.getClientId());
}

function messageOf(session: KeycloakSession, key: string): string | null {
  const realm = requireRealm(session);
  const locale = Locale.forLanguageTag(realm.getDefaultLocale() || 'en');
  const theme = session.theme().getTheme(ThemeType.LOGIN);
  const message = theme.getEnhancedMessages(realm, locale).getProperty(key);
  // In Keycloak's message formats, apostrophes are doubled.
  return message === null ? null : message.split("''").join("'");
}
