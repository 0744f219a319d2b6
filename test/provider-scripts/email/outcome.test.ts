/** What the host's words of an email that wasn't sent mean. */
import { describe, expect, test } from 'vitest';
import { describeAttempt, resultOf } from '../../../provider-scripts/src/email/outcome.ts';
import { FINDINGS } from '../../../provider-scripts/src/platform/errors/catalogue/findings.ts';

const MAIL = 'org.keycloak.email.EmailException org.eclipse.angus.mail.util.MailConnectException ';
const PLAIN = 'org.keycloak.email.EmailException jakarta.mail.MessagingException ';
const TLS = `${PLAIN}javax.net.ssl.SSLHandshakeException `;

const CAUSES = [
  ['CONNECT', `${MAIL}java.net.ConnectException `, 'email-connection-refused'],
  ['CONNECT', `${MAIL}java.net.NoRouteToHostException `, 'email-connection-refused'],
  ['CONNECT', `${MAIL}java.net.UnknownHostException `, 'email-host-unknown'],
  ['CONNECT', `${MAIL}java.nio.channels.UnresolvedAddressException `, 'email-host-unknown'],
  ['CONNECT', `${MAIL}java.net.SocketTimeoutException `, 'email-no-response'],
  ['RCPT', 'jakarta.mail.MessagingException java.net.SocketTimeoutException ', 'email-no-response'],
  ['CONNECT', `${PLAIN}javax.net.ssl.SSLException `, 'email-tls-failed'],
  ['STARTTLS 220', TLS, 'email-tls-failed'],
  [
    'CONNECT',
    `${TLS}sun.security.validator.ValidatorException sun.security.provider.certpath.SunCertPathBuilderException `,
    'email-certificate-untrusted',
  ],
  ['CONNECT', `${TLS}java.security.cert.CertificateException `, 'email-certificate-untrusted'],
  ['AUTH 535 5.7.8', 'jakarta.mail.AuthenticationFailedException ', 'email-login-rejected'],
  ['CONNECT 554 5.7.1', 'jakarta.mail.MessagingException ', 'email-command-rejected'],
  ['end of DATA 554 5.7.1', 'jakarta.mail.MessagingException ', 'email-command-rejected'],
  ['RCPT 450 4.2.1', 'jakarta.mail.SendFailedException ', 'email-command-rejected'],
  ['RCPT 452 4.2.2', 'jakarta.mail.SendFailedException ', 'email-mailbox-full'],
  ['end of DATA 552 5.2.2', 'jakarta.mail.MessagingException ', 'email-mailbox-full'],
  // The server's own storage, and a message that is too large.
  ['RCPT 452 4.3.1', 'jakarta.mail.SendFailedException ', 'email-command-rejected'],
  ['end of DATA 552 5.3.4', 'jakarta.mail.MessagingException ', 'email-command-rejected'],
  ['MAIL', 'jakarta.mail.MessagingException ', 'email-connection-lost'],
  ['TOKEN', 'org.keycloak.email.EmailException java.net.ConnectException ', 'email-token-failed'],
  ['', 'org.linkgate.host.Secrets$Missing ', 'email-secret-missing'],
  ['', 'java.lang.IllegalStateException ', 'email-failed'],
  ['', 'org.keycloak.email.EmailException java.net.ConnectException ', 'email-connection-refused'],
] as const;

describe('an email that wasn’t sent', () => {
  test.each(CAUSES)('after %s, with %s: %s', (response, exceptions, cause) => {
    expect(resultOf({ outcome: 'failed', response, exceptions })).toEqual({ outcome: 'failed', cause });
  });

  test('in time has the cause of what it waited for', () => {
    const exceptions = 'java.util.concurrent.TimeoutException ';
    for (const response of ['', 'CONNECT', 'RCPT'])
      expect(resultOf({ outcome: 'late', response, exceptions })).toEqual({
        outcome: 'late',
        cause: 'email-no-response',
      });
  });

  test('because of its recipient is told from other rejections', () => {
    const attempt = { outcome: 'failed', response: 'RCPT 550 5.1.1', exceptions: 'a.B ' };
    expect(resultOf(attempt)).toEqual({ outcome: 'rejected', cause: 'email-recipient-rejected' });
    for (const response of ['RCPT 552', 'RCPT 552 5.2.2', 'RCPT 550 5.2.2'])
      expect(resultOf({ ...attempt, response })).toEqual({
        outcome: 'rejected',
        cause: 'email-mailbox-full',
      });
  });

  test('since the queue is full says so', () => {
    expect(resultOf({ outcome: 'busy', response: '', exceptions: '' })).toEqual({
      outcome: 'busy',
      cause: 'email-queue-full',
    });
  });

  test('is described by the deepest exception, the command and the cause', () => {
    const attempt = {
      response: 'CONNECT',
      exceptions: `${MAIL}java.net.ConnectException `,
    };
    expect(describeAttempt(attempt, 'email-connection-refused')).toBe(
      'java.net.ConnectException (CONNECT) the mail server does not accept connections at its host and port',
    );
    expect(describeAttempt({ response: '', exceptions: '' }, 'email-queue-full')).toBe(
      FINDINGS['email-queue-full'],
    );
  });
});

test('an email that was sent has no cause', () => {
  expect(resultOf({ outcome: 'sent', response: '', exceptions: '' })).toEqual({
    outcome: 'sent',
    cause: null,
  });
});

/** What an email service's response says (`api/responses.test.ts`), or that it isn't called (`email-services.test.ts`). */
const OF_SERVICES = [
  'email-address-denied',
  'email-api-busy',
  'email-api-failed',
  'email-api-rejected',
  'email-api-unclear',
];

/** What withholds an email before any route: `test/integration/email-events.test.ts`. */
const BEFORE_SENDING = ['email-address-suppressed'];

test('every cause happens', () => {
  const happened = [...CAUSES.map(([, , cause]) => cause), 'email-recipient-rejected', 'email-queue-full'];
  const all = [
    ...happened.filter((one, at) => happened.indexOf(one) === at),
    ...OF_SERVICES,
    ...BEFORE_SENDING,
  ];
  expect(all.sort()).toEqual(Object.keys(FINDINGS).filter((id) => id.startsWith('email-')));
});
