/** The connections to a realm's mail server: kept and used again, ended when they have had their time, and fixed without losing a mail or sending one twice. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { linkOnWire } from '../../scripts/server/link-on-wire.ts';
import { setMailServer } from '../support/admin.ts';
import { newAddress } from '../support/mail.ts';
import { mailCertificate } from '../support/mail-certificate.ts';
import { openLink, requestLink } from '../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';

const { web } = inject('site').clients;
/** How long something may take that a busy machine makes slow. */
const PATIENCE_MILLIS = 60_000;
const MAIL = ['MAIL', 'RCPT', 'DATA', 'MESSAGE'];
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function mailServer(...args: Parameters<typeof startSmtpStub>): Promise<SmtpStub> {
  const stub = await startSmtpStub(...args);
  undo.push(() => stub.close());
  return stub;
}

/** The realm's mails go to the stub, with these settings besides its port. */
async function use(stub: SmtpStub, settings: Record<string, string> = {}): Promise<void> {
  undo.push(await setMailServer({ port: String(stub.port), ...settings }));
}

async function ask(email = newAddress()): Promise<number> {
  return (await requestLink({ email, client_id: web.client_id, redirect_uri: web.redirect_uri })).status;
}

const ended = async (stub: SmtpStub) =>
  await vi.waitUntil(() => stub.open() === 0, { timeout: PATIENCE_MILLIS });

