/** A realm's email routes on a running server: which of two mail servers gets an email, and what is told of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { EmailRoutes, Problem } from '../../admin-pages/generated/admin-api.d.ts';
import { linkOnWire } from '../../scripts/server/link-on-wire.ts';
import { freePort } from '../../scripts/server/ports.ts';
import { admin, planted, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { makeBackend } from '../support/backend-links.ts';
import { newAddress } from '../support/email.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import { mailServer, onTestEnd, requestForEmail, undoAfterEach, use } from '../support/mail-stubs.ts';
import { client } from '../support/plant.ts';
import { openLink } from '../support/sign-in.ts';
import type { SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';

const REALM = 'linkgate';
const { web } = inject('site').clients;

undoAfterEach();

/** Sets the realm's own mail server and a further one, tried in this order. */
async function routes(first: SmtpStub | number, second: SmtpStub, options = ''): Promise<void> {
  const port = typeof first === 'number' ? first : first.port;
  const own = typeof first === 'number' ? { port } : first;
  await use(own as SmtpStub);
  onTestEnd(
    await setRealmAttributes({
      'linkgate.email-routes':
        `smtp; backup smtp host=127.0.0.1 port=${second.port} tls=none ${options}`.trim(),
    }),
  );
}

/** What the emails' user events say of their routes, the latest first. */
async function detailsSince(at: number, name: string) {
  return (await eventsSince(REALM, at, name)).map(({ details }) => details);
}

describe('an email', () => {
  beforeAll(async () => storeEvents(REALM));

  test('goes by the first route, and the event says so', async () => {
    const [first, second] = [await mailServer(), await mailServer()];
    await routes(first, second);
    const at = Date.now();
    expect(await requestForEmail()).toBe(200);
    expect([first.messages.length, second.messages.length]).toEqual([1, 0]);
    expect(await detailsSince(at, 'link_sent')).toEqual([
      expect.objectContaining({ route: 'smtp', email_id: expect.stringMatching(/^<\S+@\S+>$/) }),
    ]);
    expect(await openLink(linkOnWire(first.messages[0] ?? ''))).toBe(302);
  });

  test.each<[string, Parameters<typeof startSmtpStub>[0] | null]>([
    ['is down', null],
    ['is closing', { CONNECT: '421 closing' }],
    ['rejects the sender', { MAIL: '451 4.3.0 later' }],
    ['cuts the connection before the body', { RCPT: 'cut' }],
  ])('goes by the second route if the first one %s, once', async (_, replies) => {
    const second = await mailServer();
    await routes(replies === null ? await freePort() : await mailServer(replies), second);
    const at = Date.now();
    expect(await requestForEmail()).toBe(200);
    expect(second.messages).toHaveLength(1);
    expect(await detailsSince(at, 'link_sent')).toEqual([expect.objectContaining({ route: 'backup' })]);
    expect(await openLink(linkOnWire(second.messages[0] ?? ''))).toBe(302);
  });

  test.each<[string, Parameters<typeof startSmtpStub>[0]]>([
    ['rejects the recipient', { RCPT: '550 5.1.1 no such user' }],
    ['rejects the content', { MESSAGE: '554 5.7.1 spam' }],
    ['is lost after the body', { MESSAGE: 'cut' }],
  ])('goes by no other route if the first one %s', async (_, replies) => {
    const second = await mailServer();
    await routes(await mailServer(replies), second);
    const at = Date.now();
    expect(await requestForEmail()).toBe(503);
    expect(second.connections).toEqual([]);
    expect(await detailsSince(at, 'link_send_failed')).toEqual([expect.objectContaining({ route: 'smtp' })]);
  });

  test('of a client that names a route goes by that one first, from its sender and with its headers', async () => {
    const [first, second] = [await mailServer(), await mailServer()];
    await routes(first, second);
    onTestEnd(await setRealmAttributes({ 'linkgate.sender-domains': 'shop.example' }));
    const attributes = {
      'linkgate.email-route': 'backup',
      'linkgate.email-from': 'id@shop.example',
      'linkgate.email-headers': 'X-Product: shop',
    };
    onTestEnd(await planted(client(web.client_id, { attributes })));
    expect(await requestForEmail()).toBe(200);
    expect([first.messages.length, second.messages.length]).toEqual([0, 1]);
    expect(second.messages[0]).toMatch(/^From: .*<?id@shop\.example>?\r?$/m);
    expect(second.messages[0]).toMatch(/^X-Product: shop\r?$/m);
  });

  test('goes on by routes that remain when one is removed', async () => {
    const [first, second] = [await mailServer(), await mailServer()];
    await routes(first, second);
    expect(await requestForEmail()).toBe(200);
    onTestEnd(
      await setRealmAttributes({
        'linkgate.email-routes': `backup smtp host=127.0.0.1 port=${second.port} tls=none`,
      }),
    );
    expect(await requestForEmail()).toBe(200);
    expect([first.messages.length, second.messages.length]).toEqual([1, 1]);
  });

  test('needs TLS of a further mail server, unless the route does without', async () => {
    const plain = await mailServer();
    await use({ port: await freePort() } as SmtpStub);
    onTestEnd(
      await setRealmAttributes({ 'linkgate.email-routes': `a smtp host=127.0.0.1 port=${plain.port}` }),
    );
    expect(await requestForEmail()).toBe(503);
    expect(plain.connections.flat()).not.toContain('MAIL');
  });
});

