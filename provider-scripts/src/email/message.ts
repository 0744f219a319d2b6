/** Builds the message (RFC 5322) that carries an email's text and HTML. */
import type { MailServer, MimeBodyPart, MimeMessage } from 'keycloak';
import type { SmtpSettings } from './smtp-properties.ts';

const JavaDate = Java.type('java.util.Date');
const InternetAddress = Java.type('jakarta.mail.internet.InternetAddress');
const JavaMimeBodyPart = Java.type('jakarta.mail.internet.MimeBodyPart');
const JavaMimeMessage = Java.type('jakarta.mail.internet.MimeMessage');
const MimeMultipart = Java.type('jakarta.mail.internet.MimeMultipart');
const RecipientType = Java.type('jakarta.mail.Message$RecipientType');

const CHARSET = 'UTF-8';

/** The contents of a message. */
export interface RenderedEmail {
  to: string;
  /** The sender's display name; defaults to the realm's. */
  senderName?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** A language tag. */
  language: string;
  /** Further headers, in ASCII. */
  headers?: Readonly<Record<string, string>>;
}

/** The finished message; the sender's address is the realm's. */
export function createMessage(server: MailServer, settings: SmtpSettings, email: RenderedEmail): MimeMessage {
  const from = settings.from ?? '';
  const message = new JavaMimeMessage(server.session());
  message.setFrom(address(from, email.senderName ?? settings.fromDisplayName));
  message.setReplyTo([
    settings.replyTo
      ? address(settings.replyTo, settings.replyToDisplayName)
      : address(from, email.senderName ?? settings.fromDisplayName),
  ]);
  message.setRecipient(RecipientType.TO, new InternetAddress(email.to));
  message.setSubject(email.subject, CHARSET);
  message.setSentDate(new JavaDate());
  // RFC 3834, section 5: suppresses out-of-office replies. Exchange has its own header for that.
  message.setHeader('Auto-Submitted', 'auto-generated');
  message.setHeader('X-Auto-Response-Suppress', 'All');
  message.setHeader('Content-Language', email.language);
  for (const [name, value] of Object.entries(email.headers ?? {})) message.setHeader(name, value);
  const body = new MimeMultipart('alternative');
  body.addBodyPart(part(email.text, 'plain'));
  body.addBodyPart(part(email.html, 'html'));
  message.setContent(body);
  message.saveChanges();
  return message;
}

function address(email: string, name: string | undefined) {
  return name ? new InternetAddress(email, name, CHARSET) : new InternetAddress(email);
}

/** Quoted-printable, whose lines are short, so that no mail server wraps a link. */
function part(text: string, subtype: 'plain' | 'html'): MimeBodyPart {
  const bodyPart = new JavaMimeBodyPart();
  bodyPart.setText(text, CHARSET, subtype);
  bodyPart.setHeader('Content-Transfer-Encoding', 'quoted-printable');
  return bodyPart;
}
