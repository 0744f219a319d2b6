/** Postmark's API: https://postmarkapp.com/developer/api/email-api */
import {
  codeOf,
  type EmailService,
  fateOfStatus,
  idOf,
  JSON_HEADERS,
  membersOf,
  oneLine,
  recipientRejected,
  UNCLEAR,
  written,
} from './service.ts';

/** Its code for a recipient that bounced or complained before (https://postmarkapp.com/developer/api/overview#error-codes). */
const INACTIVE_RECIPIENT = 406;
/** Its code for anything in a request that it doesn't take; which address that is, only its text says. */
const INVALID_REQUEST = 300;
const OF_RECIPIENT = /^(?:Invalid|Error parsing) 'To'/;

export const POSTMARK: EmailService = {
  request: ({ from, replyTo, to, subject, text, html, headers }, { secret, stream }) => ({
    method: 'POST',
    path: '/email',
    headers: { ...JSON_HEADERS, 'X-Postmark-Server-Token': secret },
    body: JSON.stringify({
      From: written(from),
      To: to,
      ReplyTo: written(replyTo),
      Subject: oneLine(subject),
      TextBody: text,
      HtmlBody: html,
      Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      TrackOpens: false,
      TrackLinks: 'None',
      ...(stream === '' ? {} : { MessageStream: stream }),
    }),
  }),
  idHeader: null,
  // 200 with the code 0 is success; a code of its own says more than the status (https://postmarkapp.com/developer/api/overview#response-codes).
  read({ status, text }) {
    const { ErrorCode: error, Message: message, MessageID: id } = membersOf(text);
    const code = codeOf(error);
    const isInvalid = error === INVALID_REQUEST && OF_RECIPIENT.test(String(message));
    if (error === INACTIVE_RECIPIENT || isInvalid) return recipientRejected(code);
    if (status !== 200) return fateOfStatus(status, code);
    if (error === 0) return { fate: 'accepted', id: idOf(id) };
    return typeof error === 'number' ? fateOfStatus(422, code) : UNCLEAR;
  },
};
