/** Renders the mail that carries a link, from the realm's e-mail theme. */
import type { ClientModel, KeycloakSession, Mail } from 'keycloak';
import type { Brand } from '../branding/brand.ts';
import { clientBrand, clientName } from '../branding/client-brand.ts';
import { toJava } from '../engine/to-java.ts';
import { requireRealm } from '../protocol/base-url.ts';
import { minutesOf } from './lifetime.ts';

const FreeMarkerProvider = Java.type('org.keycloak.theme.freemarker.FreeMarkerProvider');
const MessageFormatterMethod = Java.type('org.keycloak.theme.beans.MessageFormatterMethod');
const ThemeType = Java.type('org.keycloak.theme.Theme$Type');
const LinkedHashMap = Java.type('java.util.LinkedHashMap');
const HostMail = Java.type('org.linkgate.host.Mail');

/** For the whole sending of a mail. */
const SEND_DEADLINE_MILLIS = 10_000;
/** For each step of the conversation with the mail server. */
const SMTP_STEP_TIMEOUT_MILLIS = 5_000;
/** The function of the provider that ordered the mail, which goes on with the outcome. */
const NEXT_FUNCTION = 'sent';

/** What a link mail is about. */
export interface LinkMail {
  to: string;
  client: ClientModel;
  link: string;
  /** The code beside the link; null for none. */
  code: string | null;
  lifetimeSeconds: number;
  /** What the function that goes on with the outcome is told. */
  state: string;
}

/** The finished message, which the host sends. */
export function renderLinkMail(session: KeycloakSession, mail: LinkMail): Mail {
  const realm = requireRealm(session);
  const brand = clientBrand(mail.client);
  const theme = session.theme().getTheme(ThemeType.EMAIL);
  const locale = session.getContext().resolveLocale(null);
  const messages = theme.getEnhancedMessages(realm, locale);
  const message = new MessageFormatterMethod(locale, messages);
  const name = clientName(mail.client);

  const attributes = new LinkedHashMap();
  attributes.put('link', mail.link);
  if (mail.code !== null) attributes.put('code', mail.code);
  attributes.put('lifetimeMinutes', minutesOf(mail.lifetimeSeconds));
  attributes.put('email', mail.to);
  attributes.put('clientName', name);
  attributes.put('realmName', realm.getDisplayName() ?? realm.getName());
  attributes.put('brand', toJava({ ...brand }));
  attributes.put('msg', message);
  attributes.put('properties', theme.getProperties());
  attributes.put('locale', locale);
  attributes.put('lang', locale.toLanguageTag());
  attributes.put('ltr', !RIGHT_TO_LEFT.includes(locale.getLanguage()));
  const render = (template: string) =>
    session.getProvider(FreeMarkerProvider.class).processTemplate(attributes, template, theme);
  const subject = brand.subject ?? String(message.exec([`linkgateMagicLinkSubject`, name]));
  return new HostMail(
    smtpSettings(session, brand),
    mail.to,
    subject,
    render('text/magic-link.ftl'),
    render('html/magic-link.ftl'),
    SEND_DEADLINE_MILLIS,
    NEXT_FUNCTION,
    mail.state,
  );
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he', 'ur'];

/** The realm's mail server, with the client's sender name and time-outs that fit the deadline. */
function smtpSettings(session: KeycloakSession, brand: Brand): Record<string, string> {
  const settings: Record<string, string> = {};
  const realms = requireRealm(session).getSmtpConfig();
  for (const name of realms.keySet().toArray()) settings[name] = realms.get(name) ?? '';
  if (brand.senderName) settings.fromDisplayName = brand.senderName;
  for (const name of ['timeout', 'connectionTimeout', 'writeTimeout'])
    settings[name] = String(SMTP_STEP_TIMEOUT_MILLIS);
  return settings;
}
