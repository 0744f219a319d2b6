/** Amazon's notifications: only those of the configured topic that name Amazon's own host of its region, and are current. */
import { describe, expect, test } from 'vitest';
import { hostOfTopic, notificationIn } from '../../../../provider-scripts/src/email/feedback/sns.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:mail';
const NOW = Date.parse('2026-11-30T10:00:00Z');
const CERTIFICATE = `/SimpleNotificationService-${'0a'.repeat(16)}.pem`;
const HOST = 'https://sns.eu-central-1.amazonaws.com';

const NOTIFICATION = {
  Type: 'Notification',
  MessageId: 'm-1',
  TopicArn: TOPIC,
  Message: '{"eventType":"Send"}',
  Timestamp: '2026-11-30T10:00:00.000Z',
  SignatureVersion: '2',
  Signature: 'c2lnbmF0dXJl',
  SigningCertURL: `${HOST}${CERTIFICATE}`,
};
const CONFIRMATION = {
  ...NOTIFICATION,
  Type: 'SubscriptionConfirmation',
  Message: 'You have chosen to subscribe',
  Token: 'a1b2',
  SubscribeURL: 'https://10.0.0.1/?Action=ConfirmSubscription&TopicArn=other&Token=other',
};

const read = (members: object, now = NOW) => notificationIn(JSON.stringify(members), TOPIC, now);

test('a notification has what is signed, in its order', () => {
  expect(read(NOTIFICATION)).toEqual({
    certificate: CERTIFICATE,
    confirmation: null,
    message: NOTIFICATION.Message,
    id: 'm-1',
    signed: `Message\n${NOTIFICATION.Message}\nMessageId\nm-1\nTimestamp\n${NOTIFICATION.Timestamp}\nTopicArn\n${TOPIC}\nType\nNotification\n`,
    signature: NOTIFICATION.Signature,
    hash: 'SHA256',
  });
  expect(read({ ...NOTIFICATION, Subject: 'S' })?.signed).toContain(
    '\nMessageId\nm-1\nSubject\nS\nTimestamp\n',
  );
  expect(read({ ...NOTIFICATION, Subject: null })?.signed).not.toContain('Subject');
  expect(read({ ...NOTIFICATION, SignatureVersion: '1' })?.hash).toBe('SHA1');
});

test('a subscription is confirmed for the configured topic at Amazon, whatever its own URL says', () => {
  const read1 = read(CONFIRMATION);
  expect(read1?.confirmation).toBe(`/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=a1b2`);
  expect(read1?.message).toBe('');
  expect(read1?.signed).toContain(`\nSubscribeURL\n${CONFIRMATION.SubscribeURL}\nTimestamp\n`);
});

test.each([
  [TOPIC, 'sns.eu-central-1.amazonaws.com'],
  ['arn:aws-cn:sns:cn-north-1:123456789012:mail', 'sns.cn-north-1.amazonaws.com.cn'],
  ['arn:aws-us-gov:sns:us-gov-west-1:123456789012:mail', 'sns.us-gov-west-1.amazonaws.com'],
])('the host of %s is %s', (topic, host) => {
  expect(hostOfTopic(topic)).toBe(host);
});

describe('it is none', () => {
  test.each<[string, object]>([
    ['of another topic', { TopicArn: 'arn:aws:sns:eu-central-1:123456789012:other' }],
    ['of another region', { TopicArn: 'arn:aws:sns:eu-west-1:123456789012:mail' }],
    ['with another type', { Type: 'Other' }],
    ['with a type that every object has', { Type: 'constructor' }],
    ['without a type', { Type: undefined }],
    ['with another version', { SignatureVersion: '3' }],
    ['with a version that is a number', { SignatureVersion: 2 }],
    ['with a certificate at a private address', { SigningCertURL: `https://10.0.0.1${CERTIFICATE}` }],
    ['with a certificate at a metadata service', { SigningCertURL: `http://169.254.169.254${CERTIFICATE}` }],
    [
      'with a certificate without TLS',
      { SigningCertURL: `http://sns.eu-central-1.amazonaws.com${CERTIFICATE}` },
    ],
    [
      'with a certificate of another region',
      { SigningCertURL: `https://sns.eu-west-1.amazonaws.com${CERTIFICATE}` },
    ],
    ['with a certificate at another host', { SigningCertURL: `${HOST}.evil.example${CERTIFICATE}` }],
    [
      'with a certificate at a host as long',
      { SigningCertURL: `${HOST.replace('.com', '.net')}${CERTIFICATE}` },
    ],
    ['with a certificate of a user', { SigningCertURL: `${HOST}@evil.example${CERTIFICATE}` }],
    ['with a certificate at a port', { SigningCertURL: `${HOST}:8443${CERTIFICATE}` }],
    ['with a certificate in a bucket', { SigningCertURL: `https://s3.amazonaws.com/evil${CERTIFICATE}` }],
    ['with another file', { SigningCertURL: `${HOST}/other.pem` }],
    ['with a query', { SigningCertURL: `${HOST}${CERTIFICATE}?x=.pem` }],
    ['with a way up', { SigningCertURL: `${HOST}/..${CERTIFICATE}` }],
    ['without a certificate', { SigningCertURL: undefined }],
    ['without a message', { Message: undefined }],
    ['with a message that is an object', { Message: {} }],
    ['without a time', { Timestamp: undefined }],
  ])('%s', (_, wrong) => {
    expect(read({ ...NOTIFICATION, ...wrong })).toBeNull();
  });

  test.each<[string, object]>([
    ['without a token', { Token: undefined }],
    ['with a token that names another topic', { Token: `a1&TopicArn=other` }],
    ['with a token with a line break', { Token: 'a\nb' }],
  ])('if it is a confirmation %s', (_, wrong) => {
    expect(read({ ...CONFIRMATION, ...wrong })).toBeNull();
  });

  test.each<[string, number, boolean]>([
    ['of now', 0, true],
    ['that is repeated for an hour', 3_600_000, true],
    ['of yesterday', 86_400_000, false],
    ['by a clock that is a little ahead', -240_000, true],
    ['of tomorrow', -86_400_000, false],
  ])('depends on the time: %s', (_, age, counts) => {
    expect(read(NOTIFICATION, NOW + age) !== null).toBe(counts);
  });

  test.each(['', '[]', 'null', '{', '"x"'])('if its body is %j', (body) => {
    expect(notificationIn(body, TOPIC, NOW)).toBeNull();
  });

  test('for a topic that is none', () => {
    expect(notificationIn(JSON.stringify({ ...NOTIFICATION, TopicArn: 'x' }), 'x', NOW)).toBeNull();
  });
});
