/**
 * The requests to email services have the form that each documents. The forms are written here by hand, from resend/resend-openapi (MIT),
 * twilio/sendgrid-oai (MIT), Postmark's and Mailgun's references; they list the members that requests of ours may have.
 */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { ApiEmail, ApiRequest } from '../../../provider-scripts/src/email/api/service.ts';
import { SERVICES } from '../../../provider-scripts/src/email/api/services.ts';
import { API_KINDS, type ApiKind } from '../../../provider-scripts/src/realm/settings/email-routes.ts';

const SECRET = 'key-of-the-test';
const ACCESS = {
  secret: SECRET,
  stream: 'outbound',
  domain: 'mg.acme.example',
  boundary: 'boundary-of-the-test',
};

const EMAIL: ApiEmail = {
  from: { email: 'id@acme.example', name: 'Acme' },
  replyTo: { email: 'help@acme.example', name: '' },
  to: 'ada@example.com',
  subject: 'Sign in to Acme',
  text: 'https://id.acme.example/verify-email?token=1',
  html: '<p><a href="https://id.acme.example/verify-email?token=1">Sign in</a></p>',
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Product': 'shop' },
};

/** What may break a header, a quoted name or a form: line breaks, quotes, delimiters, other scripts, and directions. */
const HOSTILE: ApiEmail = {
  ...EMAIL,
  from: { email: 'id@acme.example', name: 'A"c\\me, <x@y.example>\r\nBcc: eve@evil.example \u202e株式会社' },
  replyTo: { email: 'help@acme.example', name: 'Hel\np' },
  subject: 'Sign in\r\nBcc: eve@evil.example',
  to: `${'a'.repeat(64)}@xn--bcher-kva.example`,
};

const ADDRESS = { type: 'string', format: 'email' };
const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const TEXT = { type: 'string', minLength: 1 };
const TEXTS = { type: 'object', additionalProperties: TEXT };
const OFF = { const: false };

const FORMS: Readonly<Record<Exclude<ApiKind, 'mailgun'>, object>> = {
  // https://postmarkapp.com/developer/api/email-api#send-a-single-email
  postmark: closed(
    {
      From: TEXT,
      To: ADDRESS,
      ReplyTo: TEXT,
      Subject: { type: 'string', maxLength: 2000 },
      TextBody: TEXT,
      HtmlBody: TEXT,
      Headers: { type: 'array', items: closed({ Name: TEXT, Value: TEXT }, ['Name', 'Value']) },
      TrackOpens: OFF,
      TrackLinks: { enum: ['None', 'HtmlAndText', 'HtmlOnly', 'TextOnly'] },
      MessageStream: TEXT,
    },
    ['From', 'To', 'TextBody'],
  ),
  // SendMail in tsg_mail_v3: `personalizations`, `from`, `subject` and `content` are required.
  sendgrid: closed(
    {
      personalizations: {
        type: 'array',
        maxItems: 1000,
        items: closed(
          { to: { type: 'array', maxItems: 1000, items: closed({ email: ADDRESS }, ['email']) } },
          ['to'],
        ),
      },
      from: closed({ email: ADDRESS, name: { type: 'string' } }, ['email']),
      reply_to: closed({ email: ADDRESS, name: { type: 'string' } }, ['email']),
      subject: TEXT,
      content: { type: 'array', items: closed({ type: TEXT, value: TEXT }, ['type', 'value']) },
      headers: TEXTS,
      tracking_settings: closed(
        {
          click_tracking: closed({ enable: OFF, enable_text: OFF }, []),
          open_tracking: closed({ enable: OFF }, []),
          subscription_tracking: closed({ enable: OFF }, []),
        },
        [],
      ),
    },
    ['personalizations', 'from', 'subject', 'content'],
  ),
  // SendEmailRequest.
  resend: closed(
    {
      from: TEXT,
      to: { type: 'array', minItems: 1, maxItems: 50, items: ADDRESS },
      reply_to: TEXT,
      subject: TEXT,
      text: TEXT,
      html: TEXT,
      headers: TEXTS,
    },
    ['from', 'to', 'subject'],
  ),
};

