/** Mailgun's webhooks: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks. The signature covers a token that counts once, and not the event. */
import { type EmailEvent, eventOf, jsonOf, type Members, membersIn, millisIn, textIn } from './event.ts';
import { type FeedbackService, isCurrent } from './service.ts';

/** It repeats a request for eight hours, and doesn't say whether it signs it anew. */
const OLD_MILLIS = 9 * 3_600_000;

/** The least status that is permanent (RFC 5321, section 4.2.1). */
const PERMANENT = 500;
/** An enhanced status that is about the message, or about who sends it (RFC 3463, sections 3.7 and 3.8). */
const ABOUT_MESSAGE = /\b5\.[67]\.\d/;

export const MAILGUN_FEEDBACK: FeedbackService = {
  verify(report, secret, checks) {
    const { timestamp, token, signature } = membersIn(membersIn(jsonOf(report.body)).signature);
    const [at, once] = [String(timestamp ?? ''), textIn(token)];
    if (!/^\d{1,12}$/.test(at) || !/^[0-9A-Za-z]{20,100}$/.test(once)) return null;
    if (!isCurrent(millisIn(at), report.now, OLD_MILLIS)) return null;
    const given = { as: 'hex', text: textIn(signature) } as const;
    return checks.hmac({ as: 'text', text: secret }, `${at}${once}`, given) ? once : null;
  },
  read: (body) => [eventIn(membersIn(membersIn(jsonOf(body))['event-data']))],
};

function eventIn(event: Members): EmailEvent | null {
  const { code, message, description } = membersIn(event['delivery-status']);
  const id = membersIn(membersIn(event.message).headers)['message-id'];
  const found = { id, to: event.recipient, at: event.timestamp, words: message || description };
  switch (event.event) {
    case 'accepted':
      return eventOf({ ...found, state: 'accepted' });
    case 'delivered':
      return eventOf({ ...found, state: 'delivered' });
    case 'complained':
      return eventOf({ ...found, state: 'complained', objection: 'complaint' });
    case 'rejected':
      return eventOf({ ...found, state: 'bounced' });
    case 'failed': {
      if (event.severity !== 'permanent') return eventOf({ ...found, state: 'deferred' });
      const reason = textIn(event.reason);
      if (reason.startsWith('suppress-'))
        return eventOf({ ...found, state: 'suppressed', objection: 'block' });
      const isHard =
        Number(code) >= PERMANENT && !ABOUT_MESSAGE.test(`${textIn(message)} ${textIn(description)}`);
      return eventOf({ ...found, state: 'bounced', objection: isHard ? 'hard' : 'soft' });
    }
    default:
      return null;
  }
}
