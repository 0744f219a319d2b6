/** Many links at the same moment: emails are queued, and a mail server that hangs doesn't block other realms. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { setMailServer } from '../support/admin.ts';
import { newAddress } from '../support/email.ts';
import { useRealm } from '../support/own-realm.ts';
import { PATIENT } from '../support/patience.ts';
import { requestLink } from '../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';

const { web } = inject('site').clients;
const HANGS = () => new Promise<string>(() => {});
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
const { own } = useRealm('mail-queue');

/** A mail server for a realm. */
async function mailServer(replies: Parameters<typeof startSmtpStub>[0], realm?: string): Promise<SmtpStub> {
  const stub = await startSmtpStub(replies);
  undo.push(() => stub.close(), await setMailServer({ port: String(stub.port) }, realm));
  return stub;
}

/** Requests this number of links in parallel. */
function requestAtOnce(links: number, baseUrl?: string): Promise<number>[] {
  return Array.from({ length: links }, async () => {
    const fields = { email: newAddress(), client_id: web.client_id, redirect_uri: web.redirect_uri };
    return (await requestLink(fields, baseUrl)).status;
  });
}

const okays = (links: number) => Array.from({ length: links }, () => 200);

// 30 is the guaranteed share of a realm on a server of 50 threads: six in flight and 24 queued.
test.each([15, 30])('%i links requested at the same moment are all sent', async (links) => {
  const stub = await mailServer({});
  expect(await Promise.all(requestAtOnce(links))).toEqual(okays(links));
  expect(stub.messages).toHaveLength(links);
});

test('a mail server that hangs doesn’t reduce other realms’ share, and regains its own when it responds', async () => {
  const replies: Parameters<typeof startSmtpStub>[0] = { MAIL: HANGS };
  const hanging = await mailServer(replies);
  const other = await mailServer({}, own().name);
  const rejected: Promise<number>[] = [];
  let left = 0;
  let sent = 0;
  // A round counts if an email hung throughout; on a slow machine sending may time out meanwhile.
  for (let rounds = 0; rounds < 5; rounds += left > 0 ? 1 : 0) {
    if (left === 0) {
      left = 40;
      for (const one of requestAtOnce(left)) rejected.push(one.finally(() => left--));
      await vi.waitUntil(() => hanging.open() > 0, PATIENT);
    }
    // The share: three in flight and five queued, at any moment.
    expect(await Promise.all(requestAtOnce(8, own().baseUrl))).toEqual(okays(8));
    sent += 8;
  }
  expect(other.messages).toHaveLength(sent);
  expect(new Set(await Promise.all(rejected))).toEqual(new Set([503]));
  delete replies.MAIL;
  expect(await Promise.all(requestAtOnce(5))).toEqual(okays(5));
});

test('an email that can’t be sent in time is rejected before the deadline', async () => {
  // Slower than the deadline, yet never silent for long enough to time out before.
  const slowly = (reply: string) => async () => {
    await wait(3000);
    return reply;
  };
  const stub = await mailServer({
    MAIL: slowly('250 ok'),
    RCPT: slowly('250 ok'),
    DATA: slowly('354 go on'),
    MESSAGE: slowly('250 ok'),
  });
  let left = 40;
  const rejected = requestAtOnce(left);
  for (const one of rejected) void one.then(() => left--);
  await vi.waitUntil(() => left <= 10, PATIENT);
  // The emails in flight reach this point a second before the deadline.
  expect(stub.connections.flat()).not.toContain('MESSAGE');
  expect(new Set(await Promise.all(rejected))).toEqual(new Set([503]));
});
