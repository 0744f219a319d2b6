/** The outcomes of sending an email, shared by links, invitations and test emails, and why one wasn't sent. */
import { FINDINGS, type SendCause } from '../platform/errors/catalogue/findings.ts';

/** `late`: may have been sent; `rejected`: the mail server permanently rejects the recipient; `busy`: the queue is full. */
export type EmailOutcome = 'sent' | 'failed' | 'rejected' | 'late' | 'busy';

/** Why an email wasn't sent; a `late` one may have reached the mail server. */
export type SendFailure = Exclude<EmailOutcome, 'sent'>;

/** Which route an email took, and the ID that it got there; null without one. */
interface Way {
  route: string;
  id: string | null;
}

/** An outcome with its cause; null for an email that was sent. `way` is known where the realm has routes of its own. */
export type SendResult = ({ outcome: 'sent'; cause: null } | { outcome: SendFailure; cause: SendCause }) & {
  way?: Way;
  /** Nothing was sent, as the address gets no emails; who requested it doesn't learn that. */
  suppressed?: true;
};

/** The result for who may learn that the address gets no emails, as administrators may. */
export function toldOfSuppression(result: SendResult): SendResult {
  return result.suppressed === true ? { outcome: 'rejected', cause: 'email-address-suppressed' } : result;
}

/** The way of an email as an event's details. */
export function detailsOf({ way }: Pick<SendResult, 'way'>): Record<string, string> {
  if (way === undefined) return {};
  return { route: way.route, ...(way.id === null ? {} : { email_id: way.id }) };
}

/** Why the last email to an address that failed did, and when (Unix seconds). */
export interface LastFailure {
  cause: SendCause;
  at: number;
}

/** What the host says of an email: see `Mailer.Result`. */
export interface Attempt {
  outcome: string;
  response: string;
  exceptions: string;
  begun: boolean;
}

/** Causes by the exceptions that they throw, the first match counts: a failed handshake has both an untrusted certificate and TLS. */
const BY_EXCEPTION: readonly (readonly [RegExp, SendCause])[] = [
  [/Secrets\$Missing/, 'email-secret-missing'],
  [/UnknownHostException|UnresolvedAddressException/, 'email-host-unknown'],
  [/SocketTimeoutException|\.TimeoutException|InterruptedException|ClosedByInterrupt/, 'email-no-response'],
  [/Certificate|CertPath|\.validator\./, 'email-certificate-untrusted'],
  [/javax\.net\.ssl\./, 'email-tls-failed'],
  [/ConnectException|NoRouteToHostException|PortUnreachableException/, 'email-connection-refused'],
];

/** The mailbox is full: RFC 3463's status for it, or RFC 5321's reply to a recipient. */
const MAILBOX_FULL = /^(?:(?:RCPT|end of DATA) [45][0-9]{2} [45]\.2\.2$|RCPT 552)/;

/** The outcome and the cause of an attempt. */
export function resultOf({ outcome, response, exceptions }: Omit<Attempt, 'begun'>): SendResult {
  if (outcome === 'sent') return { outcome, cause: null };
  if (outcome === 'busy') return { outcome, cause: 'email-queue-full' };
  if (outcome === 'late') return { outcome, cause: causeOf(response, exceptions) };
  if (/^RCPT 5/.test(response)) {
    const isFull = MAILBOX_FULL.test(response);
    return { outcome: 'rejected', cause: isFull ? 'email-mailbox-full' : 'email-recipient-rejected' };
  }
  return { outcome: 'failed', cause: causeOf(response, exceptions) };
}

function causeOf(response: string, exceptions: string): SendCause {
  // Before there is a connection, the authenticator fetches a token elsewhere.
  if (response === 'TOKEN') return 'email-token-failed';
  if (MAILBOX_FULL.test(response)) return 'email-mailbox-full';
  const [, command, code] = /^(.+?)(?: ([45])[0-9]{2}(?: [0-9.]+)?)?$/.exec(response) ?? [];
  if (code !== undefined) return command === 'AUTH' ? 'email-login-rejected' : 'email-command-rejected';
  for (const [pattern, cause] of BY_EXCEPTION) if (pattern.test(exceptions)) return cause;
  // Keycloak's own email sender doesn't say more.
  return command === undefined ? 'email-failed' : 'email-connection-lost';
}

/** What the log says of an email that wasn't sent, for administrators: no exception's text, which may contain the address. */
export function describeAttempt(attempt: Pick<Attempt, 'response' | 'exceptions'>, cause: SendCause): string {
  const names = attempt.exceptions.trim().split(' ');
  const said = [names[names.length - 1] ?? '', attempt.response === '' ? '' : `(${attempt.response})`];
  return [...said, FINDINGS[cause]].filter((part) => part !== '').join(' ');
}
