/** Postmark's webhooks: https://postmarkapp.com/developer/webhooks/webhooks-overview. They aren't signed: the URL has a user and a password. */
import { type EmailEvent, eventOf, jsonOf, type Members, membersIn, type Objection } from './event.ts';
import type { FeedbackService } from './service.ts';

/** Bounces that say that there is no mailbox (https://postmarkapp.com/developer/api/bounce-api#bounce-types). */
const HARD: readonly unknown[] = ['HardBounce', 'BadEmailAddress'];
/** Types that are no bounce of this email. */
const NO_BOUNCE: readonly unknown[] = [
  'Subscribe',
  'Unsubscribe',
  'AutoResponder',
  'AddressChange',
  'OpenRelayTest',
  'ChallengeVerification',
  'Unconfirmed',
];

export const POSTMARK_FEEDBACK: FeedbackService = {
  verify(report, secret, checks) {
    const [, credentials] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(report.header('Authorization')) ?? [];
    return credentials !== undefined && checks.login(credentials, secret) ? '' : null;
  },
  read: (body) => [eventIn(membersIn(jsonOf(body)))],
};

function eventIn(record: Members): EmailEvent | null {
  const { RecordType: kind, MessageID: id, Type: type, Email: email, Recipient: recipient } = record;
  const words = record.Details ?? record.Description;
  if (kind === 'Delivery')
    return eventOf({ id, to: recipient, state: 'delivered', at: record.DeliveredAt, words });
  const found = { id, to: email, at: record.BouncedAt, words };
  if (kind === 'SpamComplaint' || type === 'SpamComplaint')
    return eventOf({ ...found, state: 'complained', objection: 'complaint' });
  if (kind === 'SubscriptionChange') return subscriptionIn(record);
  if (kind !== 'Bounce' || NO_BOUNCE.includes(type)) return null;
  if (type === 'Transient') return eventOf({ ...found, state: 'deferred' });
  if (type === 'ManuallyDeactivated') return eventOf({ ...found, state: 'suppressed', objection: 'block' });
  const objection: Objection = HARD.includes(type) ? 'hard' : 'soft';
  return eventOf({ ...found, state: 'bounced', objection });
}

/** The address was taken off, or put back on: only the former is about an email. */
function subscriptionIn(record: Members): EmailEvent | null {
  if (record.SuppressSending !== true) return null;
  return eventOf({
    id: record.MessageID,
    to: record.Recipient,
    at: record.ChangedAt,
    words: record.SuppressionReason,
    state: record.SuppressionReason === 'SpamComplaint' ? 'complained' : 'suppressed',
    objection: record.SuppressionReason === 'SpamComplaint' ? 'complaint' : 'block',
  });
}
