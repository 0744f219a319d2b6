/** What each service's reports say of an email: by the events that it documents, and by what else may arrive. */
import { describe, expect, test } from 'vitest';
import type { EmailEvent } from '../../../../provider-scripts/src/email/feedback/event.ts';
import { FEEDBACK_SERVICES } from '../../../../provider-scripts/src/email/feedback/services.ts';
import { eventOfSes } from '../../../../provider-scripts/src/email/feedback/ses.ts';
import { API_KINDS } from '../../../../provider-scripts/src/realm/settings/email-routes.ts';

const TO = 'ada@example.com';
const AT = '2026-11-30T10:00:00Z';
const MILLIS = Date.parse(AT);
const SECONDS = MILLIS / 1000;

function said(event: EmailEvent | null | undefined): string | null {
  if (event === null || event === undefined) return null;
  expect(event).toMatchObject({ id: 'id-1', to: TO, at: MILLIS });
  return [event.state, event.objection ?? '', event.words].filter((part) => part !== '').join(' ');
}

const postmark = (record: object) =>
  said(FEEDBACK_SERVICES.postmark.read(JSON.stringify({ MessageID: 'id-1', ...record }))[0]);
const bounce = (Type: string, more = {}) => ({
  RecordType: 'Bounce',
  Type,
  Email: TO,
  BouncedAt: AT,
  Details: '',
  ...more,
});

describe('Postmark reports', () => {
  test.each<[object, string | null]>([
    [{ RecordType: 'Delivery', Recipient: TO, DeliveredAt: AT, Details: '250 OK' }, 'delivered 250 OK'],
    [bounce('HardBounce', { Details: `550 ${TO} unknown` }), 'bounced hard 550 … unknown'],
    [bounce('BadEmailAddress'), 'bounced hard'],
    [bounce('SoftBounce'), 'bounced soft'],
    [bounce('DnsError'), 'bounced soft'],
    [bounce('Blocked'), 'bounced soft'],
    [bounce('SpamNotification'), 'bounced soft'],
    [bounce('Unknown'), 'bounced soft'],
    [bounce('Transient'), 'deferred'],
    [bounce('ManuallyDeactivated'), 'suppressed block'],
    [bounce('AutoResponder'), null],
    [bounce('SpamComplaint'), 'complained complaint'],
    [{ RecordType: 'SpamComplaint', Email: TO, BouncedAt: AT }, 'complained complaint'],
    [
      {
        RecordType: 'SubscriptionChange',
        Recipient: TO,
        ChangedAt: AT,
        SuppressSending: true,
        SuppressionReason: 'HardBounce',
      },
      'suppressed block HardBounce',
    ],
    [{ RecordType: 'SubscriptionChange', Recipient: TO, ChangedAt: AT, SuppressSending: false }, null],
    [{ RecordType: 'Open', Recipient: TO, ReceivedAt: AT }, null],
  ])('%j', (record, expected) => {
    expect(postmark(record)).toBe(expected);
  });
});

describe('SendGrid reports', () => {
  const sendgrid = (event: object) =>
    said(
      FEEDBACK_SERVICES.sendgrid.read(
        JSON.stringify([
          { email: TO, timestamp: SECONDS, sg_message_id: 'id-1.filter0307p1las1-1', ...event },
        ]),
      )[0],
    );
  test.each<[object, string | null]>([
    [{ event: 'processed' }, 'accepted'],
    [{ event: 'delivered', response: '250 OK' }, 'delivered 250 OK'],
    [{ event: 'deferred', response: '400 try again' }, 'deferred 400 try again'],
    [{ event: 'bounce', type: 'bounce', reason: '550 unknown' }, 'bounced hard 550 unknown'],
    [{ event: 'bounce', type: 'blocked', reason: '554 reputation' }, 'bounced soft 554 reputation'],
    [{ event: 'dropped', reason: 'Bounced Address' }, 'suppressed block Bounced Address'],
    [{ event: 'dropped', reason: 'Spam Content' }, 'bounced Spam Content'],
    [{ event: 'spamreport' }, 'complained complaint'],
    [{ event: 'open' }, null],
    [{ event: 'group_unsubscribe' }, null],
  ])('%j', (event, expected) => {
    expect(sendgrid(event)).toBe(expected);
  });

  test('several events at once', () => {
    const events = ['processed', 'open', 'delivered'].map((event) => ({
      email: TO,
      timestamp: SECONDS,
      sg_message_id: 'id-1.x',
      event,
    }));
    const read = FEEDBACK_SERVICES.sendgrid.read(JSON.stringify(events));
    expect(read.map((one) => one?.state ?? null)).toEqual(['accepted', null, 'delivered']);
  });
});

describe('Resend reports', () => {
  const resend = (type: string, data = {}) =>
    said(
      FEEDBACK_SERVICES.resend.read(
        JSON.stringify({ type, created_at: AT, data: { email_id: 'id-1', to: [TO], ...data } }),
      )[0],
    );
  test.each<[string, object, string | null]>([
    ['email.scheduled', {}, 'queued'],
    ['email.sent', {}, 'accepted'],
    ['email.delivered', {}, 'delivered'],
    ['email.delivery_delayed', {}, 'deferred'],
    ['email.bounced', { bounce: { type: 'Permanent', message: 'unknown' } }, 'bounced hard unknown'],
    ['email.bounced', { bounce: { type: 'Transient', message: 'full' } }, 'bounced soft full'],
    ['email.bounced', {}, 'bounced soft'],
    ['email.failed', { failed: { reason: 'reached_daily_quota' } }, 'bounced reached_daily_quota'],
    ['email.suppressed', { suppressed: { message: 'on the list' } }, 'suppressed block on the list'],
    ['email.complained', {}, 'complained complaint'],
    ['email.opened', {}, null],
    ['contact.created', {}, null],
  ])('%s %j', (type, data, expected) => {
    expect(resend(type, data)).toBe(expected);
  });
});

