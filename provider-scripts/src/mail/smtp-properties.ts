/** What a realm's SMTP settings mean to Jakarta Mail. */

/** For each step of the conversation with the mail server. */
const SMTP_STEP_TIMEOUT_MILLIS = 5_000;

/** Keycloak's names: `host`, `port`, `from`, `ssl`, `starttls`, `auth`, `authType`, `allowutf8`, … */
export type SmtpSettings = Readonly<Record<string, string>>;

/** Whether this address can be passed to the mail server; characters beyond ASCII need an extension (RFC 6531) that is off by default. */
export function canSendTo(settings: SmtpSettings, address: string): boolean {
  return settings.allowutf8 === 'true' || !/[^ -~]/.test(address);
}

/** How Keycloak authenticates to the mail server: the names are those of its own authenticators. */
export function authenticatorOf(settings: SmtpSettings): 'NONE' | 'BASIC' | 'TOKEN' {
  if (settings.auth !== 'true') return 'NONE';
  return settings.authType === 'token' ? 'TOKEN' : 'BASIC';
}

/** Names and values of Jakarta Mail's `mail.smtp.*` properties. */
export function smtpProperties(settings: SmtpSettings): Record<string, string> {
  const timeout = String(SMTP_STEP_TIMEOUT_MILLIS);
  return {
    'mail.smtp.host': settings.host ?? '',
    'mail.smtp.port': settings.port || '25',
    'mail.smtp.connectiontimeout': timeout,
    'mail.smtp.timeout': timeout,
    'mail.smtp.writetimeout': timeout,
    // Otherwise an unreachable mail server is tried twice.
    'mail.smtp.socketFactory.fallback': 'false',
    // The sockets that Angus Mail creates itself, for TLS, close when a mail's time is up, as the host's do.
    'mail.smtp.usesocketchannels': 'true',
    // Also the part after the @ of the Message-ID, which would otherwise be the name of this machine.
    'mail.from': settings.from ?? '',
    ...(settings.envelopeFrom ? { 'mail.smtp.from': settings.envelopeFrom } : {}),
    'mail.smtp.ssl.checkserveridentity': 'true',
    ...(settings.ssl === 'true' ? { 'mail.smtp.ssl.enable': 'true' } : {}),
    ...(settings.starttls === 'true' ? { 'mail.smtp.starttls.enable': 'true' } : {}),
    ...(settings.auth === 'true' ? { 'mail.smtp.auth': 'true' } : {}),
    ...(settings.authType === 'token' ? { 'mail.smtp.auth.mechanisms': 'XOAUTH2' } : {}),
    ...(settings.allowutf8 === 'true' ? { 'mail.mime.allowutf8': 'true' } : {}),
  };
}
