/** Mailgun's API: https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
import {
  type EmailService,
  fateOfStatus,
  idOf,
  membersOf,
  oneLine,
  recipientRejected,
  UNCLEAR,
  written,
} from './service.ts';

export const MAILGUN: EmailService = {
  request({ from, replyTo, to, subject, text, html, headers }, { secret, domain, boundary }) {
    const fields = {
      from: written(from),
      to,
      subject: oneLine(subject),
      text,
      html,
      'o:tracking': 'no',
      'h:Reply-To': written(replyTo),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`h:${name}`, value])),
    };
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return {
      method: 'POST',
      path: `/v3/${domain}/messages`,
      headers: {
        Accept: 'application/json',
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
      login: `api:${secret}`,
      body: `${parts.join('')}--${boundary}--\r\n`,
    };
  },
  idHeader: null,
  // 200 with an `id`; 400 says which parameter is wrong; 401, 404, 429, 500: as they say
  // (https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages).
  read({ status, text }) {
    const { id, message } = membersOf(text);
    if (status === 400 && /^'?to'? parameter is not a valid address/.test(String(message)))
      return recipientRejected('to');
    if (status !== 200) return fateOfStatus(status, '');
    return idOf(id) === null ? UNCLEAR : { fate: 'accepted', id: idOf(id) };
  },
};