describe('Mailgun reports', () => {
  const mailgun = (event: object) =>
    said(
      FEEDBACK_SERVICES.mailgun.read(
        JSON.stringify({
          signature: {},
          'event-data': {
            recipient: TO,
            timestamp: SECONDS,
            message: { headers: { 'message-id': 'id-1' } },
            ...event,
          },
        }),
      )[0],
    );
  const failed = (code: number, message: string, reason = 'bounce') => ({
    event: 'failed',
    severity: 'permanent',
    reason,
    'delivery-status': { code, message },
  });
  test.each<[object, string | null]>([
    [{ event: 'accepted' }, 'accepted'],
    [{ event: 'delivered', 'delivery-status': { code: 250, message: 'OK' } }, 'delivered OK'],
    [{ event: 'failed', severity: 'temporary', 'delivery-status': { code: 451 } }, 'deferred'],
    [failed(550, '5.1.1 unknown'), 'bounced hard 5.1.1 unknown'],
    [failed(550, '5.7.1 reputation'), 'bounced soft 5.7.1 reputation'],
    [failed(500, 'syntax'), 'bounced hard syntax'],
    [failed(499, 'no answer'), 'bounced soft no answer'],
    [failed(498, 'too old', 'old'), 'bounced soft too old'],
    [failed(605, 'Not delivering', 'suppress-bounce'), 'suppressed block Not delivering'],
    [{ event: 'rejected' }, 'bounced'],
    [{ event: 'complained' }, 'complained complaint'],
    [{ event: 'opened' }, null],
  ])('%j', (event, expected) => {
    expect(mailgun(event)).toBe(expected);
  });
});

describe('Amazon SES reports', () => {
  const MAIL = { timestamp: AT, destination: [TO], commonHeaders: { messageId: '<id-1>' } };
  const ses = (event: object) => said(eventOfSes(JSON.stringify({ mail: MAIL, ...event })));
  const recipients = (words: string) => [{ emailAddress: TO, diagnosticCode: words }];
  const bounced = (bounceType: string, bounceSubType: string, words = '') => ({
    eventType: 'Bounce',
    bounce: { bounceType, bounceSubType, timestamp: AT, bouncedRecipients: recipients(words) },
  });
  test.each<[object, string | null]>([
    [{ eventType: 'Send', send: {} }, 'accepted'],
    [{ eventType: 'Delivery', delivery: { timestamp: AT, smtpResponse: '250 OK' } }, 'delivered 250 OK'],
    [
      { eventType: 'DeliveryDelay', deliveryDelay: { timestamp: AT, delayedRecipients: recipients('busy') } },
      'deferred busy',
    ],
    [bounced('Permanent', 'General', 'unknown'), 'bounced hard unknown'],
    [bounced('Transient', 'MailboxFull', 'full'), 'bounced soft full'],
    [bounced('Undetermined', 'Undetermined', '?'), 'bounced soft ?'],
    [bounced('Permanent', 'OnAccountSuppressionList', 'listed'), 'suppressed block listed'],
    [
      { ...bounced('Permanent', 'NoEmail'), eventType: undefined, notificationType: 'Bounce' },
      'bounced hard',
    ],
    [{ eventType: 'Reject', reject: { reason: 'Bad content' } }, 'bounced Bad content'],
    [{ eventType: 'Rendering Failure' }, 'bounced'],
    [
      { eventType: 'Complaint', complaint: { timestamp: AT, complaintFeedbackType: 'abuse' } },
      'complained complaint abuse',
    ],
    [{ eventType: 'Complaint', complaint: { timestamp: AT, complaintFeedbackType: 'not-spam' } }, null],
    [{ eventType: 'Open', open: {} }, null],
  ])('%j', (event, expected) => {
    expect(ses(event)).toBe(expected);
  });

  test('an email by the header that it was given, without the common ones', () => {
    const mail = { ...MAIL, commonHeaders: undefined, headers: [{ name: 'Message-ID', value: '<id-1>' }] };
    expect(said(eventOfSes(JSON.stringify({ eventType: 'Send', mail })))).toBe('accepted');
  });
});

describe('nothing is read', () => {
  const BODIES = [
    '',
    'null',
    '[]',
    '[null, 1, "a", []]',
    '{}',
    '{"event-data":1,"data":[],"mail":"x"}',
    '"text"',
    '{"a":',
    `${'['.repeat(1000)}${']'.repeat(1000)}`,
  ];
  test.each(BODIES)('of %s', (body) => {
    for (const kind of API_KINDS)
      for (const event of FEEDBACK_SERVICES[kind].read(body)) expect(event).toBeNull();
    expect(eventOfSes(body)).toBeNull();
  });

  test.each<[string, object]>([
    ['an email without an ID', { MessageID: null }],
    ['an ID with a line break', { MessageID: 'a\nb' }],
    ['an ID that is too long', { MessageID: 'x'.repeat(256) }],
    ['no recipient', { Email: 'none' }],
    ['a recipient that is too long', { Email: `${'x'.repeat(320)}@example.com` }],
    ['no time', { BouncedAt: 'yesterday' }],
    ['a time before all times', { BouncedAt: '0000-00-00' }],
  ])('of %s', (_, wrong) => {
    expect(postmark({ ...bounce('HardBounce'), ...wrong })).toBeNull();
  });
});
