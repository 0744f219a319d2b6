/** How a realm's emails are sent. */
import type { KeycloakSession, MailServer } from 'keycloak';
import type { Settings } from '../realm/flow/parse.ts';
import { mailServer, smtpSettings } from './smtp.ts';
import type { SmtpSettings } from './smtp-properties.ts';

/** The realm's SMTP settings, read once per email: checking, sending and compensating use the same ones. */
export interface Transport {
  emailSender: Settings['emailSender'];
  smtp: SmtpSettings;
  /** The mail server's connections and queue; the queue is also used with another email sender. */
  server: MailServer;
}

/** The transport of the session's realm, with the sender that the sign-in step's settings name. */
export function transportOf(
  session: KeycloakSession,
  { emailSender }: Pick<Settings, 'emailSender'>,
  smtp: SmtpSettings = smtpSettings(session),
): Transport {
  return { emailSender, smtp, server: mailServer(session, smtp) };
}
