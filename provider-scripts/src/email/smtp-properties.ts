/** Maps a realm's SMTP settings, and those of its further mail servers, to Jakarta Mail properties. */
import type { SmtpRoute } from '../realm/settings/email-routes.ts';

/** The deadline for queueing and sending an email (contract, section 6.1). A single SMTP step may use all of the remaining time. */
export const SEND_DEADLINE_MILLIS = 10_000;

/** Keycloak's names: `host`, `port`, `from`, `ssl`, `starttls`, `auth`, `authType`, `allowutf8`, … */
export type SmtpSettings = Readonly<Record<string, string>>;

/** The settings of a further mail server, with the realm's senders: TLS is required unless the route does without. */
export function settingsOfRoute({ host, port, tls, login }: SmtpRoute, own: SmtpSettings): SmtpSettings {
  const ofRealm = Object.entries(own).filter(([name]) => OF_REALM.includes(name));
  return {
    ...Object.fromEntries(ofRealm),
    host,
    port,
    ssl: String(tls === 'tls'),
    starttls: String(tls === 'starttls'),
    [STARTTLS_REQUIRED]: String(tls === 'starttls'),
    auth: String(login !== null),
    ...(login === null ? {} : { user: login.user, password: login.secret }),
  };
}

/** What senders and recipients may be, and how long a step may take; Keycloak's settings for all servers of the realm. */
const OF_REALM: readonly string[] = [
  'from',
  'fromDisplayName',
  'replyTo',
  'replyToDisplayName',
  'envelopeFrom',
  'allowutf8',
  'connectionTimeout',
  'timeout',
  'writeTimeout',
];

/** Not one of Keycloak's, whose `starttls` goes on without TLS if a server doesn't offer it. */
const STARTTLS_REQUIRED = 'starttlsRequired';

/** Whether this address can be passed to the mail server; characters beyond ASCII need an extension (RFC 6531) that is off by default. */
export function canSendTo(settings: SmtpSettings, address: string): boolean {
  return settings.allowutf8 === 'true' || !/[^ -~]/.test(address);
}

/** How Keycloak authenticates to the mail server, by the names of its own authenticators. */
export function authenticatorOf(settings: SmtpSettings): 'NONE' | 'BASIC' | 'TOKEN' {
  if (settings.auth !== 'true') return 'NONE';
  return settings.authType === 'token' ? 'TOKEN' : 'BASIC';
}

/** The timeout of an SMTP step in milliseconds: the realm's setting, but at most the deadline of the whole email. */
function stepMillis(given: string | undefined): string {
  const text = (given ?? '').trim();
  const millis = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  // For Jakarta Mail 0 means forever.
  return String(millis > 0 ? Math.min(millis, SEND_DEADLINE_MILLIS) : SEND_DEADLINE_MILLIS);
}

/** The `EHLO` name of a server at this public address, a URL or a host (RFC 5321, section 4.1.3); null for none. */
export function ehloName(address: string | null): string | null {
  const [, six, host] =
    /^(?:https?:\/\/)?(?:\[([0-9a-f:.]+)\]|([^\s/:[\]]+))(?::[0-9]+)?(?:\/|$)/i.exec(address ?? '') ?? [];
  if (six !== undefined) return `[IPv6:${six}]`;
  if (host === undefined || /[^ -~]/.test(host)) return null;
  return /^[0-9.]+$/.test(host) ? `[${host}]` : host;
}

/**
 * Names and values of Jakarta Mail's `mail.smtp.*` properties.
 *
 * @param ehloName the server's name in `EHLO`; null for the machine's name
 */
export function smtpProperties(settings: SmtpSettings, ehloName: string | null): Record<string, string> {
  return {
    'mail.smtp.host': settings.host ?? '',
    'mail.smtp.port': settings.port || '25',
    'mail.smtp.connectiontimeout': stepMillis(settings.connectionTimeout),
    'mail.smtp.timeout': stepMillis(settings.timeout),
    'mail.smtp.writetimeout': stepMillis(settings.writeTimeout),
    // Mail servers reject a name without a domain, such as that of a container.
    ...(ehloName === null ? {} : { 'mail.smtp.localhost': ehloName }),
    // Otherwise an unreachable mail server is tried twice.
    'mail.smtp.socketFactory.fallback': 'false',
    // The sockets that Angus Mail creates itself, for TLS, close when an email's time is up, as the host's do.
    'mail.smtp.usesocketchannels': 'true',
    // Also the part after the @ of the Message-ID, which would otherwise be the name of this machine.
    'mail.from': settings.from ?? '',
    ...(settings.envelopeFrom ? { 'mail.smtp.from': settings.envelopeFrom } : {}),
    'mail.smtp.ssl.checkserveridentity': 'true',
    ...(settings.ssl === 'true' ? { 'mail.smtp.ssl.enable': 'true' } : {}),
    ...(settings.starttls === 'true' ? { 'mail.smtp.starttls.enable': 'true' } : {}),
    ...(settings[STARTTLS_REQUIRED] === 'true' ? { 'mail.smtp.starttls.required': 'true' } : {}),
    ...(settings.auth === 'true' ? { 'mail.smtp.auth': 'true' } : {}),
    ...(settings.authType === 'token' ? { 'mail.smtp.auth.mechanisms': 'XOAUTH2' } : {}),
    ...(settings.allowutf8 === 'true' ? { 'mail.mime.allowutf8': 'true' } : {}),
  };
}
