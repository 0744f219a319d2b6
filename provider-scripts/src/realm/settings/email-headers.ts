/** Headers that a realm or a client adds to its emails: `X-Product: shop | X-Team: sign-in`. */
import { finding } from '../../platform/errors/finding.ts';
import type { Kind } from './kinds.ts';

export type Headers = Readonly<Record<string, string>>;

const MAX_HEADERS = 10;

/** A name (RFC 5322, section 3.6.8) and a value in printable ASCII, which nothing can end early; `|` separates headers. */
const HEADER = /^([A-Za-z][A-Za-z0-9-]{0,49}): ?([ -{}~]{1,200})$/;

/** What the message itself has, what says how it came, and what tells an email service whom to send to or how to change it. */
const FORBIDDEN =
  /^(?:from|sender|to|cc|bcc|reply-to|return-path|subject|date|message-id|in-reply-to|references|mime-version|received|auto-submitted|errors-to|return-receipt-to|disposition-notification-.*|x-auto-response-suppress|authentication-results|x-smtpapi|x-sg-.*|x-pm-.*|x-mailgun-.*|x-ses-.*|x-mc-.*|x-msys-.*|x-mj-.*|x-mailjet-.*|x-mailin-.*|x-sib-.*|(?:content|dkim|arc|resent|list)-.*)$/i;

/** Headers, separated by `|`. */
export const HEADERS: Kind<Headers> = {
  type: 'text',
  read: (text) => (wrongIn(text).length === 0 ? headersIn(text) : undefined),
  none: {},
  findings: ({ setting, given }) =>
    wrongIn(given).map((wrong) => {
      if (wrong.id === 'headers-number') return finding(wrong.id, { setting, max: MAX_HEADERS });
      return wrong.id === 'header-forbidden'
        ? finding(wrong.id, { setting, header: wrong.header })
        : finding(wrong.id, { setting, given: wrong.header });
    }),
  schema: { pattern: '^[ -~]+$' },
  values: `one to ${MAX_HEADERS} headers such as \`X-Product: shop\`, separated by a vertical bar`,
};

/** What is wrong with a header. */
interface Wrong {
  readonly id: 'header-malformed' | 'header-forbidden' | 'headers-number';
  readonly header: string;
}

function wrongIn(text: string): Wrong[] {
  const wrong: Wrong[] = [];
  const names: string[] = [];
  const parts = partsOf(text);
  for (const part of parts) {
    const name = HEADER.exec(part)?.[1];
    if (name === undefined) wrong.push({ id: 'header-malformed', header: part });
    else if (FORBIDDEN.test(name) || names.includes(name.toLowerCase()))
      wrong.push({ id: 'header-forbidden', header: name });
    else names.push(name.toLowerCase());
  }
  return parts.length > MAX_HEADERS ? [...wrong, { id: 'headers-number', header: '' }] : wrong;
}

function headersIn(text: string): Headers {
  const headers: Record<string, string> = {};
  for (const part of partsOf(text)) {
    const [, name, value] = HEADER.exec(part) ?? [];
    if (name !== undefined && value !== undefined) headers[name] = value;
  }
  return headers;
}

function partsOf(text: string): string[] {
  return text.split('|').map((part) => part.trim());
}
