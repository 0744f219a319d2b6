/** Resend's webhooks: https://resend.com/docs/webhooks/event-types, signed as https://docs.svix.com/receiving/verifying-payloads/how-manual says. */
import { type EmailEvent, eventOf, firstIn, jsonOf, membersIn, millisIn } from './event.ts';
import { type FeedbackService, isCurrent } from './service.ts';

export const RESEND_FEEDBACK: FeedbackService = {
  verify(report, secret, checks) {
    const [id, timestamp] = [report.header('svix-id'), report.header('svix-timestamp')];
    if (id === '' || !/^\d{1,12}$/.test(timestamp) || !isCurrent(millisIn(timestamp), report.now))
      return null;
    const key = { as: 'base64', text: secret.replace(/^whsec_/, '') } as const;
    const text = `${id}.${timestamp}.${report.body}`;
    // One for each secret, while an old one is still in use.
    const isSigned = report
      .header('svix-signature')
      .split(' ')
      .slice(0, MAX_SIGNATURES)
      .some((one) => one.startsWith('v1,') && checks.hmac(key, text, { as: 'base64', text: one.slice(3) }));
    return isSigned ? id : null;
  },
  read: (body) => [eventIn(jsonOf(body))],
};

const MAX_SIGNATURES = 5;

function eventIn(value: unknown): EmailEvent | null {
  const { type, created_at: at, data } = membersIn(value);
  const { email_id: id, to, bounce, failed, suppressed } = membersIn(data);
  const found = { id, to: firstIn(to) ?? to, at };
  switch (type) {
    case 'email.scheduled':
      return eventOf({ ...found, state: 'queued' });
    case 'email.sent':
      return eventOf({ ...found, state: 'accepted' });
    case 'email.delivered':
      return eventOf({ ...found, state: 'delivered' });
    case 'email.delivery_delayed':
      return eventOf({ ...found, state: 'deferred' });
    case 'email.bounced': {
      const { message, type: kind } = membersIn(bounce);
      const objection = kind === 'Permanent' ? 'hard' : 'soft';
      return eventOf({ ...found, words: message, state: 'bounced', objection });
    }
    case 'email.failed':
      return eventOf({ ...found, words: membersIn(failed).reason, state: 'bounced' });
    case 'email.suppressed': {
      const { message } = membersIn(suppressed);
      return eventOf({ ...found, words: message, state: 'suppressed', objection: 'block' });
    }
    case 'email.complained':
      return eventOf({ ...found, state: 'complained', objection: 'complaint' });
    default:
      return null;
  }
}
