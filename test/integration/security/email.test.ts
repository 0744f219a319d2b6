/** Input of users, clients and administrators never becomes a header or markup of an email. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { emailTo, linkIn, newAddress, sourceOf } from '../../support/email.ts';
import { MARKUP, MARKUP_READ } from '../../support/markup.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { linkFor, requestLink } from '../../support/sign-in.ts';

const { clients } = inject('site');
const HEADERS = 'x\r\nBcc: evil@evil.example\r\nX-Evil: yes\r\n\r\n<b>body</b>';

const made: OwnClient[] = [];
afterEach(async () => {
  for (const client of made.splice(0)) await client.remove();
});

async function clientWith(name: string, attributes: Record<string, string>): Promise<OwnClient> {
  const client = await makeClient({ name, attributes });
  made.push(client);
  return client;
}

/** The head of a message, its folded lines joined. */
function headOf(source: string): string[] {
  const head = source.slice(0, source.search(/\r?\n\r?\n/));
  return head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
}

const APPLICATIONS: [string, string, Record<string, string>][] = [
  ['the client’s name', HEADERS, {}],
  ['the subject', 'Shop', { 'linkgate.branding.subject': HEADERS }],
  ['the sender’s name', 'Shop', { 'linkgate.branding.sender-name': HEADERS }],
  ['the text', 'Shop', { 'linkgate.branding.text': HEADERS }],
  ['the logo', 'Shop', { 'linkgate.branding.logo': `https://logo.example/${HEADERS}` }],
];

describe('a line break in', () => {
  test.each(APPLICATIONS)('%s creates no header', async (_, name, attributes) => {
    const email = newAddress();
    await linkFor(email, await clientWith(name, attributes));
    const head = headOf(await sourceOf(await emailTo(email)));
    expect(head.filter((line) => /^(bcc|x-evil)/i.test(line))).toEqual([]);
    expect(head.filter((line) => /^to:/i.test(line))).toHaveLength(1);
    expect(head.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
  });

  const ADDRESSES: [string][] = [
    ['a@example.com\r\nBcc: evil@evil.example'],
    ['a@example.com%0d%0aBcc: evil@evil.example'],
    ['a@example.com,evil@evil.example'],
    ['a@example.com;evil@evil.example'],
    ['a@example.com evil@evil.example'],
    ['"a\r\n"@example.com'],
    ['Somebody <a@example.com>'],
    ['a@example.com\u0000'],
    ['a@[127.0.0.1]'],
  ];
  test.each(ADDRESSES)('or anything else that is not an address is rejected: %j', async (email) => {
    const { client_id, redirect_uri } = clients.web;
    const response = await requestLink({ email, client_id, redirect_uri });
    const body = (await response.json()) as Record<string, unknown>;
    expect({ status: response.status, error: body.error }).toEqual({ status: 400, error: 'ValidationError' });
  });
});

/** Removes URLs and the one-time code from an email, which may contain any characters by chance. */
function withoutRandomText(html: string): string {
  return html.replaceAll(/https?:[^\s"<]+/g, '').replaceAll(/\b\d{3}\s?\d{3}\b/g, '');
}

const TEXTS: [string, string, Record<string, string>][] = [
  ['the client’s name', MARKUP, {}],
  ['the text', 'Shop', { 'linkgate.branding.text': MARKUP }],
  ['the subject', 'Shop', { 'linkgate.branding.subject': MARKUP }],
  ['the sender’s name', 'Shop', { 'linkgate.branding.sender-name': MARKUP }],
  ['a colour', 'Shop', { 'linkgate.branding.primary-color': 'red;}</style><script>alert(1)</script>' }],
  ['the logo', 'Shop', { 'linkgate.branding.logo': 'https://logo.example/"onerror="alert(1)' }],
];

describe('markup in', () => {
  test.each(TEXTS)('%s stays text and is not evaluated as a template', async (_, name, attributes) => {
    const email = newAddress();
    const link = await linkFor(email, await clientWith(name, attributes));
    const message = await emailTo(email);
    expect(linkIn(message)).toBe(link);
    expect(message.html).not.toMatch(/<img[^>]*onerror|<script|<\/style>.*<script/i);
    expect(withoutRandomText(message.html)).not.toMatch(MARKUP_READ);
  });
});
