/** Builds the message (RFC 5322) that carries an email's text and HTML. */
import type { MailServer, MimeMessage } from 'keycloak';
import { toJava } from '../platform/engine/to-java.ts';
import type { ApiEmail } from './api/service.ts';
import type { Sender } from './sender.ts';

const MailMessage = Java.type('org.linkgate.host.MailMessage');

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
  const { from, replyTo } = sender;
  const mailboxes = [from, replyTo].map((mailbox) => [mailbox.email, mailbox.name]);
  const headers = {
    ...AUTOMATIC,
    ...(email.language === null ? {} : { 'Content-Language': email.language }),
    ...sender.headers,
    ...(email.headers ?? {}),
  };
  return MailMessage.write(
    server,
    toJava(mailboxes) as never,
    email.to,
    toJava(headers) as never,
    email.subject,
    email.text,
    email.html,
  );
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
