/** How a realm's emails are sent. */
import type { KeycloakSession, MailServer } from 'keycloak';
import type { Settings } from '../settings/parse.ts';
import { mailServer, smtpSettings } from './smtp.ts';
import type { SmtpSettings } from './smtp-properties.ts';

/** Read once for an email: checking, sending and compensating use the same settings. */
export interface Transport {
  emailSender: Settings['emailSender'];
  smtp: SmtpSettings;
  /** Its connections, and its place in the queue: also where another sender sends. */
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
