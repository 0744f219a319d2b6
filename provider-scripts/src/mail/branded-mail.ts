/** Mails of a client: rendered from the realm's e-mail theme with the client's brand, and queued for sending. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { Brand } from '../branding/brand.ts';
import { clientName } from '../branding/client-brand.ts';
import { withoutEncodedWords } from '../branding/name.ts';
import { realmName } from '../branding/realm-name.ts';
import { releaseConnection } from '../database/sql.ts';
import type { JsonValue } from '../engine/json-value.ts';
import { MILLIS_PER_SECOND } from '../engine/time.ts';
import { toJava } from '../engine/to-java.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { directionOf } from '../language/languages.ts';
import { observe } from '../metrics/count.ts';
import { type Letter, makeMessage } from './message.ts';
import type { MailOutcome } from './outcome.ts';
import { sendByProvider } from './provider.ts';
import { authenticatorOf, SEND_DEADLINE_MILLIS } from './smtp-properties.ts';
import type { Transport } from './transport.ts';

const FreeMarkerProvider = Java.type('org.keycloak.theme.freemarker.FreeMarkerProvider');
const MessageFormatterMethod = Java.type('org.keycloak.theme.beans.MessageFormatterMethod');
const ThemeType = Java.type('org.keycloak.theme.Theme$Type');
const Locale = Java.type('java.util.Locale');
const LinkedHashMap = Java.type('java.util.LinkedHashMap');
const Mailer = Java.type('org.linkgate.host.Mailer');
const MailQueue = Java.type('org.linkgate.host.MailQueue');

/** Stands for a text that somebody wrote: those of the theme replace every `${…}` in what they are given by other texts. */
const PLACE = '\ufffc';

/** A mail. */
export interface BrandedMail {
  to: string;
  client: ClientModel;
  /** How it looks. */
  brand: Brand;
  /** The language tag of mail and texts. */
  language: string;
  /** The name of its templates. */
  template: string;
  /** What they show beside what every mail has. */
  attributes: { readonly [name: string]: JsonValue };
  /** As it is; or the key of the theme's text, and what stands for {0} in it. */
  subject: string | { key: string; value: string };
  headers?: Readonly<Record<string, string>>;
  /** Nobody may get it: the mail server is asked whether it would accept it, and that is all. */
  withheld: boolean;
}

/** Whether a mail of the realm would be `busy` at once, so that nothing needs to be prepared for one. */
export function isMailBusy({ server }: Transport): boolean {
  return MailQueue.isHopeless(server, SEND_DEADLINE_MILLIS);
}

/**
 * Renders the message and sends it. A withheld one takes as long and fails like any other, but isn't sent; where the server's own e-mail
 * sender sends, which can't be asked, it takes as long as others took recently.
 */
export function sendBrandedMail(
  session: KeycloakSession,
  mail: BrandedMail,
  { mailSender, smtp, server }: Transport,
): MailOutcome {
  const letter = renderBrandedMail(session, mail);
  // Rendering may have read from the database; while a mail is sent, nobody's connection is held.
  releaseConnection(session);
  const begun = Date.now();
  const outcome =
    mailSender === 'smtp'
      ? Mailer.send(
          session,
          server,
          authenticatorOf(smtp),
          makeMessage(server, smtp, letter),
          mail.withheld,
          SEND_DEADLINE_MILLIS,
        )
      : Mailer.sendBy(
          session,
          server,
          (own) => sendByProvider(own, smtp, letter),
          mail.withheld,
          SEND_DEADLINE_MILLIS,
        );
  if (outcome === 'sent' && !mail.withheld) observe('mailTime', (Date.now() - begun) / MILLIS_PER_SECOND);
  return outcome as MailOutcome;
}

/** What the message says. */
export function renderBrandedMail(session: KeycloakSession, mail: BrandedMail): Letter {
  const realm = requireRealm(session);
  const { brand, language, subject } = mail;
  const theme = session.theme().getTheme(ThemeType.EMAIL);
  const locale = Locale.forLanguageTag(language);
  const message = new MessageFormatterMethod(locale, theme.getEnhancedMessages(realm, locale));
  const attributes = new LinkedHashMap();
  for (const [name, value] of Object.entries(mail.attributes))
    if (value !== null) attributes.put(name, toJava(value));
  attributes.put('email', mail.to);
  attributes.put('clientName', clientName(session, mail.client));
  attributes.put('realmName', realmName(realm));
  attributes.put('brand', toJava({ ...brand }));
  attributes.put('msg', message);
  attributes.put('properties', theme.getProperties());
  attributes.put('locale', locale);
  attributes.put('lang', language);
  attributes.put('ltr', directionOf(language) === 'ltr');
  const render = (folder: 'text' | 'html') =>
    session
      .getProvider(FreeMarkerProvider.class)
      .processTemplate(attributes, `${folder}/${mail.template}.ftl`, theme);
  return {
    to: mail.to,
    senderName: brand.senderName === undefined ? undefined : withoutEncodedWords(brand.senderName),
    subject: withoutEncodedWords(
      typeof subject === 'string'
        ? subject
        : String(message.exec([subject.key, PLACE]))
            .split(PLACE)
            .join(subject.value),
    ),
    text: render('text'),
    html: render('html'),
    language,
    ...(mail.headers === undefined ? {} : { headers: mail.headers }),
  };
}
