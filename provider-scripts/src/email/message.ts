/** Builds the message (RFC 5322) that carries an email's text and HTML. */
import type { MailServer, MimeBodyPart, MimeMessage } from 'keycloak';
import type { ApiEmail, Mailbox } from './api/service.ts';
import type { Sender } from './sender.ts';

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
  /** A language tag; null if it isn't known. */
  language: string | null;
  /** Further headers, in ASCII. */
  headers?: Readonly<Record<string, string>>;
}

/** RFC 3834, section 5: suppresses out-of-office replies. Exchange has its own header for that. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;

/** The finished message. */
export function createMessage(server: MailServer, sender: Sender, email: RenderedEmail): MimeMessage {
  const message = new JavaMimeMessage(server.session());
  message.setFrom(address(sender.from));
  message.setReplyTo([address(sender.replyTo)]);
  message.setRecipient(RecipientType.TO, new InternetAddress(email.to));
  message.setSubject(email.subject, CHARSET);
  message.setSentDate(new JavaDate());
  const headers = {
    ...AUTOMATIC,
    ...(email.language === null ? {} : { 'Content-Language': email.language }),
    ...sender.headers,
    ...(email.headers ?? {}),
  };
  for (const [name, value] of Object.entries(headers)) message.setHeader(name, value);
  const body = new MimeMultipart('alternative');
  body.addBodyPart(part(email.text, 'plain'));
  if (email.html !== '') body.addBodyPart(part(email.html, 'html'));
  message.setContent(body);
  message.saveChanges();
  return message;
}

/** The same as an email service gets it, which writes the message itself. */
export function apiEmail({ from, replyTo, headers }: Sender, email: RenderedEmail): ApiEmail {
  const { to, subject, text, html } = email;
  return {
    from,
    replyTo,
    to,
    subject,
    text,
    html,
    headers: { ...AUTOMATIC, ...headers, ...(email.headers ?? {}) },
  };
}

function address({ email, name }: Mailbox) {
  return name === '' ? new InternetAddress(email) : new InternetAddress(email, name, CHARSET);
}

/** Quoted-printable, whose lines are short, so that no mail server wraps a link. */
function part(text: string, subtype: 'plain' | 'html'): MimeBodyPart {
  const bodyPart = new JavaMimeBodyPart();
  bodyPart.setText(text, CHARSET, subtype);
  bodyPart.setHeader('Content-Transfer-Encoding', 'quoted-printable');
  return bodyPart;
}
