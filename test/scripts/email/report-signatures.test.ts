/**
 * What services sign is verified alike by these rules and by the services' own libraries; where there is none (Mailgun, Postmark), as they document
 * it. The server's own cryptography is in `test/integration/email-events.test.ts`.
 */
import { createHmac, createPublicKey, createVerify, timingSafeEqual, X509Certificate } from 'node:crypto';
import { EventEmitter } from 'node:events';
import https from 'node:https';
import sendgridLibrary from '@sendgrid/eventwebhook';
import MessageValidator from 'sns-validator';
import { Webhook } from 'svix';
import { describe, expect, test, vi } from 'vitest';
import type { Checks, Encoded, Report } from '../../../provider-scripts/src/email/feedback/service.ts';
import { FEEDBACK_SERVICES } from '../../../provider-scripts/src/email/feedback/services.ts';
import { isSignedBy, notificationIn } from '../../../provider-scripts/src/email/feedback/sns.ts';
import { API_KINDS, type ApiKind } from '../../../provider-scripts/src/realm/settings/email-routes.ts';
import { newSigners, reportOf, type SignedReport, signNotification } from '../../support/email-reports.ts';
import { newSigningCertificate } from '../../support/signing-certificate.ts';

const SIGNERS = newSigners();
const TO = { id: 'id-1', to: 'ada@example.com' };

const bytesOf = ({ as, text }: Encoded) => Buffer.from(text, as === 'text' ? 'utf8' : as);

const CHECKS: Checks = {
  hmac(key, text, signature) {
    const wanted = createHmac('sha256', bytesOf(key)).update(text).digest();
    const given = bytesOf(signature);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  },
  ecdsa(publicKey, text, signature) {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
    return createVerify('sha256').update(text).verify(key, signature, 'base64');
  },
  rsa: (certificate, text, signature, hash) =>
    createVerify(hash).update(text).verify(new X509Certificate(certificate).publicKey, signature, 'base64'),
  login: (credentials, wanted) => Buffer.from(credentials, 'base64').toString() === wanted,
};

function reported({ headers, body }: SignedReport, now = Date.now()): Report {
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { header: (name) => lower[name.toLowerCase()] ?? '', body, now };
}

const isOurs = (kind: ApiKind, signed: SignedReport, secret = SIGNERS[kind].secret, now = Date.now()) =>
  FEEDBACK_SERVICES[kind].verify(reported(signed, now), secret, CHECKS) !== null;

/** By the library of the service, which throws or says no. */
const BY_LIBRARY: Partial<Record<ApiKind, (signed: SignedReport, secret: string) => boolean>> = {
  sendgrid({ headers, body }, secret) {
    const library = new sendgridLibrary.EventWebhook();
    return library.verifySignature(
      library.convertPublicKeyToECDSA(secret),
      body,
      headers['X-Twilio-Email-Event-Webhook-Signature'] ?? '',
      headers['X-Twilio-Email-Event-Webhook-Timestamp'] ?? '',
    );
  },
  resend({ headers, body }, secret) {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  },
};

/** Ways to change a signed report. */
const FORGERIES: readonly [string, (signed: SignedReport, kind: ApiKind) => SignedReport][] = [
  ['another body', ({ headers, body }) => ({ headers, body: body.replace('ada@', 'eve@') })],
  ['a body with more', ({ headers, body }) => ({ headers, body: `${body} ` })],
  ['a body with less', ({ headers, body }) => ({ headers, body: body.slice(1) })],
  [
    'a later timestamp',
    ({ headers, body }) => ({
      body,
      headers: mapped(headers, (name, value) =>
        /timestamp/i.test(name) ? String(Number(value) + 1) : value,
      ),
    }),
  ],
  [
    'another signature',
    ({ headers, body }, kind) => ({
      body,
      headers: { ...headers, ...signatureOf(kind, SIGNERS[kind].sign('[]').headers) },
    }),
  ],
];

function mapped(headers: SignedReport['headers'], value: (name: string, value: string) => string) {
  return Object.fromEntries(Object.entries(headers).map(([name, old]) => [name, value(name, old)]));
}

