/** Emails of a client or realm: rendered from the realm's email theme with the branding, and queued for sending. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { inAscii } from '../accounts/address/idn.ts';
import type { UserAgent } from '../http/request/user-agent.ts';
import { count, observe } from '../observability/metrics/count.ts';
import { tally } from '../observability/metrics/tally.ts';
import { FAILED_EMAILS_BY_CAUSE } from '../observability/statistics/names.ts';
import { releaseConnection } from '../platform/database/sql.ts';
import type { JsonValue } from '../platform/engine/json-value.ts';
import { log } from '../platform/engine/log.ts';
import { MILLIS_PER_SECOND } from '../platform/engine/time.ts';
import { toJava } from '../platform/engine/to-java.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { messagesOf } from '../platform/keycloak/theme-messages.ts';
import type { Branding } from '../realm/branding/branding.ts';
import { clientName, shownBranding } from '../realm/branding/client-branding.ts';
import { withoutEncodedWords } from '../realm/branding/name.ts';
import { realmName } from '../realm/branding/realm-name.ts';
import { directionOf } from '../realm/language/languages.ts';
import { type ReadyEmail, sendByRoutes } from './attempt.ts';
import { preferredRoute, senderOf } from './client-sender.ts';
import type { About } from './feedback/emails.ts';
import { recordEmail, recordSafely, suppressionOf } from './feedback/record.ts';
import { lastEnd, recordEnd } from './last-end.ts';
import { recordFailure } from './last-failure.ts';
import type { RenderedEmail } from './message.ts';
import { inOrder } from './next.ts';
import { describeAttempt, resultOf, type SendResult } from './outcome.ts';
import { isOwnAlone } from './route.ts';
import type { Sender } from './sender.ts';
import { SEND_DEADLINE_MILLIS, type SmtpSettings } from './smtp-properties.ts';
import type { Transport } from './transport.ts';

const FreeMarkerProvider = Java.type('org.keycloak.theme.freemarker.FreeMarkerProvider');
const MessageFormatterMethod = Java.type('org.keycloak.theme.beans.MessageFormatterMethod');
const ThemeType = Java.type('org.keycloak.theme.Theme$Type');
const Locale = Java.type('java.util.Locale');
const Mailer = Java.type('org.linkgate.host.Mailer');
const MailQueue = Java.type('org.linkgate.host.MailQueue');
const Senders = Java.type('org.linkgate.host.ScriptSenderFactory');

/** Placeholder for a user-supplied value: theme messages would expand every `${…}` in their arguments. */
const PLACEHOLDER = '\ufffc';

/** A browser, and when it was used. */
export interface EmailRequester {
  agent: UserAgent;
  /** A time as the email shows it. */
  time: string | null;
}

export interface BrandedEmail {
  to: string;
  /** Null for an email of the realm's own. */
  client: ClientModel | null;
  /** The logo, colours and texts of the client or realm. */
  branding: Branding;
  /** The language tag. */
  language: string;
  /** The name of the templates. */
  template: string;
  /** The name of those for a theme that doesn't extend Linkgate's (`theme-resources`). */
  plainTemplate: string;
  /** The templates' attributes beyond the common ones. */
  attributes: { readonly [name: string]: JsonValue };
  /** What requested the email, of which it tells; absent if that is nobody's browser. */
  requester?: EmailRequester | null;
  /** The literal subject; or the key of a theme message and the value of its {0}. */
  subject: string | { key: string; value: string };
  headers?: Readonly<Record<string, string>>;
  /** Whose it is, and which link it has. */
  about: About;
  /** Must not be delivered: only checks whether the mail server would accept it. */
  withheld: boolean;
}

/** Whether the realm's queues are so full that an email would be `busy` immediately; no email needs to be prepared then. */
export function isEmailBusy({ emailSender, server, routes }: Transport): boolean {
  if (emailSender !== 'smtp') return MailQueue.wouldReject(server, SEND_DEADLINE_MILLIS);
  return routes.every((route) => MailQueue.wouldReject(route.server, SEND_DEADLINE_MILLIS));
}

/**
 * Renders the message and sends it; logs and counts why it wasn't sent. Once a route has been tried, nothing here throws. A withheld email takes as
 * long and fails like any other, but isn't delivered. With the server's own email sender, which has no such dry run, it takes as long as recent emails
 * did. What is for an address that gets no emails is withheld here, from all senders.
 */
export function sendBrandedEmail(
  session: KeycloakSession,
  email: BrandedEmail,
  transport: Transport,
): SendResult {
  const rendered = renderBrandedEmail(session, email);
  const sender = senderOf(session, transport.smtp, email.client, rendered.senderName);
  const preferred = preferredRoute(session, email.client);
  const isSuppressed = suppressionOf(session, email.to) !== null;
  const withheld = email.withheld || isSuppressed;
  // Rendering may have read from the database; no connection is held while an email is sent.
  releaseConnection(session);
  const startedAt = Date.now();
  const ready = { sender, email: rendered, withheld };
  const result =
    transport.emailSender === 'smtp'
      ? sendByOwn(session, ready, transport, preferred)
      : sendByOther(session, ready, transport);
  const millis = Date.now() - startedAt;
  recordSafely(session, () => {
    if (result.cause !== null) {
      tally(session, `${FAILED_EMAILS_BY_CAUSE}${result.cause}`);
      recordFailure(session, email.to, result.cause);
      return;
    }
    if (!withheld) observe('emailTime', millis / MILLIS_PER_SECOND);
    const { to, template: kind, about, withheld: isWithheld } = email;
    const { way } = result;
    const clientUuid = email.client?.getId() ?? null;
    recordEmail(session, { to, kind, about, clientUuid, way, isSuppressed, withheld: isWithheld, millis });
  });
  return isSuppressed && result.outcome === 'sent' ? { ...result, suppressed: true } : result;
}

