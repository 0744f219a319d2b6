/** Request bodies that come slowly, in parts, too large or never: whoever sends them holds up nobody else. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { bearer, credentials, formOf, post } from '../support/form.ts';
import { newAddress } from '../support/mail.ts';
import { chunk, connectTo, postHead, type RawConnection } from '../support/raw-connection.ts';
import { requestLink } from '../support/sign-in.ts';

const { serverUrl, baseUrl, clients, admin } = inject('site');
const { web, service } = clients;
const master = `${serverUrl}/realms/master/protocol/openid-connect/token`;
const token = `${baseUrl}/token`;

const FORM = formOf({ grant_type: 'client_credentials', ...credentials(service) }).toString();
const MAX_BODY_BYTES = 65_536;
/** How many bodies a node collects at a time. */
const AT_ONCE = 1000;

const open: RawConnection[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.abort();
});

async function connection(): Promise<RawConnection> {
  const made = await connectTo(serverUrl);
  open.push(made);
  return made;
}

/** Begins a request and doesn't end it: 11 bytes of a body. */
async function slowSender(url = token, body = FORM): Promise<RawConnection & { rest: string }> {
  const sender = await connection();
  sender.send(postHead(url, { 'Content-Length': body.length }) + body.slice(0, 11));
  return { ...sender, rest: body.slice(11) };
}

async function slowSenders(count: number, url = token) {
  return await Promise.all(Array.from({ length: count }, () => slowSender(url)));
}

describe.each([40, 200])('while %i senders don’t continue', (count) => {
  test('everybody else is served', async () => {
    await slowSenders(count / 2);
    await slowSenders(count / 2, `${baseUrl}/request-magic-link`);
    expect((await post(token, { grant_type: 'client_credentials', ...credentials(service) })).status).toBe(
      200,
    );
    expect((await fetch(`${baseUrl}/session`)).status).toBe(200);
    expect((await new Agent().request(authUrl(web))).status).toBe(200);
    expect((await fetch(`${baseUrl}/.well-known/openid-configuration`)).status).toBe(200);
    const { client_id, redirect_uri } = web;
    expect((await requestLink({ email: newAddress(), client_id, redirect_uri })).status).toBe(200);
    expect((await post(master, { grant_type: 'password', client_id: 'admin-cli', ...admin })).status).toBe(
      200,
    );
  });
});

test('a sender that continues in time is served', async () => {
  for (const sender of await slowSenders(60)) {
    sender.send(sender.rest);
    expect(await sender.statuses()).toEqual([200]);
  }
});

describe('a sender that doesn’t continue', () => {
  test('gets 408 and its connection is closed', async () => {
    const answer = await (await slowSender()).closed();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String),
      message: expect.any(String),
    });
  });

  test('gets the same in a realm that isn’t Linkgate’s', async () => {
    expect(await (await slowSender(master)).closed()).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('more senders than a node takes make room for others, the oldest first, and get 503 with when to try again', async () => {
  const senders = await slowSenders(AT_ONCE + 100);
  expect((await post(token, { grant_type: 'client_credentials', ...credentials(service) })).status).toBe(200);
  const answered = () => senders.filter((sender) => sender.received().includes('\r\n\r\n'));
  await expect.poll(() => answered().length, { timeout: 60_000 }).toBeGreaterThan(0);
  const [first] = answered();
  const answer = first?.received();
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/^retry-after: [1-9]\d*\r$/im);
  expect(answer).toContain('temporarily_unavailable');
});

test('clients that go away leave their place to others', async () => {
  const patient = await slowSender();
  for (let round = 0; round < 4; round++) {
    for (const gone of await slowSenders(AT_ONCE / 2)) gone.abort();
    // Aborted connections are noticed in the order of their making.
    expect((await post(token, { grant_type: 'client_credentials', ...credentials(service) })).status).toBe(
      200,
    );
  }
  patient.send(patient.rest);
  expect(await patient.statuses()).toEqual([200]);
});

describe('a body in chunks', () => {
  test('works like any other', async () => {
    const sender = await connection();
    sender.send(postHead(token, { 'Transfer-Encoding': 'chunked' }));
    for (const part of [FORM.slice(0, 5), FORM.slice(5), '']) sender.send(chunk(part));
    expect(await sender.statuses()).toEqual([200]);
  });

  test.each([
    ['a Linkgate realm', token],
    ['another realm', master],
  ])('that grows too large at %s gets 413 and its connection is closed', async (_, url) => {
    const sender = await connection();
    sender.send(postHead(url, { 'Transfer-Encoding': 'chunked' }));
    for (let sent = 0; sent <= MAX_BODY_BYTES; sent += 8192) sender.send(chunk(`a=${'x'.repeat(8190)}`));
    const answer = await sender.closed();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"invalid_request"');
  });
});

describe('a body that declares to be too large', () => {
  test('gets 413 at a Linkgate realm before it is sent', async () => {
    const sender = await connection();
    sender.send(postHead(token, { 'Content-Length': MAX_BODY_BYTES + 1 }));
    expect(await sender.statuses()).toEqual([413]);
    const json = await connection();
    json.send(
      postHead(`${baseUrl}/request-magic-link`, {
        'Content-Type': 'application/json',
        'Content-Length': MAX_BODY_BYTES + 1,
      }),
    );
    expect(await json.statuses()).toEqual([413]);
  });

  test('is passed to Keycloak unchanged in another realm', async () => {
    const form = formOf({
      grant_type: 'password',
      client_id: 'admin-cli',
      ...admin,
      more: 'x'.repeat(MAX_BODY_BYTES),
    });
    const answer = await fetch(master, { method: 'POST', body: form });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ access_token: expect.any(String) }),
    ]);
  });
});

