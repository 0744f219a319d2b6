/** Renders the mail that carries a link, from the realm's e-mail theme. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { Brand } from '../branding/brand.ts';
import { clientName } from '../branding/client-brand.ts';
import { toJava } from '../engine/to-java.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import { isLeftToRight } from '../language/match.ts';
import { minutesOf } from '../language/minutes.ts';
import { languageFor } from '../language/selector.ts';
import { type Letter, makeMessage } from '../mail/message.ts';
import { mailServer, smtpSettings } from '../mail/smtp.ts';
import { authenticatorOf } from '../mail/smtp-properties.ts';

const FreeMarkerProvider = Java.type('org.keycloak.theme.freemarker.FreeMarkerProvider');
const MessageFormatterMethod = Java.type('org.keycloak.theme.beans.MessageFormatterMethod');
const ThemeType = Java.type('org.keycloak.theme.Theme$Type');
const Locale = Java.type('java.util.Locale');
const LinkedHashMap = Java.type('java.util.LinkedHashMap');
const Mailer = Java.type('org.linkgate.host.Mailer');

/** For waiting for its turn and sending it. */
const SEND_DEADLINE_MILLIS = 10_000;

/** How the host ended the sending. */
export type MailOutcome = 'sent' | 'failed' | 'late' | 'busy';

/** What a link mail is about. */
export interface LinkMail {
  to: string;
  /** The language of the account, if there is one; what the request asks for counts more. */
  accountsLanguage: string | null;
  client: ClientModel;
  /** How it looks. */
  brand: Brand;
  link: string;
  /** The code beside the link; null for none. */
  code: string | null;
  /** Whether the link can sign in where it was asked for. */
  handOff: boolean;
  lifetimeSeconds: number;
  /** When the link ends, in Unix seconds. */
  expiresAt: number;
  /** Nobody may get it: the mail server is asked whether it would take it, and that is all. */
  withheld: boolean;
}

/** Renders the message and sends it; one that is withheld takes and fails like any other, and isn't sent. */
export function sendLinkMail(session: KeycloakSession, mail: LinkMail): MailOutcome {
  const settings = smtpSettings(session);
  const server = mailServer(session);
  const letter = makeMessage(server, settings, renderLinkMail(session, mail));
  const signIn = authenticatorOf(settings);
  return Mailer.send(session, server, signIn, letter, mail.withheld, SEND_DEADLINE_MILLIS) as MailOutcome;
}

/** What the message says, and in which language. */
export function renderLinkMail(session: KeycloakSession, mail: LinkMail): Letter {
  const context = session.getContext();
  const realm = requireRealm(session);
  const { brand } = mail;
  const theme = session.theme().getTheme(ThemeType.EMAIL);
  const language = languageFor(session, realm, mail.accountsLanguage);
  const locale = Locale.forLanguageTag(language);
  const messages = theme.getEnhancedMessages(realm, locale);
  const message = new MessageFormatterMethod(locale, messages);
  const name = clientName(mail.client);

  const attributes = new LinkedHashMap();
  attributes.put('link', mail.link);
  if (mail.code !== null) attributes.put('code', mail.code);
  attributes.put('handOff', mail.handOff);
  attributes.put('lifetimeMinutes', minutesOf(mail.lifetimeSeconds));
  attributes.put('expiresAt', mail.expiresAt);
  attributes.put('email', mail.to);
  attributes.put('askedFrom', context.getConnection().getRemoteAddr());
  attributes.put('clientName', name);
  attributes.put('realmName', realm.getDisplayName() ?? realm.getName());
  attributes.put('brand', toJava({ ...brand }));
  attributes.put('msg', message);
  attributes.put('properties', theme.getProperties());
  attributes.put('locale', locale);
  attributes.put('lang', language);
  attributes.put('ltr', isLeftToRight(language));
  const render = (template: string) =>
    session.getProvider(FreeMarkerProvider.class).processTemplate(attributes, template, theme);
  return {
    to: mail.to,
    senderName: brand.senderName,
    subject: brand.subject ?? String(message.exec(['linkgateMagicLinkSubject', name])),
    text: render('text/magic-link.ftl'),
    html: render('html/magic-link.ftl'),
    language,
  };
}
