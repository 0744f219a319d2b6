/**
 * Slow and rejecting mail servers: what the requester sees, what is logged, and the validity of a link whose email still arrives.
 */
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { setMailServer, setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';
import { openLink, requestLink } from '../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';

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
  undo.push(await setRealmAttributes({ 'linkgate.rate.link-email': '1/3600' }));
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
