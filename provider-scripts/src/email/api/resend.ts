/** Resend's API: https://resend.com/docs/api-reference/emails/send-email */
import {
  codeOf,
  type EmailService,
  fateOfStatus,
  idOf,
  JSON_HEADERS,
  membersOf,
  oneLine,
  recipientRejected,
  written,
} from './service.ts';

export const RESEND: EmailService = {
  request: ({ from, replyTo, to, subject, text, html, headers }, { secret }) => ({
    method: 'POST',
    path: '/emails',
    headers: { ...JSON_HEADERS, Authorization: `Bearer ${secret}` },
    body: JSON.stringify({
      from: written(from),
      to: [to],
      reply_to: written(replyTo),
      subject: oneLine(subject),
      text,
      html,
      headers,
    }),
  }),
  idHeader: null,
  // 200 with an `id`; errors have `statusCode`, `name` and `message` (https://resend.com/docs/api-reference/errors): 400, 401, 403, 404, 405, 409,
  // 422, 429 (also for quotas), 500, 503. An error about the recipient names its field.
  read({ status, text }) {
    const { id, name, message, statusCode } = membersOf(text);
    if (status === 200 && idOf(id) !== null) return { fate: 'accepted', id: idOf(id) };
    const said = status === 200 && typeof statusCode === 'number' ? statusCode : status;
    const code = codeOf(name);
    if ((said === 400 || said === 422) && /^Invalid `to` field/.test(String(message)))
      return recipientRejected(code);
    return fateOfStatus(said, code);
  },
};
