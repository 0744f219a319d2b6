/** What an email that arrived tells: whether its link is the one that was sent, and how its receiver judged the sender. */
import { bytesOfBase64 } from './base64.ts';
import { type Said, said } from './said.ts';
import type { CheckState } from './sender-domain.ts';

export interface ReceivedCheck {
  readonly state: CheckState;
  readonly detail: Said;
}

/**
 * Compares a test email's links with the link that was sent.
 *
 * @param text the source of the email, its text, or a link's URL
 * @param link the URL that every link of it has
 */
export function checkReceived(text: string, link: string): ReceivedCheck[] {
  return [...linksOf(text, link), ...judgedIn(text)];
}

function linksOf(source: string, link: string): ReceivedCheck[] {
  const urls = urlsIn(readable(source));
  const [, host = ''] = /^https?:\/\/([^/]+)/.exec(link) ?? [];
  const others = urls.filter((url) => hostOf(url) !== host.toLowerCase());
  const isThere = urls.some((url) => url === link || url.startsWith(`${link}?`));
  // A redirection often contains where it leads to.
  const [rewritten] = others.filter((url) => !isPicture(source, url));
  if (rewritten !== undefined)
    return [{ state: 'bad', detail: said('link-rewritten', { host: hostOf(rewritten), link }) }];
  return isThere
    ? [{ state: 'good', detail: said('link-untouched', { link }) }]
    : [{ state: 'unclear', detail: said('link-absent', { link }) }];
}

/** The logo may be anywhere. */
function isPicture(source: string, url: string): boolean {
  return readable(source)
    .split('src=')
    .slice(1)
    .some((part) => part.slice(1).startsWith(url));
}

function hostOf(url: string): string {
  return (/^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? '').toLowerCase();
}

function urlsIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s"'<>\\()]+/gi) ?? [];
  return found.map((url) => url.replace(/&amp;/g, '&').replace(/[.,;]$/, ''));
}

/** The text with what mail programs encode: quoted-printable and Base64 (RFC 2045), where the source says so. */
function readable(source: string): string {
  const text = source.replace(/\r\n?/g, '\n');
  const parts = text.split(/\n(?=--)/);
  return parts.map(decoded).join('\n');
}

function decoded(part: string): string {
  const [, encoding = ''] = /^content-transfer-encoding:[ \t]*([a-z0-9-]+)/im.exec(part) ?? [];
  const body = part.indexOf('\n\n');
  // Text that has no headers is no source.
  if (body < 0 || !/^(?:--[^\n]*\n)?[a-z0-9-]+:[ \t]/i.test(part)) return part;
  const content = part.slice(body + 2);
  if (encoding.toLowerCase() === 'quoted-printable')
    return content
      .replace(/=[ \t]*\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (encoding.toLowerCase() !== 'base64') return content;
  const bytes = bytesOfBase64(content.replace(/\s/g, ''));
  return bytes === null ? content : bytes.map((byte) => String.fromCharCode(byte)).join('');
}

/** What the receiving server found (RFC 8601): the first header is the last server's; others may be forged. */
function judgedIn(source: string): ReceivedCheck[] {
  const [, header = ''] =
    /^authentication-results:((?:.*\n[ \t]+)*.*)$/im.exec(source.replace(/\r\n?/g, '\n')) ?? [];
  if (header === '') return [];
  const results: Record<string, string> = {};
  for (const one of header.match(/\b(?:spf|dkim|dmarc)\s*=\s*[a-z]{1,10}\b/gi) ?? []) {
    const [method = '', result = ''] = one.toLowerCase().split(/\s*=\s*/);
    if (results[method] === undefined || result === 'pass') results[method] = result;
  }
  const { spf = 'none', dkim = 'none', dmarc = 'none' } = results;
  const state = dmarc === 'pass' ? 'good' : dmarc === 'fail' ? 'bad' : 'unclear';
  return [{ state, detail: said('received', { spf, dkim, dmarc }) }];
}
