/** SendGrid's API: https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
import {
  codeOf,
  type EmailService,
  fateOfStatus,
  idOf,
  JSON_HEADERS,
  type Mailbox,
  membersOf,
  oneLine,
  recipientRejected,
} from './service.ts';

export const SENDGRID: EmailService = {
  request: ({ from, replyTo, to, subject, text, html, headers }, { secret }) => ({
    method: 'POST',
    path: '/v3/mail/send',
    headers: { ...JSON_HEADERS, Authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      personalizations: [{ to: [{ email: to }] }],
      from: mailbox(from),
      reply_to: mailbox(replyTo),
      subject: oneLine(subject),
      content: [
        { type: 'text/plain', value: text },
        { type: 'text/html', value: html },
      ],
      headers,
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
        subscription_tracking: { enable: false },
      },
    }),
  }),
  idHeader: 'X-Message-Id',
  // 202: accepted, with an empty body. 400: `errors`, each with the field that it is about. 401, 403, 404, 405, 413, 429, 500, 503: as they say
  // (https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/responses). 200 is for its sandbox only.
  read({ status, text, id }) {
    if (status === 202) return { fate: 'accepted', id: idOf(id) };
    const fields = fieldsIn(text);
    const ofRecipient = fields.find((field) => /^personalizations\.\d+\.to(?:\.|$)/.test(field));
    if (ofRecipient !== undefined) return recipientRejected(codeOf(ofRecipient));
    return fateOfStatus(status === 200 && fields.length > 0 ? 400 : status, codeOf(fields[0]));
  },
};

function mailbox({ email, name }: Mailbox) {
  return name === '' ? { email } : { email, name: oneLine(name) };
}

/** The fields that errors are about; empty for one that is about none. */
function fieldsIn(text: string): string[] {
  const { errors } = membersOf(text);
  if (!Array.isArray(errors)) return [];
  return errors.map((error: { field?: unknown } | null) => String(error?.field ?? ''));
}