function signatureOf(kind: ApiKind, headers: SignedReport['headers']) {
  const name = kind === 'sendgrid' ? 'X-Twilio-Email-Event-Webhook-Signature' : 'svix-signature';
  return { [name]: headers[name] ?? '' };
}

describe.each(['sendgrid', 'resend'] as const)('%s', (kind) => {
  const { secret, sign } = SIGNERS[kind];
  const byLibrary = BY_LIBRARY[kind] ?? (() => false);
  const signed = sign(reportOf(kind, 'bounced', TO));

  test('a signed report is verified by both', () => {
    expect([isOurs(kind, signed), byLibrary(signed, secret)]).toEqual([true, true]);
  });

  test.each(FORGERIES)('%s is verified by neither', (_, forge) => {
    const forged = forge(signed, kind);
    expect(forged).not.toEqual(signed);
    expect([isOurs(kind, forged), byLibrary(forged, secret)]).toEqual([false, false]);
  });

  test('a report of another secret is verified by neither', () => {
    const other = newSigners()[kind].secret;
    expect([isOurs(kind, signed, other), byLibrary(signed, other)]).toEqual([false, false]);
  });
});

describe('Resend', () => {
  const { secret, sign } = SIGNERS.resend;
  const body = reportOf('resend', 'delivered', TO);

  test.each([
    ['of six minutes ago', -360_000, false],
    ['of four minutes ago', -240_000, true],
    ['of six minutes ahead', 360_000, false],
  ])('a report %s is verified alike', (_, offset, counts) => {
    const signed = sign(body, new Date(Date.now() + offset));
    expect([isOurs('resend', signed), BY_LIBRARY.resend?.(signed, secret)]).toEqual([counts, counts]);
  });

  test('one of several signatures is enough, as while a secret is replaced', () => {
    const { headers } = sign(body);
    const several = { ...headers, 'svix-signature': `v1,AAAA v2,BBBB ${headers['svix-signature']}` };
    expect([
      isOurs('resend', { headers: several, body }),
      BY_LIBRARY.resend?.({ headers: several, body }, secret),
    ]).toEqual([true, true]);
  });
});

/** How old a signed report may be: as long as the service repeats it, and five minutes for clocks. */
describe.each<[ApiKind, number]>([
  ['sendgrid', 24 * 3600 + 300],
  ['resend', 300],
  ['mailgun', 9 * 3600],
])('a report of %s counts', (kind, seconds) => {
  const signedAt = new Date('2026-11-30T10:00:00Z');
  const signed = SIGNERS[kind].sign(reportOf(kind, 'delivered', TO), signedAt);
  test.each([
    ['for as long as it is repeated', seconds, true],
    ['no longer', seconds + 1, false],
    ['from a clock that is five minutes ahead', -300, true],
    ['from none further ahead', -301, false],
  ])('%s', (_, later, counts) => {
    const now = signedAt.getTime() + later * 1000;
    expect(isOurs(kind, signed, SIGNERS[kind].secret, now)).toBe(counts);
  });
});

describe('Mailgun', () => {
  const { sign } = SIGNERS.mailgun;
  const body = reportOf('mailgun', 'delivered', TO);
  const changed = (change: object) => {
    const { headers, body: text } = sign(body);
    const members = JSON.parse(text);
    return { headers, body: JSON.stringify({ ...members, signature: { ...members.signature, ...change } }) };
  };

  test('a signed report is verified, and identified by its token', () => {
    const signed = sign(body);
    const { token } = JSON.parse(signed.body).signature;
    expect(FEEDBACK_SERVICES.mailgun.verify(reported(signed), SIGNERS.mailgun.secret, CHECKS)).toBe(token);
  });

  test.each<[string, object]>([
    ['another token', { token: 'a'.repeat(50) }],
    ['another time', { timestamp: String(Math.floor(Date.now() / 1000) - 1) }],
    ['another signature', { signature: '00'.repeat(32) }],
    ['a signature that is none', { signature: 'no' }],
    ['no signature', { signature: null }],
  ])('%s is not', (_, change) => {
    expect(isOurs('mailgun', changed(change))).toBe(false);
  });

  test.each([
    ['no token', { token: '' }],
    ['a short token', { token: 'a'.repeat(19) }],
    ['a token with other characters', { token: `${'a'.repeat(30)}\n` }],
    ['a time that is none', { timestamp: 'now' }],
    ['a time of thirteen digits', { timestamp: '1'.repeat(13) }],
  ])('%s is not, whatever the signature', (_, change) => {
    const checks = { ...CHECKS, hmac: () => true };
    const { secret } = SIGNERS.mailgun;
    expect(FEEDBACK_SERVICES.mailgun.verify(reported(changed({})), secret, checks)).not.toBeNull();
    expect(FEEDBACK_SERVICES.mailgun.verify(reported(changed(change)), secret, checks)).toBeNull();
  });
});