describe('a connection', () => {
  test('takes one mail after another, each in four commands', async () => {
    const stub = await mailServer();
    await use(stub);
    for (let i = 0; i < 3; i++) expect(await ask()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', ...MAIL, ...MAIL, ...MAIL]]);
    for (const message of stub.messages) expect(await openLink(linkOnWire(message))).toBe(302);
  });

  test('carries at most a hundred mails', async () => {
    const stub = await mailServer();
    await use(stub);
    for (let i = 0; i < 101; i++) expect(await ask()).toBe(200);
    expect(stub.connections.map((said) => said.filter((point) => point === 'MESSAGE').length)).toEqual([
      100, 1,
    ]);
    await vi.waitUntil(() => stub.open() === 1, { timeout: PATIENCE_MILLIS });
    expect(stub.connections[0]?.at(-1)).toBe('QUIT');
  });

  test('that nobody used for a while is asked whether it still stands, and is closed in the end', async () => {
    const stub = await mailServer();
    await use(stub);
    expect(await ask()).toBe(200);
    const lastMail = Date.now();
    await vi.waitUntil(() => Date.now() - lastMail > 5500, { timeout: PATIENCE_MILLIS });
    expect(await ask()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', ...MAIL, 'NOOP', ...MAIL]]);
    await ended(stub);
    expect(stub.connections[0]?.at(-1)).toBe('QUIT');
  });

  test('that the mail server ended between mails is replaced: no mail is lost, none is sent twice', async () => {
    const stub = await mailServer();
    await use(stub);
    expect(await ask()).toBe(200);
    stub.hangUp();
    expect(await ask()).toBe(200);
    expect(stub.connections.at(-1)).toEqual(['CONNECT', 'EHLO', ...MAIL]);
    expect(stub.messages).toHaveLength(2);
    expect(stub.connections).toHaveLength(2);
  });

  test.each([
    ['at MAIL', 'MAIL', '421 idle for too long'],
    ['at MAIL without a word', 'MAIL', 'cut'],
    ['at RCPT', 'RCPT', '421 idle for too long'],
    ['at RCPT without a word', 'RCPT', 'cut'],
    ['at DATA without a word', 'DATA', 'cut'],
  ] as const)('that the mail server ends %s is replaced', async (_, point, reply) => {
    const replies: Parameters<typeof startSmtpStub>[0] = {};
    const stub = await mailServer(replies);
    await use(stub);
    expect(await ask()).toBe(200);
    replies[point] = async () => {
      delete replies[point];
      return reply;
    };
    expect(await ask()).toBe(200);
    expect(stub.connections[1]).toEqual(['CONNECT', 'EHLO', ...MAIL]);
    expect(stub.messages).toHaveLength(2);
  });

  test('that ends once the message is on its way isn’t replaced, since the mail server may have it', async () => {
    const replies: Parameters<typeof startSmtpStub>[0] = {};
    const stub = await mailServer(replies);
    await use(stub);
    expect(await ask()).toBe(200);
    replies.MESSAGE = 'cut';
    expect(await ask()).toBe(503);
    expect(stub.messages).toHaveLength(2);
    expect(stub.connections).toHaveLength(1);
  });

  test('on which a recipient was refused isn’t tried again', async () => {
    const replies: Parameters<typeof startSmtpStub>[0] = {};
    const stub = await mailServer(replies);
    await use(stub);
    expect(await ask()).toBe(200);
    replies.RCPT = '550 no such person';
    expect(await ask()).toBe(503);
    expect(stub.connections).toHaveLength(1);
  });

  test('ends when the realm has another mail server, which gets the next mail', async () => {
    const [before, after] = [await mailServer(), await mailServer()];
    await use(before);
    expect(await ask()).toBe(200);
    await use(after);
    expect(await ask()).toBe(200);
    await ended(before);
    expect([before.messages.length, after.messages.length]).toEqual([1, 1]);
    expect(before.connections[0]?.at(-1)).toBe('QUIT');
  });

  test('ends at the deadline with the mail it carries: none is sent with an invalid link', async () => {
    const slowly = (reply: string) => async () => {
      const since = Date.now();
      await vi.waitUntil(() => Date.now() - since > 4000, { timeout: PATIENCE_MILLIS });
      return reply;
    };
    const stub = await mailServer({
      MAIL: slowly('250 ok'),
      RCPT: slowly('250 ok'),
      DATA: slowly('354 go on'),
    });
    await use(stub);
    expect(await ask()).toBe(503);
    await ended(stub);
    expect(stub.messages).toEqual([]);
  });
});

describe('a mail server that requires', () => {
  const credentials = { auth: 'true', user: 'links', password: 'first' };
  const PASSWORDS = '250-stub\r\n250 AUTH PLAIN';

  test('a password gets it once for each connection, and the new one as soon as it is set', async () => {
    const stub = await mailServer({ EHLO: PASSWORDS });
    await use(stub, credentials);
    for (let i = 0; i < 2; i++) expect(await ask()).toBe(200);
    await use(stub, { ...credentials, password: 'second' });
    expect(await ask()).toBe(200);
    expect(stub.logins).toEqual(['links\0links\0first', 'links\0links\0second']);
    await vi.waitUntil(() => stub.open() === 1, { timeout: PATIENCE_MILLIS });
  });

  test('STARTTLS and a password gets both once, and each further mail in four commands', async () => {
    const stub = await mailServer(
      { EHLO: '250-stub\r\n250-AUTH PLAIN\r\n250 STARTTLS' },
      { tls: { certificate: await mailCertificate(), begins: 'with STARTTLS' } },
    );
    await use(stub, { ...credentials, starttls: 'true' });
    for (let i = 0; i < 2; i++) expect(await ask()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', 'STARTTLS', 'EHLO', 'AUTH', ...MAIL, ...MAIL]]);
  });

  test('TLS from the beginning gets it once', async () => {
    const stub = await mailServer({}, { tls: { certificate: await mailCertificate(), begins: 'at once' } });
    await use(stub, { ssl: 'true' });
    for (let i = 0; i < 2; i++) expect(await ask()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', ...MAIL, ...MAIL]]);
  });

  test('a token gets the one that the authorization server issues, once for each connection', async () => {
    let issued = 0;
    const issuer = createServer((_, answer) => {
      issued++;
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ access_token: 'the-token', expires_in: 600 }));
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    undo.push(() => issuer.close());
    const stub = await mailServer({ EHLO: '250-stub\r\n250 AUTH XOAUTH2' });
    await use(stub, {
      auth: 'true',
      authType: 'token',
      user: 'links',
      authTokenUrl: `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/token`,
      authTokenClientId: 'mailer',
      authTokenClientSecret: 'secret',
      authTokenScope: 'mail',
    });
    for (let i = 0; i < 2; i++) expect(await ask()).toBe(200);
    expect(stub.logins).toEqual(['user=links\u0001auth=Bearer the-token\u0001\u0001']);
    expect(issued).toBe(1);
  });
});