const ajv = new Ajv({ strict: true });
addFormats.default(ajv);

const requestOf = (kind: ApiKind, email: ApiEmail): ApiRequest => SERVICES[kind].request(email, ACCESS);

describe.each(Object.keys(FORMS) as (keyof typeof FORMS)[])('a request to %s', (kind) => {
  test.each([
    ['an email', EMAIL],
    ['a hostile one', HOSTILE],
  ])('has the documented form: %s', (_, email) => {
    const { body, headers } = requestOf(kind, email);
    const validate = ajv.compile(FORMS[kind]);
    expect(validate(JSON.parse(body)), JSON.stringify(validate.errors)).toBe(true);
    expect(headers['Content-Type']).toBe('application/json');
  });
});

test.each([
  ['postmark', '/email', { 'X-Postmark-Server-Token': SECRET }, undefined],
  ['sendgrid', '/v3/mail/send', { Authorization: `Bearer ${SECRET}` }, undefined],
  ['resend', '/emails', { Authorization: `Bearer ${SECRET}` }, undefined],
  ['mailgun', '/v3/mg.acme.example/messages', {}, `api:${SECRET}`],
] as const)('a request to %s is a POST of %s', (kind, path, authorization, login) => {
  const request = requestOf(kind, EMAIL);
  expect(request).toMatchObject({
    method: 'POST',
    path,
    headers: { Accept: 'application/json', ...authorization },
  });
  expect(request.login).toBe(login);
  // Nowhere else.
  expect(request.body).not.toContain(SECRET);
  expect(request.path).not.toContain(SECRET);
});

/** The fields of a form (RFC 7578), by name; each part has one header. */
function fieldsOf({ body, headers }: ApiRequest): Record<string, string> {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['Content-Type'] ?? '')?.[1];
  const parts = body.split(`--${boundary}`);
  expect([parts[0], parts.at(-1)]).toEqual(['', '--\r\n']);
  return Object.fromEntries(
    parts.slice(1, -1).map((part) => {
      const [, name, value] =
        /^\r\nContent-Disposition: form-data; name="([^"\r\n]+)"\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
      return [name, value];
    }),
  );
}

test('a request to mailgun is a form with the documented fields', () => {
  expect(fieldsOf(requestOf('mailgun', EMAIL))).toEqual({
    from: '"Acme" <id@acme.example>',
    to: 'ada@example.com',
    subject: EMAIL.subject,
    text: EMAIL.text,
    html: EMAIL.html,
    'o:tracking': 'no',
    'h:Reply-To': 'help@acme.example',
    'h:Auto-Submitted': 'auto-generated',
    'h:X-Product': 'shop',
  });
});

test.each(API_KINDS)('nothing in an email begins another line of a header: %s', (kind) => {
  const { body } = requestOf(kind, HOSTILE);
  const values = kind === 'mailgun' ? fieldsOf(requestOf(kind, HOSTILE)) : JSON.parse(body);
  const { text, html, TextBody, HtmlBody, content, ...ofHeaders } = values;
  const all = JSON.stringify(ofHeaders);
  expect(all).not.toMatch(/\\[rn]|\u202e/);
  expect(all).toContain('\\\\u000d\\\\u000aBcc: eve@evil.example');
  // The name stays one, whatever is in it.
  const from = ofHeaders.From ?? ofHeaders.from;
  if (typeof from === 'string') expect(from).toMatch(/^"(?:[^"\\]|\\.)*" <id@acme\.example>$/);
});

test('an email without a sender’s name has the address alone', () => {
  const email = { ...EMAIL, from: { email: 'id@acme.example', name: '' } };
  expect(JSON.parse(requestOf('postmark', email).body).From).toBe('id@acme.example');
  expect(JSON.parse(requestOf('resend', email).body).from).toBe('id@acme.example');
  expect(JSON.parse(requestOf('sendgrid', email).body).from).toEqual({ email: 'id@acme.example' });
  expect(fieldsOf(requestOf('mailgun', email)).from).toBe('id@acme.example');
});
