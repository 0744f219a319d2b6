/** Hands an email to the email sender that administrators have installed in the server, or to Keycloak's own. */
import type { KeycloakSession } from 'keycloak';
import { toJava } from '../engine/to-java.ts';
import type { Letter } from './message.ts';
import type { SmtpSettings } from './smtp-properties.ts';

const EmailSenderProvider = Java.type('org.keycloak.email.EmailSenderProvider');

/** Sends it by the provider that Keycloak's own emails go through, which gets the realm's settings with the sender's name that the email has. */
export function sendByProvider(own: KeycloakSession, settings: SmtpSettings, letter: Letter): void {
  const { to, senderName, subject, text, html } = letter;
  const named = senderName === undefined ? settings : { ...settings, fromDisplayName: senderName };
  own.getProvider(EmailSenderProvider.class).send(toJava(named) as never, to, subject, text, html);
}
