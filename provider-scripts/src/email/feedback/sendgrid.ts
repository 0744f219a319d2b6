/** SendGrid's event webhook: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event, signed as its security features say. */
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { type EmailEvent, eventOf, jsonOf, type Members, membersIn, millisIn, textIn } from './event.ts';
import { type FeedbackService, isCurrent } from './service.ts';

/** It repeats a request for a day, and doesn't say whether it signs it anew. */
const OLD_MILLIS = (SECONDS_PER_DAY + 300) * 1000;

/** Why it sends an address nothing more; other reasons are about the email. */
const LISTED = /^(?:Bounced|Unsubscribed|Spam Reporting) Address|^Invalid$/i;

export const SENDGRID_FEEDBACK: FeedbackService = {
  verify(report, secret, checks) {
    const timestamp = report.header('X-Twilio-Email-Event-Webhook-Timestamp');
    const signature = report.header('X-Twilio-Email-Event-Webhook-Signature');
    if (!/^\d{1,12}$/.test(timestamp) || !isCurrent(millisIn(timestamp), report.now, OLD_MILLIS)) return null;
    return checks.ecdsa(secret, `${timestamp}${report.body}`, signature) ? '' : null;
  },
  read(body) {
    const events = jsonOf(body);
    return Array.isArray(events) ? events.map((event) => eventIn(membersIn(event))) : [];
  },
};

function eventIn(event: Members): EmailEvent | null {
  // The response's X-Message-Id is the part before the first dot.
  const [id] = textIn(event.sg_message_id).split('.');
  const words = event.reason ?? event.response;
  const found = { id, to: event.email, at: event.timestamp, words };
  switch (event.event) {
    case 'processed':
      return eventOf({ ...found, state: 'accepted' });
    case 'delivered':
      return eventOf({ ...found, state: 'delivered' });
    case 'deferred':
      return eventOf({ ...found, state: 'deferred' });
    case 'bounce':
      return eventOf({ ...found, state: 'bounced', objection: event.type === 'blocked' ? 'soft' : 'hard' });
    case 'dropped':
      return LISTED.test(textIn(event.reason))
        ? eventOf({ ...found, state: 'suppressed', objection: 'block' })
        : eventOf({ ...found, state: 'bounced' });
    case 'spamreport':
      return eventOf({ ...found, state: 'complained', objection: 'complaint' });
    default:
      return null;
  }
}
