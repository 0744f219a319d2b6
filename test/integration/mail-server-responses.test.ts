/**
 * Slow and rejecting mail servers: what the requester sees, what is logged, and the validity of a link whose email still arrives.
 */
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { FINDINGS } from '../../provider-scripts/src/platform/errors/catalogue/findings.ts';
import type { MailServerTest } from '../../scripts/admin/mail-server.ts';
import { admin, setMailServer, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { makeBackend } from '../support/backend-links.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import {
  type MailCertificate,
  otherNameCertificate,
  untrustedCertificate,
} from '../support/mail-certificate.ts';
import { PATIENT } from '../support/patience.ts';
import { openLink, requestLink } from '../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';

/** Of an address: why no email arrives. */
interface User {
  email_reasons: { id: string; detail: { id: string } | null }[];
}

const { clients, logFile } = inject('site');
const { web } = clients;
/** Longer than half of the deadline of an email. */
const SLOW_MILLIS = 6_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function useMailServer(
  instead: Parameters<typeof startSmtpStub>[0],
  settings: Record<string, string> = {},
): Promise<SmtpStub> {
  const stub = await startSmtpStub(instead);
  undo.push(() => stub.close(), await setMailServer({ port: String(stub.port), ...settings }));
  return stub;
}

const requestFor = async (email: string) =>
  await requestLink({ email, client_id: web.client_id, redirect_uri: web.redirect_uri });
const after = (millis: number, reply: string) => async (): Promise<string> => {
  await new Promise((resolve) => setTimeout(resolve, millis));
  return reply;
};
const linesSince = async (start: number) => (await readFile(logFile, 'utf8')).slice(start);
const logEnd = async () => (await readFile(logFile, 'utf8')).length;

/** The link of a raw message. */
function linkOnWire(message: string): string {
  return linkIn({ text: message.replace(/=\r?\n/g, '').replace(/=3D/g, '=') });
}

test.each([
  ['greets', 'CONNECT', '220 stub'],
  ['accepts the message', 'MESSAGE', '250 ok'],
] as const)(
  'a mail server that %s after more than five seconds doesn’t time out',
  async (_, point, reply) => {
    const stub = await useMailServer({ [point]: after(SLOW_MILLIS, reply) });
    expect((await requestFor(newAddress())).status).toBe(200);
    expect(await openLink(linkOnWire(stub.messages[0] ?? ''))).toBe(302);
  },
);

