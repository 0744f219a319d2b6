/** What a realm's SMTP settings mean to Jakarta Mail. */

/** For each step of the conversation with the mail server. */
const SMTP_STEP_TIMEOUT_MILLIS = 5_000;

/** Keycloak's names: `host`, `port`, `from`, `ssl`, `starttls`, `auth`, `authType`, `allowutf8`, … */
export type SmtpSettings = Readonly<Record<string, string>>;

/** Whether the mail server can be given this address; characters beyond ASCII need an extension (RFC 6531) that is off by default. */
export function canSendTo(settings: SmtpSettings, address: string): boolean {
  return settings.allowutf8 === 'true' || !/[^ -~]/.test(address);
}

/** How Keycloak signs in at the mail server: the names are those of its own authenticators. */
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
    // Else a mail server that can't be reached is tried twice.
    'mail.smtp.socketFactory.fallback': 'false',
    // Those that Angus Mail makes itself, under TLS, close when a mail's time is over, as those of the host do.
    'mail.smtp.usesocketchannels': 'true',
    // Also the place after the @ of the Message-ID, which would be the name of this machine otherwise.
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