describe('a route whose secret no vault gives', () => {
  const SECRET = `\${vault.none}`;

  test('sends nothing, is a problem, and the next one sends', async () => {
    const requested: string[] = [];
    const service = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.end('{"id":"1"}');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onTestEnd(() => service.close());
    const second = await mailServer();
    await use(second);
    const at = `at=http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    onTestEnd(
      await setRealmAttributes({ 'linkgate.email-routes': `main resend ${at} secret=${SECRET}; smtp` }),
    );
    expect(await requestForEmail()).toBe(200);
    expect([requested, second.messages.length]).toEqual([[], 1]);
    const { json } = await callAdminApi<{ problems: Problem[] }>('GET', '/problems');
    expect(json.problems).toContainEqual(
      expect.objectContaining({
        id: 'email-routes',
        page: 'settings',
        detail: {
          id: 'route-secret-missing',
          values: { setting: 'linkgate.email-routes', route: 'main' },
        },
      }),
    );
  });

  test('of a further mail server isn’t sent as the password itself', async () => {
    const [first, second] = [await mailServer({ EHLO: '250-stub\r\n250 AUTH PLAIN' }), await mailServer()];
    await use(first, { auth: 'true', user: 'linkgate', password: SECRET });
    onTestEnd(
      await setRealmAttributes({
        'linkgate.email-routes': `smtp; b smtp host=127.0.0.1 port=${second.port} tls=none`,
      }),
    );
    expect(await requestForEmail()).toBe(200);
    expect([first.logins, second.messages.length]).toEqual([[], 1]);
  });
});

describe('administrators', () => {
  test('see which route sends, and which one rests', async () => {
    const second = await mailServer();
    await routes(await freePort(), second);
    const states = async () =>
      (await callAdminApi<EmailRoutes>('GET', '/email-routes')).json.routes.map(({ name, state }) => [
        name,
        state,
      ]);
    expect(await states()).toEqual([
      ['smtp', 'sends'],
      ['backup', 'stands-by'],
    ]);
    for (let i = 0; i < 5; i++) expect(await requestForEmail()).toBe(200);
    expect(await states()).toEqual([
      ['smtp', 'rests'],
      ['backup', 'sends'],
    ]);
    expect(second.messages).toHaveLength(5);
  });

  test('send a test email by one route', async () => {
    const [first, second] = [await mailServer(), await mailServer()];
    await routes(first, second);
    const sender = await makeBackend(['manage-realm']);
    onTestEnd(sender.remove);
    await (await admin()).users.update({ realm: REALM, id: sender.userId }, { email: newAddress() });
    const by = async (route: string) =>
      await callAdminApi<object>('POST', `/test-email?route=${route}`, { token: sender.token });
    expect((await by('backup')).status).toBe(200);
    expect([first.messages.length, second.messages.length]).toEqual([0, 1]);
    expect((await by('gone')).status).toBe(400);
  });

  test.each([
    ['smtp; backup resend secret=re_c0ffee', 'route-secret'],
    ['smtp; smtp', 'route-twice'],
    ['backup pigeon', 'route-malformed'],
  ])('can’t set %s, and nothing repeats it', async (text, id) => {
    const { json: before } = await callAdminApi<{ version: string }>('GET', '/settings');
    const changes = { 'linkgate.email-routes': text };
    const { status, json } = await callAdminApi<object>('PUT', '/settings', {
      body: { version: before.version, changes },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain(id);
    expect(JSON.stringify(json)).not.toContain('c0ffee');
  });

  test('are never shown a secret that was stored by other means', async () => {
    onTestEnd(await setRealmAttributes({ 'linkgate.email-routes': 'backup resend secret=re_c0ffee' }));
    for (const path of ['/settings', '/problems', '/email-routes']) {
      const { status, json } = await callAdminApi<object>('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(json)).not.toContain('c0ffee');
    }
  });
});