describe('a connection', () => {
  test('takes another request after a body that came in parts', async () => {
    const sender = await slowSender();
    sender.send(sender.rest);
    expect(await sender.statuses()).toEqual([200]);
    sender.send(postHead(token, { 'Content-Length': FORM.length }) + FORM);
    expect(await sender.statuses(2)).toEqual([200, 200]);
  });

  test('takes requests one after another that are sent at once, and answers them in their order', async () => {
    const sender = await connection();
    const good = postHead(token, { 'Content-Length': FORM.length }) + FORM;
    const empty = postHead(token, { 'Content-Length': 0 });
    const plain = `GET ${new URL(baseUrl).pathname}/session HTTP/1.1\r\nHost: x\r\n\r\n`;
    sender.send(good + empty + plain + good);
    expect(await sender.statuses(4)).toEqual([200, 400, 200, 200]);
  });

  test('is told to continue if it asks before it sends', async () => {
    const sender = await connection();
    sender.send(postHead(token, { 'Content-Length': FORM.length, Expect: '100-continue' }));
    expect(await sender.statuses()).toEqual([100]);
    sender.send(FORM);
    expect(await sender.statuses(2)).toEqual([100, 200]);
    sender.send(postHead(token, { 'Content-Length': FORM.length }) + FORM);
    expect(await sender.statuses(3)).toEqual([100, 200, 200]);
  });

  test('of HTTP/2 serves others while a sender doesn’t continue', async () => {
    const session = connectHttp2(serverUrl);
    const length = { 'content-length': FORM.length };
    const slow = http2Post(session, length);
    slow.stream.write(FORM.slice(0, 11));
    for (let i = 0; i < 3; i++) {
      const good = http2Post(session, length);
      good.stream.write(FORM.slice(0, 11));
      good.stream.end(FORM.slice(11));
      expect(await good.status).toBe(200);
    }
    expect(await slow.status).toBe(408);
    const next = http2Post(session, length);
    next.stream.end(FORM);
    expect(await next.status).toBe(200);
    session.destroy();
  });

  test('of HTTP/2 requires the length of a body', async () => {
    const session = connectHttp2(serverUrl);
    const { stream, status } = http2Post(session);
    stream.end(FORM);
    expect(await status).toBe(411);
    const bodiless = session.request({ ':method': 'POST', ':path': `${new URL(baseUrl).pathname}/userinfo` });
    bodiless.end();
    expect(await statusOf(bodiless)).toBe(401);
    const get = session.request({ ':path': `${new URL(baseUrl).pathname}/session` });
    expect(await statusOf(get)).toBe(200);
    session.destroy();
  });
});

function http2Post(session: ClientHttp2Session, headers: Record<string, string | number> = {}) {
  const stream = session.request({
    ':method': 'POST',
    ':path': new URL(token).pathname,
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
  return { stream, status: statusOf(stream) };
}

async function statusOf(stream: ClientHttp2Stream): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    stream.on('response', (headers) => resolve(headers[':status']));
    stream.on('error', reject);
  });
}

describe('requests without a body', () => {
  test('are answered as ever', async () => {
    const empty = await fetch(token, { method: 'POST' });
    expect([empty.status, await empty.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const json = await fetch(`${baseUrl}/request-magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect([json.status, await json.json()]).toMatchObject([400, { error: 'ValidationError' }]);
    const gone = await fetch(`${baseUrl}/session`, { method: 'DELETE' });
    expect([gone.status, await gone.json()]).toMatchObject([403, { error: 'invalid_csrf_token' }]);
    expect((await fetch(`${baseUrl}/userinfo`, { method: 'POST', headers: bearer('x') })).status).toBe(401);
    expect((await fetch(master, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
  });
});
