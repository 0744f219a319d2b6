/** What Amazon SES reports: https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html, and the older notifications of the same form. */
import { type EmailEvent, eventOf, firstIn, jsonOf, type Members, membersIn, textIn } from './event.ts';

/** The event in a notification's message; null if it is about none that counts. */
export function eventOfSes(message: string): EmailEvent | null {
  const members = membersIn(jsonOf(message));
  const mail = membersIn(members.mail);
  const kind = members.eventType ?? members.notificationType;
  const found = { id: originalId(mail), to: firstIn(mail.destination) };
  switch (kind) {
    case 'Send':
      return eventOf({ ...found, at: mail.timestamp, state: 'accepted' });
    case 'Delivery': {
      const { timestamp: at, smtpResponse: words } = membersIn(members.delivery);
      return eventOf({ ...found, at, words, state: 'delivered' });
    }
    case 'DeliveryDelay': {
      const { timestamp: at, delayedRecipients: of } = membersIn(members.deliveryDelay);
      return eventOf({ ...found, at, words: membersIn(firstIn(of)).diagnosticCode, state: 'deferred' });
    }
    case 'Reject':
      return eventOf({
        ...found,
        at: mail.timestamp,
        words: membersIn(members.reject).reason,
        state: 'bounced',
      });
    case 'Rendering Failure':
      return eventOf({ ...found, at: mail.timestamp, state: 'bounced' });
    case 'Bounce':
      return bounceIn(found, membersIn(members.bounce));
    case 'Complaint':
      return complaintIn(found, membersIn(members.complaint));
    default:
      return null;
  }
}

interface Email {
  readonly id: unknown;
  readonly to: unknown;
}

/** Its own list of addresses that bounced. */
const LISTED: readonly unknown[] = ['Suppressed', 'OnAccountSuppressionList', 'UnsubscribedRecipient'];

function bounceIn(email: Email, bounce: Members): EmailEvent | null {
  const { bounceType, bounceSubType, timestamp: at, bouncedRecipients } = bounce;
  const words = membersIn(firstIn(bouncedRecipients)).diagnosticCode ?? bounceSubType;
  if (LISTED.includes(bounceSubType))
    return eventOf({ ...email, at, words, state: 'suppressed', objection: 'block' });
  return eventOf({
    ...email,
    at,
    words,
    state: 'bounced',
    objection: bounceType === 'Permanent' ? 'hard' : 'soft',
  });
}

function complaintIn(email: Email, complaint: Members): EmailEvent | null {
  const { timestamp: at, complaintFeedbackType: words, complaintSubType } = complaint;
  if (words === 'not-spam') return null;
  if (LISTED.includes(complaintSubType))
    return eventOf({ ...email, at, words: complaintSubType, state: 'suppressed', objection: 'block' });
  return eventOf({ ...email, at, words, state: 'complained', objection: 'complaint' });
}

/** The ID that the email had when it was given to SES, which replaces it by one of its own. */
function originalId(mail: Members): unknown {
  const { messageId } = membersIn(mail.commonHeaders);
  if (messageId !== undefined) return messageId;
  const headers = Array.isArray(mail.headers) ? mail.headers.map(membersIn) : [];
  return headers.find(({ name }) => textIn(name).toLowerCase() === 'message-id')?.value;
}