describe('Postmark', () => {
  const { secret, sign } = SIGNERS.postmark;

  test('the credentials are verified', () => {
    expect(isOurs('postmark', sign('{}'))).toBe(true);
  });

  test.each([
    ['other ones', `Basic ${Buffer.from(`${secret}x`).toString('base64')}`],
    ['empty ones', 'Basic '],
    ['none', ''],
    ['ones of another kind', `Bearer ${Buffer.from(secret).toString('base64')}`],
  ])('%s are not', (_, authorization) => {
    expect(isOurs('postmark', { headers: { Authorization: authorization }, body: '{}' })).toBe(false);
  });
});

test.each(API_KINDS)('%s: nothing that is unsigned is verified', (kind) => {
  for (const body of ['', '{}', '[]', '{"signature":{}}', 'null'])
    expect(isOurs(kind, { headers: {}, body })).toBe(false);
});

describe('Amazon SNS', () => {
  const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:mail';
  const { certificate, key } = newSigningCertificate();
  const members = {
    Type: 'Notification',
    MessageId: 'm-1',
    TopicArn: TOPIC,
    Subject: 'Amazon SES Email Event Notification',
    Message: '{"eventType":"Send"}',
    Timestamp: new Date().toISOString(),
    SigningCertURL: `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`,
  };

  function ours(body: string): boolean {
    const notification = notificationIn(body, TOPIC, Date.now());
    return notification !== null && isSignedBy(certificate, notification, CHECKS);
  }

  /** The library fetches the certificate, which Amazon would give it. */
  async function byLibrary(body: string): Promise<boolean> {
    const get = vi.spyOn(https, 'get').mockImplementation(((
      _: unknown,
      respond: (response: unknown) => void,
    ) => {
      const response = Object.assign(new EventEmitter(), { statusCode: 200 });
      queueMicrotask(() => {
        respond(response);
        response.emit('data', certificate);
        response.emit('end');
      });
      return new EventEmitter();
    }) as never);
    try {
      return await new Promise<boolean>((resolve) =>
        new MessageValidator().validate(body, (failure) => resolve(failure === null)),
      );
    } finally {
      get.mockRestore();
    }
  }

  test.each(['1', '2'] as const)('a notification of version %s is verified by both', async (version) => {
    const body = signNotification(members, key, version);
    expect([ours(body), await byLibrary(body)]).toEqual([true, true]);
  });

  test('so is a subscription', async () => {
    const confirmation = {
      ...members,
      Type: 'SubscriptionConfirmation',
      Token: 'a1b2',
      SubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription',
    };
    const { Subject: _, ...unnamed } = confirmation;
    const body = signNotification(unnamed, key);
    expect([ours(body), await byLibrary(body)]).toEqual([true, true]);
  });

  test.each<[string, object]>([
    ['another message', { Message: '{"eventType":"Bounce"}' }],
    ['another subject', { Subject: 'other' }],
    ['another ID', { MessageId: 'm-2' }],
    ['the other version', { SignatureVersion: '1' }],
    ['another version', { SignatureVersion: '3' }],
    ['another host', { SigningCertURL: 'https://evil.example/SimpleNotificationService-0a.pem' }],
    ['another signature', { Signature: 'AAAA' }],
  ])('%s is verified by neither', async (_, change) => {
    const forged = JSON.stringify({ ...JSON.parse(signNotification(members, key)), ...change });
    expect([ours(forged), await byLibrary(forged)]).toEqual([false, false]);
  });
});
