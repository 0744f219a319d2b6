/**
 * Amazon's notifications (SNS), by which SES reports: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html. They are
 * signed with the key of a certificate that Amazon publishes.
 */
import { jsonOf, type Members, membersIn, millisIn, textIn } from './event.ts';
import { type Checks, isCurrent } from './service.ts';

/** A topic, and the region that it belongs to. */
const TOPIC = /^arn:aws(?:-[a-z]+)*:sns:([a-z]{2}(?:-[a-z]+)+-\d):\d{12}:[A-Za-z0-9_-]{1,256}$/;
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;
const TOKEN = /^[0-9A-Za-z]{1,2048}$/;

/** By default SNS repeats a notification for about half an hour, and a policy may make it an hour. */
const OLD_MILLIS = 65 * 60_000;

/** A notification that may be Amazon's. */
export interface Notification {
  /** The path of the certificate at Amazon's host of the topic's region. */
  readonly certificate: string;
  /** The path that confirms the subscription; null for any other notification. */
  readonly confirmation: string | null;
  readonly message: string;
  readonly id: string;
  readonly signed: string;
  readonly signature: string;
  readonly hash: 'SHA1' | 'SHA256';
}

/** Amazon's host in the topic's region. */
export function hostOfTopic(topic: string): string {
  const [, region = ''] = TOPIC.exec(topic) ?? [];
  return `sns.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** The notification if it is current, of the topic, and names only Amazon's URLs; null for any other. */
export function notificationIn(body: string, topic: string, now: number): Notification | null {
  const members = membersIn(jsonOf(body));
  const { Type: type, SignatureVersion: version } = members;
  const kind = textIn(type);
  const signs = Object.hasOwn(SIGNED, kind) ? SIGNED[kind] : undefined;
  if (members.TopicArn !== topic || !TOPIC.test(topic) || signs === undefined) return null;
  if (version !== '1' && version !== '2') return null;
  if (!isCurrent(millisIn(members.Timestamp), now, OLD_MILLIS)) return null;
  const certificate = pathAt(hostOfTopic(topic), textIn(members.SigningCertURL), CERTIFICATE_PATH);
  const isConfirmation = type === 'SubscriptionConfirmation';
  const token = textIn(members.Token);
  if (certificate === null || (isConfirmation && !TOKEN.test(token))) return null;
  const signed = signedText(members, signs);
  return signed === null
    ? null
    : {
        certificate,
        // The address that it names is this one; only the token is its own.
        confirmation: isConfirmation ? `/?Action=ConfirmSubscription&TopicArn=${topic}&Token=${token}` : null,
        message: type === 'Notification' ? textIn(members.Message) : '',
        id: textIn(members.MessageId),
        signed,
        signature: textIn(members.Signature),
        hash: version === '1' ? 'SHA1' : 'SHA256',
      };
}

/** Whether Amazon has signed it, with the key of its certificate. */
export function isSignedBy(certificate: string, notification: Notification, checks: Checks): boolean {
  const { signed, signature, hash } = notification;
  return checks.rsa(certificate, signed, signature, hash);
}

/** What is signed of each type, in this order; a subject only if there is one. */
const SUBSCRIPTION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
const SIGNED: Readonly<Partial<Record<string, readonly string[]>>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: SUBSCRIPTION,
  UnsubscribeConfirmation: SUBSCRIPTION,
};

function signedText(members: Members, names: readonly string[]): string | null {
  let text = '';
  for (const name of names) {
    const value = members[name];
    if (name === 'Subject' && (value === undefined || value === null)) continue;
    if (typeof value !== 'string') return null;
    text += `${name}\n${value}\n`;
  }
  return text;
}

/** The path and query of a URL at exactly this host, without user, port or fragment; null for any other. */
function pathAt(host: string, url: string, form: RegExp): string | null {
  const start = `https://${host}`;
  if (!url.startsWith(`${start}/`)) return null;
  const path = url.slice(start.length);
  return form.test(path) ? path : null;
}