test('an email that may arrive after its deadline counts', async () => {
  const stub = await useMailServer({ MESSAGE: () => new Promise<string>(() => {}) });
  undo.push(await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' }));
  const email = newAddress('late');
  expect((await requestFor(email)).status).toBe(503);
  expect(stub.messages).toHaveLength(1);
  expect((await requestFor(email)).status).toBe(429);
  expect(stub.messages).toHaveLength(1);
});

test('an email that arrives after its deadline has a link that says so, and offers another', async () => {
  let response = (_: string) => {};
  const held = new Promise<string>((resolve) => {
    response = resolve;
  });
  const stub = await useMailServer({ MESSAGE: () => held });
  const email = newAddress('late');
  expect((await requestFor(email)).status).toBe(503);
  response('250 ok');
  const link = linkOnWire(stub.messages[0] ?? '');
  for (const step of undo.splice(0).reverse()) await step();
  const rejection = await fetch(link, { headers: { accept: 'application/json' } });
  expect([rejection.status, await rejection.text()]).toEqual([401, expect.stringContaining('revoked')]);
  const agent = new Agent();
  const page = await agent.open(link);
  expect([page.status, textOf(page)]).toEqual([401, expect.stringContaining('This link was revoked')]);
  const sent = await agent.submit(page, { again: 'true' });
  expect(sent.status).toBe(200);
  expect(await openLink(linkIn(await emailTo(email)))).toBe(302);
});

test('a disabled account’s email ends as others do while the mail server hangs after the body', async () => {
  const replies: Parameters<typeof startSmtpStub>[0] = { MESSAGE: () => new Promise<string>(() => {}) };
  const stub = await useMailServer(replies, { timeout: '500' });
  const email = newAddress();
  await (await admin()).users.create({ realm: 'linkgate', username: email, email, enabled: false });
  const ends = async () => [(await requestFor(newAddress())).status, (await requestFor(email)).status];
  expect(await ends()).toEqual([503, 503]);
  delete replies.MESSAGE;
  expect(await ends()).toEqual([200, 200]);
  expect(stub.messages.filter((message) => message.includes(email))).toEqual([]);
});

test.each([
  ['timeout', { RCPT: () => new Promise<string>(() => {}) }],
  ['connectionTimeout', null],
] as const)('the realm’s %s shortens the timeout of a step', async (setting, instead) => {
  const start = await logEnd();
  // No host responds in a network for documentation (RFC 5737).
  if (instead === null) undo.push(await setMailServer({ host: '192.0.2.1', [setting]: '500' }));
  else await useMailServer(instead, { [setting]: '500' });
  expect((await requestFor(newAddress())).status).toBe(503);
  await vi.waitUntil(async () => (await linesSince(start)).includes('a link email was not sent'), PATIENT);
  expect(await linesSince(start)).toContain('a link email was not sent (failed)');
});

describe('a mail server that can’t be reached', () => {
  const silent = { CONNECT: () => new Promise<string>(() => {}) };
  const closed = async () => {
    const stub = await startSmtpStub();
    stub.close();
    return { port: String(stub.port) };
  };
  const withTls = async (certificate: Promise<MailCertificate>) => {
    const stub = await startSmtpStub({}, { tls: { certificate: await certificate, begins: 'at once' } });
    undo.push(() => stub.close());
    return { port: String(stub.port), ssl: 'true', host: 'localhost' };
  };
  const stubbed = async (instead: Parameters<typeof startSmtpStub>[0], settings: Record<string, string>) => {
    const stub = await startSmtpStub(instead);
    undo.push(() => stub.close());
    return { port: String(stub.port), ...settings };
  };
  const TOKEN = {
    auth: 'true',
    authType: 'token',
    user: 'u',
    authTokenUrl: 'http://127.0.0.1:9/',
    authTokenScope: 's',
    authTokenClientId: 'c',
    authTokenClientSecret: 'd',
  };

  test.each<[string, string, () => Promise<Record<string, string>>]>([
    ['closed port', 'email-connection-refused', closed],
    ['unknown host', 'email-host-unknown', async () => ({ host: 'nowhere.invalid' })],
    ['no greeting', 'email-no-response', async () => await stubbed(silent, { timeout: '500' })],
    ['TLS to a plain port', 'email-tls-failed', async () => await stubbed({}, { ssl: 'true' })],
    [
      'an untrusted certificate',
      'email-certificate-untrusted',
      async () => await withTls(untrustedCertificate()),
    ],
    [
      'a certificate for another name',
      'email-certificate-untrusted',
      async () => await withTls(otherNameCertificate()),
    ],
    [
      'a connection that is closed',
      'email-connection-lost',
      async () => await stubbed({ CONNECT: 'cut' }, {}),
    ],
    ['no token', 'email-token-failed', async () => await stubbed({}, TOKEN)],
  ])(
    '(%s) is named in log, event, by tests of connection and email, and for the address: %s',
    async (_, cause, make) => {
      undo.push(await storeEvents('linkgate'), await setMailServer(await make()));
      const startedAt = Date.now();
      const start = await logEnd();
      const email = newAddress();
      expect((await requestFor(email)).status).toBe(503);
      const lines = await linesSince(start);
      expect(lines).toContain(FINDINGS[cause as keyof typeof FINDINGS]);
      expect(lines).not.toContain('NullPointerException');
      const [event] = await eventsSince('linkgate', startedAt, 'link_send_failed');
      expect(event?.details).toMatchObject({ reason: expect.stringMatching(/failed|late/), cause });
      const { json } = await callAdminApi<MailServerTest>('POST', '/mail-server/test');
      expect(json).toMatchObject({ connected: false, detail: { id: cause, values: {} } });
      const reasons = async (of: string) =>
        (await callAdminApi<User>('POST', '/users/lookup', { body: { email: of } })).json.email_reasons.map(
          ({ id, detail }) => [id, detail?.id],
        );
      expect(await reasons(email)).toContainEqual(['email-unsent', cause]);
      expect(JSON.stringify(await reasons(newAddress()))).not.toContain('email-unsent');
      const sender = await makeBackend(['manage-realm']);
      undo.push(sender.remove);
      await (await admin()).users.update({ realm: 'linkgate', id: sender.userId }, { email: newAddress() });
      const unsent = await callAdminApi<object>('POST', '/test-email', { token: sender.token });
      expect([unsent.status, unsent.json]).toEqual([
        503,
        expect.objectContaining({ id: 'test-email-unsent', values: { cause } }),
      ]);
    },
  );
});

test('a test of the connection logs in, and sends nothing', async () => {
  const stub = await useMailServer(
    { EHLO: '250-stub\r\n250 AUTH PLAIN' },
    { auth: 'true', user: 'us', password: 'secret' },
  );
  const { json } = await callAdminApi<MailServerTest>('POST', '/mail-server/test');
  expect(json).toEqual({ connected: true, message: null, detail: null, response: null });
  await vi.waitUntil(() => stub.connections.flat().includes('QUIT'), PATIENT);
  expect([stub.messages, stub.connections.flat().includes('MAIL'), stub.logins]).toEqual([
    [],
    false,
    [expect.stringContaining('us')],
  ]);
});

describe('a mail server that rejects', () => {
  test.each([
    ['the name of this server', { EHLO: '504 5.5.2 need a full name' }, 'HELO 504 5.5.2'],
    ['the sender', { MAIL: '553 5.1.8 <links@example.com> unknown' }, 'MAIL 553 5.1.8'],
    ['the recipient for now', { RCPT: '450 4.2.1 busy' }, 'RCPT 450 4.2.1'],
    ['the recipient without an enhanced code', { RCPT: '550 5 unknown' }, 'RCPT 550)'],
    ['the message', { MESSAGE: '554 5.7.1 spam' }, 'end of DATA 554 5.7.1'],
  ])('%s is logged with the command and the codes', async (_, instead, expected) => {
    await useMailServer(instead);
    const start = await logEnd();
    const email = newAddress();
    expect((await requestFor(email)).status).toBe(503);
    const lines = await linesSince(start);
    expect(lines).toContain(`(${expected}`);
    expect(lines).not.toContain(email);
    expect(lines).not.toContain('links@example.com');
  });

  test('the recipient permanently: API and page say that the address may be wrong', async () => {
    await useMailServer({ RCPT: '550 5.1.1 no such user' });
    const start = await logEnd();
    const response = await requestFor(newAddress());
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('check its spelling'),
    ]);
    const agent = new Agent();
    const page = await agent.submit(await agent.open(authUrl(web)), { email: newAddress() });
    expect([page.status, textOf(page)]).toEqual([
      503,
      expect.stringContaining('The mail server does not accept this address'),
    ]);
    expect(await linesSince(start)).toContain('a link email was not sent (rejected)');
  });
});

test('EHLO names the host of the public address', async () => {
  const stub = await useMailServer({});
  undo.push(await setRealmAttributes({ frontendUrl: 'https://id.example.com:8443/auth' }));
  expect((await requestFor(newAddress())).status).toBe(200);
  expect(stub.names).toEqual(['id.example.com']);
});
