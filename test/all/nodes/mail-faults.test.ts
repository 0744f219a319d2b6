/**
 * A mail server that fails, and a node that dies while it talks to one: no valid link remains undelivered, and no email contains
 * an invalid link.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { CATALOGUE } from '../../../provider-scripts/src/platform/errors/catalogue/index.ts';
import { linkOnWire } from '../../../scripts/server/link-on-wire.ts';
import { setMailPort, setRealmAttributes } from '../../support/admin.ts';
import { killNode, NODES, onDatabase, startNode } from '../../support/cluster.ts';
import { newAddress } from '../../support/email.ts';
import { PATIENT } from '../../support/patience.ts';
import { linkFor, openLink, requestLink } from '../../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../../support/smtp-stub.ts';

const { web, service } = inject('site').clients;
const [first, second] = NODES;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function mailServer(...args: Parameters<typeof startSmtpStub>): Promise<SmtpStub> {
  const stub = await startSmtpStub(...args);
  undo.push(() => stub.close(), await setMailPort(stub.port));
  return stub;
}

async function requestFor(email: string, node = first): Promise<Response> {
  return await requestLink(
    { email, client_id: web.client_id, redirect_uri: web.redirect_uri },
    `${node}/realms/linkgate`,
  );
}

/** The number of valid links to an address. */
async function linksTo(email: string): Promise<number | null> {
  const issued = "SELECT JTI FROM LINKGATE_LINK WHERE EMAIL = $1 AND STATE = 'issued'";
  return await onDatabase(async (client) => (await client.query(issued, [email])).rowCount);
}

describe('a mail server', () => {
  test.each([
    ['rejects the recipient', { RCPT: '550 no such user' }],
    ['rejects the message', { MESSAGE: '554 no' }],
    ['requests a later retry', { MAIL: '421 too busy' }],
    ['cuts the connection at the greeting', { CONNECT: 'cut' }],
  ] as const)('that %s makes it 503; no link is left, and it isn’t counted', async (_, instead) => {
    undo.push(await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' }));
    const email = newAddress();
    await mailServer(instead);
    for (const node of NODES) {
      const response = await requestFor(email, node);
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
    }
    expect(await linksTo(email)).toBe(0);
    for (const step of undo.splice(1).reverse()) await step();
    expect(await openLink(await linkFor(email, web))).toBe(302);
    expect((await requestFor(email)).status).toBe(429);
  });

  test('that cuts the connection in the middle of the message makes it 503; no link is left, but it is counted', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' }));
    const email = newAddress();
    await mailServer({ MESSAGE: 'cut' });
    expect((await requestFor(email)).status).toBe(503);
    expect(await linksTo(email)).toBe(0);
    // The email may have arrived.
    for (const node of NODES) expect((await requestFor(email, node)).status).toBe(429);
  });

  test('that is slow but within the deadline sends the email', async () => {
    const slowly = async () => {
      await wait(1500);
      return '250 at last';
    };
    const { messages } = await mailServer({ MAIL: slowly, RCPT: slowly, MESSAGE: slowly });
    const began = Date.now();
    expect((await requestFor(newAddress())).status).toBe(200);
    expect(Date.now() - began).toBeGreaterThan(4000);
    expect(await openLink(linkOnWire(messages[0] ?? ''))).toBe(302);
  });

  test('that accepts an email and then fails revokes no link that was already used', async () => {
    let reject = () => {};
    const rejected = new Promise<string>((resolve) => {
      reject = () => resolve('451 not now');
    });
    const { messages } = await mailServer({ MESSAGE: () => rejected });
    const pending = requestFor(newAddress());
    await vi.waitUntil(() => messages.length === 1, PATIENT);
    const link = linkOnWire(messages[0] ?? '');
    expect(await openLink(link)).toBe(302);
    reject();
    expect((await pending).status).toBe(503);
    const again = await fetch(link, { headers: { accept: 'application/json' } });
    expect(await again.json()).toMatchObject({ error: 'invalid_token', message: CATALOGUE.link_used.text });
  });

  test('that hangs with 50 requests waiting delays no token, no page and no other response', async () => {
    await mailServer({ CONNECT: () => new Promise(() => {}) });
    const responses: Promise<number>[] = [];
    let waiting = 0;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: service.client_id,
      client_secret: service.client_secret ?? '',
    });
    const requestFor50 = () => {
      waiting = 50;
      for (let i = 0; i < 50; i++)
        responses.push(
          requestFor(newAddress())
            .then(({ status }) => status)
            .finally(() => waiting--),
        );
    };
    // A token counts if its request waited all the while; on a slow machine the mail server may time out earlier.
    for (let tokens = 0; tokens < 10; tokens += waiting > 0 ? 1 : 0) {
      if (waiting === 0) {
        requestFor50();
        // Requests whose emails couldn't be sent in time are rejected; the others wait.
        await vi.waitUntil(() => waiting < 50, PATIENT);
      }
      const token = await fetch(`${first}/realms/linkgate/token`, { method: 'POST', body });
      expect(token.status).toBe(200);
    }
    expect(new Set(await Promise.all(responses))).toEqual(new Set([503]));
  });
});

describe('a node that dies while it delivers an email', () => {
  test('leaves at worst a link without an email, never an email with an invalid link', async () => {
    const email = newAddress();
    const { messages } = await mailServer({ MESSAGE: () => new Promise(() => {}) });
    const pending = requestFor(email, second).then(
      () => 'responded',
      () => 'cut off',
    );
    await vi.waitUntil(() => messages.length > 0, PATIENT);
    expect(await linksTo(email), 'the link is there before its email is').toBe(1);
    await killNode('second');
    undo.push(() => startNode('second'));
    expect(await pending).toBe('cut off');
    expect(await openLink(linkOnWire(messages[0] ?? ''), first)).toBe(302);
  });
});
