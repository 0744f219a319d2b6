/** Sends emails by the server's email sender: one that administrators have installed, or Keycloak's own. */
import type { KeycloakSession } from 'keycloak';
import { toJava } from '../platform/engine/to-java.ts';
import type { RenderedEmail } from './message.ts';
import type { SmtpSettings } from './smtp-properties.ts';

const EmailSenderProvider = Java.type('org.keycloak.email.EmailSenderProvider');

/** Sends an email by Keycloak's email sender provider, with the realm's SMTP settings and the email's sender name. */
export function sendByProvider(own: KeycloakSession, settings: SmtpSettings, email: RenderedEmail): void {
  const { to, senderName, subject, text, html } = email;
  const named = senderName === undefined ? settings : { ...settings, fromDisplayName: senderName };
  own.getProvider(EmailSenderProvider.class).send(toJava(named) as never, to, subject, text, html);
}
