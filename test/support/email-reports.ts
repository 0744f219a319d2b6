/** Reports of email services, signed as each of them does; by its own library where it has one that signs. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { Webhook } from 'svix';
import type { ApiKind } from '../../provider-scripts/src/realm/settings/email-routes.ts';

/** A signed request. */
export interface SignedReport {
  headers: Record<string, string>;
  body: string;
}

/** What a service's reports are verified by, and how they are signed. */
export interface Signer {
  /** As the vault has it. */
  secret: string;
  sign(body: string, at?: Date): SignedReport;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const secondsOf = (at: Date) => String(Math.floor(at.getTime() / 1000));

/** New secrets of the services. */
export function newSigners(): Record<ApiKind, Signer> {
  return { postmark: postmark(), sendgrid: sendgrid(), resend: resend(), mailgun: mailgun() };
}

function postmark(): Signer {
  const secret = `linkgate:${randomBytes(9).toString('base64')}`;
  const headers = { ...JSON_TYPE, Authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
  return { secret, sign: (body) => ({ headers, body }) };
}

function sendgrid(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    secret: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sign(body, at = new Date()) {
      const timestamp = secondsOf(at);
      const signature = createSign('sha256').update(`${timestamp}${body}`).sign(privateKey, 'base64');
      const headers = {
        ...JSON_TYPE,
        'X-Twilio-Email-Event-Webhook-Signature': signature,
        'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
      };
      return { headers, body };
    },
  };
}

function resend(): Signer {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  return {
    secret,
    sign(body, at = new Date()) {
      const id = `msg_${randomBytes(12).toString('hex')}`;
      const headers = {
        ...JSON_TYPE,
        'svix-id': id,
        'svix-timestamp': secondsOf(at),
        'svix-signature': new Webhook(secret).sign(id, at, body),
      };
      return { headers, body };
    },
  };
}

/** Its reports have the signature in their body, which is an object. */
function mailgun(): Signer {
  const secret = randomBytes(16).toString('hex');
  return {
    secret,
    sign(body, at = new Date()) {
      const [timestamp, token] = [secondsOf(at), randomBytes(25).toString('hex')];
      const signature = createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex');
      return {
        headers: JSON_TYPE,
        body: JSON.stringify({ ...JSON.parse(body), signature: { timestamp, token, signature } }),
      };
    },
  };
}

/** A report that an email was delivered, or bounced for good, as each service writes it. */
export function reportOf(
  kind: ApiKind,
  state: 'delivered' | 'bounced',
  email: { id: string; to: string },
): string {
  const { id, to } = email;
  const now = new Date();
  const isHard = state === 'bounced';
  switch (kind) {
    case 'postmark':
      return JSON.stringify(
        isHard
          ? {
              RecordType: 'Bounce',
              Type: 'HardBounce',
              MessageID: id,
              Email: to,
              BouncedAt: now,
              Details: `550 ${to} unknown`,
            }
          : { RecordType: 'Delivery', MessageID: id, Recipient: to, DeliveredAt: now, Details: '250 OK' },
      );
    case 'sendgrid': {
      const event = { email: to, timestamp: Number(secondsOf(now)), sg_message_id: `${id}.recvd-1` };
      const what = isHard
        ? { event: 'bounce', type: 'bounce', reason: `550 ${to} unknown` }
        : { event: 'delivered' };
      return JSON.stringify([{ ...event, ...what }]);
    }
    case 'resend':
      return JSON.stringify({
        type: `email.${state}`,
        created_at: now,
        data: {
          email_id: id,
          to: [to],
          ...(isHard ? { bounce: { type: 'Permanent', message: `550 ${to} unknown` } } : {}),
        },
      });
    case 'mailgun':
      return JSON.stringify({
        'event-data': {
          event: isHard ? 'failed' : 'delivered',
          severity: 'permanent',
          reason: 'bounce',
          recipient: to,
          timestamp: now.getTime() / 1000,
          'delivery-status': isHard
            ? { code: 550, message: `550 ${to} unknown` }
            : { code: 250, message: 'OK' },
          message: { headers: { 'message-id': id } },
        },
      });
  }
}

/** Signs a notification of Amazon's, by its documented order. */
export function signNotification(
  members: Record<string, string>,
  key: KeyObject,
  version: '1' | '2' = '2',
): string {
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const signer = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
  for (const name of names) {
    const value = members[name];
    if (value !== undefined) signer.update(`${name}\n${value}\n`);
  }
  return JSON.stringify({ ...members, SignatureVersion: version, Signature: signer.sign(key, 'base64') });
}
