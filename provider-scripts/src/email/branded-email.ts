/** Emails of a client: rendered from the realm's email theme with the client's branding, and queued for sending. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import type { Branding } from '../branding/branding.ts';
import { clientName } from '../branding/client-branding.ts';
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
import type { EmailOutcome } from './outcome.ts';
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

/** An email. */
export interface BrandedEmail {
  to: string;
  client: ClientModel;
  /** How it looks. */
  branding: Branding;
  /** The language tag of email and texts. */
  language: string;
  /** The name of its templates. */
  template: string;
  /** What they show beside what every email has. */
  attributes: { readonly [name: string]: JsonValue };
  /** As it is; or the key of the theme's text, and what stands for {0} in it. */
  subject: string | { key: string; value: string };
  headers?: Readonly<Record<string, string>>;
  /** Nobody may get it: the mail server is asked whether it would accept it, and that is all. */
  withheld: boolean;
}

/** Whether an email of the realm would be `busy` at once, so that nothing needs to be prepared for one. */
export function isEmailBusy({ server }: Transport): boolean {
  return MailQueue.isHopeless(server, SEND_DEADLINE_MILLIS);
}

/**
 * Renders the message and sends it. A withheld one takes as long and fails like any other, but isn't sent; where the server's own email
 * sender sends, which can't be asked, it takes as long as others took recently.
 */
export function sendBrandedEmail(
  session: KeycloakSession,
  email: BrandedEmail,
  { emailSender, smtp, server }: Transport,
): EmailOutcome {
  const letter = renderBrandedEmail(session, email);
  // Rendering may have read from the database; while an email is sent, nobody's connection is held.
  releaseConnection(session);
  const begun = Date.now();
  const outcome =
    emailSender === 'smtp'
      ? Mailer.send(
          session,
          server,
          authenticatorOf(smtp),
          makeMessage(server, smtp, letter),
          email.withheld,
          SEND_DEADLINE_MILLIS,
        )
      : Mailer.sendBy(
          session,
          server,
          (own) => sendByProvider(own, smtp, letter),
          email.withheld,
          SEND_DEADLINE_MILLIS,
        );
  if (outcome === 'sent' && !email.withheld) observe('emailTime', (Date.now() - begun) / MILLIS_PER_SECOND);
  return outcome as EmailOutcome;
}

/** What the message says. */
export function renderBrandedEmail(session: KeycloakSession, email: BrandedEmail): Letter {
  const realm = requireRealm(session);
  const { branding, language, subject } = email;
  const theme = session.theme().getTheme(ThemeType.EMAIL);
  const locale = Locale.forLanguageTag(language);
  const message = new MessageFormatterMethod(locale, theme.getEnhancedMessages(realm, locale));
  const attributes = new LinkedHashMap();
  for (const [name, value] of Object.entries(email.attributes))
    if (value !== null) attributes.put(name, toJava(value));
  attributes.put('email', email.to);
  attributes.put('clientName', clientName(session, email.client));
  attributes.put('realmName', realmName(realm));
  attributes.put('branding', toJava({ ...branding }));
  attributes.put('msg', message);
  attributes.put('properties', theme.getProperties());
  attributes.put('locale', locale);
  attributes.put('lang', language);
  attributes.put('ltr', directionOf(language) === 'ltr');
  const render = (folder: 'text' | 'html') =>
    session
      .getProvider(FreeMarkerProvider.class)
      .processTemplate(attributes, `${folder}/${email.template}.ftl`, theme);
  return {
    to: email.to,
    senderName: branding.senderName === undefined ? undefined : withoutEncodedWords(branding.senderName),
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
    ...(email.headers === undefined ? {} : { headers: email.headers }),
  };
}