/** By the realm's routes; which one it was is told only where the realm has others than its own mail server. */
function sendByOwn(
  session: KeycloakSession,
  ready: ReadyEmail,
  { routes }: Transport,
  preferred: string,
): SendResult {
  const { way, ...result } = sendByRoutes(session, ready, inOrder(routes, preferred));
  return way === undefined || isOwnAlone(routes) ? result : { ...result, way };
}

/** By Keycloak's email sender provider. */
function sendByOther(session: KeycloakSession, ready: ReadyEmail, { smtp, server }: Transport): SendResult {
  const { sender, email, withheld } = ready;
  const sent = Mailer.sendBy(
    session,
    server,
    (own) => sendByProvider(own, smtp, sender, email),
    withheld,
    SEND_DEADLINE_MILLIS,
  );
  const attempt = { outcome: sent.outcome(), response: sent.response(), exceptions: sent.exceptions() };
  const result = withheld && attempt.outcome === 'sent' ? asLastOfOther(session) : resultOf(attempt);
  if (!withheld) {
    count(session, FATES[result.outcome], 'provider');
    // A failure may be about its recipient.
    if (result.outcome !== 'failed')
      recordEnd(otherWay(session), result.outcome === 'late' ? 'unknown' : 'accepted', result);
  }
  if (result.cause !== null)
    log.warn(
      `realm "${requireRealm(session).getName()}": an email was not sent: ${describeAttempt(attempt, result.cause)}`,
    );
  return result;
}

/** An email that is withheld from another sender, which has no dry run, ends as the last one did. */
function asLastOfOther(session: KeycloakSession): SendResult {
  return lastEnd(otherWay(session)) ?? { outcome: 'sent', cause: null };
}

function otherWay(session: KeycloakSession): string {
  return `email-provider ${requireRealm(session).getId()}`;
}

/** How what another email sender did is counted: it doesn't say how far it came. */
const FATES = {
  sent: 'routeAccepted',
  rejected: 'routeRejected',
  failed: 'routeUnknown',
  late: 'routeUnknown',
  busy: 'routeFault',
} as const;

/** Renders the message's contents. */
export function renderBrandedEmail(session: KeycloakSession, email: BrandedEmail): RenderedEmail {
  const realm = requireRealm(session);
  const { language, subject } = email;
  const branding = shownBranding(session, email.branding, language);
  const theme = session.theme().getTheme(ThemeType.EMAIL);
  const locale = Locale.forLanguageTag(language);
  const message = new MessageFormatterMethod(locale, messagesOf(session, theme, language));
  const given = Object.entries(email.attributes).filter(([, value]) => value !== null);
  const device = requesterText(message, email.requester ?? null);
  const attributes = Java.toJava({
    ...Object.fromEntries(given),
    ...(device === null ? {} : { device }),
    email: email.to,
    clientName: email.client === null ? realmName(realm) : clientName(session, email.client),
    realmName: realmName(realm),
    branding,
    msg: message,
    properties: theme.getProperties(),
    locale,
    lang: language,
    ltr: directionOf(language) === 'ltr',
  });
  const { template, plainTemplate } = email;
  const name = theme.getTemplate(`html/${template}.ftl`) === null ? plainTemplate : template;
  const render = (folder: 'text' | 'html') =>
    session
      .getProvider(FreeMarkerProvider.class)
      .processTemplate(attributes as never, `${folder}/${name}.ftl`, theme);
  return {
    to: inAscii(email.to) ?? email.to,
    senderName: branding.senderName === undefined ? undefined : withoutEncodedWords(branding.senderName),
    subject: withoutEncodedWords(
      typeof subject === 'string'
        ? subject
        : String(message.exec([subject.key, PLACEHOLDER]))
            .split(PLACEHOLDER)
            .join(subject.value),
    ),
    text: render('text'),
    html: render('html'),
    language,
    ...(email.headers === undefined ? {} : { headers: email.headers }),
  };
}

/** The browser, its system and the time in one text; null if neither browser nor system is known. Nothing in it is the requester's own text. */
function requesterText(
  message: InstanceType<typeof MessageFormatterMethod>,
  requester: EmailRequester | null,
): string | null {
  const text = (key: string, ...values: string[]) => String(message.exec([key, ...values]));
  if (requester === null) return null;
  const { agent, time } = requester;
  const { browser, system } = agent;
  const known =
    browser !== null && system !== null ? text('linkgateBrowserOn', browser, system) : (browser ?? system);
  return known === null || time === null ? known : text('linkgateBrowserAt', known, time);
}

/** Sends an email by Keycloak's email sender provider, with the realm's SMTP settings and the email's sender name. */
function sendByProvider(
  own: KeycloakSession,
  settings: SmtpSettings,
  { from, replyTo }: Sender,
  { to, senderName, subject, text, html }: RenderedEmail,
): void {
  const named = {
    ...settings,
    ...(senderName === undefined ? {} : { fromDisplayName: senderName }),
    ...(from.email === (settings.from ?? '') ? {} : { from: from.email }),
    ...(settings.replyTo || replyTo.email !== from.email ? { replyTo: replyTo.email } : {}),
  };
  Senders.installed(own).send(toJava(named) as never, to, subject, text, html);
}
