/** Request bodies that arrive slowly, in parts, too large or never: their senders don't delay other clients. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../support/authorization.ts';
import { newAddress } from '../support/email.ts';
import { bearer, credentials, formOf, post } from '../support/form.ts';
import { makeClient } from '../support/own-client.ts';
import { PATIENT } from '../support/patience.ts';
import { chunk, connectTo, postHead, type RawConnection } from '../support/raw-connection.ts';
import { requestLink } from '../support/sign-in.ts';

const { serverUrl, baseUrl, clients, admin } = inject('site');
const { web, service } = clients;
const master = `${serverUrl}/realms/master/protocol/openid-connect/token`;
const token = `${baseUrl}/token`;
const adminUrl = `${serverUrl}/admin/realms/linkgate`;

const FORM = formOf({ grant_type: 'client_credentials', ...credentials(service) }).toString();
const MAX_BODY_BYTES = 65_536;
/** The number of bodies that a node collects at a time. */
const AT_ONCE = 1000;

const open: RawConnection[] = [];
/** Whether tests run concurrently; their connections are closed after the last one. */
let together = false;
function closeAll(): void {
  for (const connection of open.splice(0)) connection.abort();
}
afterEach(() => {
  if (!together) closeAll();
});

async function connection(): Promise<RawConnection> {
  const made = await connectTo(serverUrl);
  open.push(made);
  return made;
}

/** Starts a request and doesn't finish it: 11 bytes of a body. */
async function slowSender(url = token, body = FORM): Promise<RawConnection & { rest: string }> {
  const sender = await connection();
  sender.send(postHead(url, { 'Content-Length': body.length }) + body.slice(0, 11));
  return { ...sender, rest: body.slice(11) };
}

async function slowSenders(count: number, url = token) {
  return await Promise.all(Array.from({ length: count }, () => slowSender(url)));
}

describe.each([40, 200])('while %i senders don’t continue', (count) => {
  test('serves all other clients', async () => {
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

test('serves a sender that continues in time', async () => {
  for (const sender of await slowSenders(60)) {
    sender.send(sender.rest);
    expect(await sender.statuses()).toEqual([200]);
  }
});

// They wait for the deadline concurrently.
describe.concurrent('an unfinished body', () => {
  beforeAll(() => {
    together = true;
  });
  afterAll(() => {
    together = false;
    closeAll();
  });

  test('gets 408, and its connection is closed', async () => {
    const response = await (await slowSender()).closed();
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toMatch(/^connection: close\r$/im);
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String),
      message: expect.any(String),
    });
  });

  test('gets 408 in a stock realm, too', async () => {
    expect(await (await slowSender(master)).closed()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('doesn’t affect other streams of its HTTP/2 connection', async () => {
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

  test('blocks no thread below a Linkgate realm, at any path, of any length, type and method', async () => {
    const unfinished = [
      withoutResponseOf(shapesAt(REALM_URLS, LENGTHS)),
      withoutResponseOverHttp2(shapesAt(REALM_URLS, [...LENGTHS, 0])),
    ];
    expect(await Promise.all(unfinished)).toEqual([[], []]);
  });

  test('blocks no thread in the admin API for a caller without a role', async () => {
    const client = await makeClient();
    const { access_token } = await tokensFrom(await signedIn(client), client);
    const urls = [
      `${adminUrl}/users`,
      `${adminUrl}/users/x/role-mappings/realm`,
      `${adminUrl}/linkgate/invitations`,
      `${adminUrl}/linkgate/links`,
      `${serverUrl}/admin/realms`,
    ];
    const forbidLinks = await setRealmAttributes({ 'linkgate.backend-links': 'true' });
    const unfinished = [
      withoutResponseOf(shapesAt(urls, LENGTHS), bearer(access_token)),
      withoutResponseOverHttp2(shapesAt(urls, [...LENGTHS, 0]), bearer(access_token)),
    ];
    expect(await Promise.all(unfinished)).toEqual([[], []]);
    await forbidLinks();
    await client.remove();
  });
});

test('senders beyond a node’s capacity are dropped, the oldest first, with 503 and Retry-After', async () => {
  const senders = await slowSenders(AT_ONCE + 100);
  expect((await post(token, { grant_type: 'client_credentials', ...credentials(service) })).status).toBe(200);
  const responded = () => senders.filter((sender) => sender.received().includes('\r\n\r\n'));
  await expect.poll(() => responded().length, PATIENT).toBeGreaterThan(0);
  const [first] = responded();
  const response = first?.received();
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response).toMatch(/^retry-after: [1-9]\d*\r$/im);
  expect(response).toContain('temporarily_unavailable');
});

test('clients that disconnect free their slots', async () => {
  const patient = await slowSender();
  for (let round = 0; round < 4; round++) {
    for (const gone of await slowSenders(AT_ONCE / 2)) gone.abort();
    // Aborted connections are noticed in the order of their creation.
    expect((await post(token, { grant_type: 'client_credentials', ...credentials(service) })).status).toBe(
      200,
    );
  }
  patient.send(patient.rest);
  expect(await patient.statuses()).toEqual([200]);
});

describe('a body in chunks', () => {
  test('is read like any other', async () => {
    const sender = await connection();
    sender.send(postHead(token, { 'Transfer-Encoding': 'chunked' }));
    for (const part of [FORM.slice(0, 5), FORM.slice(5), '']) sender.send(chunk(part));
    expect(await sender.statuses()).toEqual([200]);
  });

  test.each([
    ['a Linkgate realm', token],
    ['another realm', master],
  ])('that exceeds the limit at %s gets 413 and its connection is closed', async (_, url) => {
    const sender = await connection();
    sender.send(postHead(url, { 'Transfer-Encoding': 'chunked' }));
    for (let sent = 0; sent <= MAX_BODY_BYTES; sent += 8192) sender.send(chunk(`a=${'x'.repeat(8190)}`));
    const response = await sender.closed();
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('"invalid_request"');
  });
});

describe('a body whose declared length is too large', () => {
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
    const response = await fetch(master, { method: 'POST', body: form });
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ access_token: expect.any(String) }),
    ]);
  });
});

describe('a connection', () => {
  test('accepts another request after a body in parts', async () => {
    const sender = await slowSender();
    sender.send(sender.rest);
    expect(await sender.statuses()).toEqual([200]);
    sender.send(postHead(token, { 'Content-Length': FORM.length }) + FORM);
    expect(await sender.statuses(2)).toEqual([200, 200]);
  });

  test('accepts pipelined requests, and responds in their order', async () => {
    const sender = await connection();
    const good = postHead(token, { 'Content-Length': FORM.length }) + FORM;
    const empty = postHead(token, { 'Content-Length': 0 });
    const plain = `GET ${new URL(baseUrl).pathname}/session HTTP/1.1\r\nHost: x\r\n\r\n`;
    sender.send(good + empty + plain + good);
    expect(await sender.statuses(4)).toEqual([200, 400, 200, 200]);
  });

  test('gets 100 Continue if it expects that', async () => {
    const sender = await connection();
    sender.send(postHead(token, { 'Content-Length': FORM.length, Expect: '100-continue' }));
    expect(await sender.statuses()).toEqual([100]);
    sender.send(FORM);
    expect(await sender.statuses(2)).toEqual([100, 200]);
    sender.send(postHead(token, { 'Content-Length': FORM.length }) + FORM);
    expect(await sender.statuses(3)).toEqual([100, 200, 200]);
  });

  test('that uses HTTP/2 requires the length of a body', async () => {
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

/** One kind of request whose body starts and doesn't continue. */
interface Shape {
  method: string;
  url: string;
  type: string | null;
  /** The declared length of the body; null for a chunked one, or over HTTP/2 without a length. */
  length: number | null;
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'];
const TYPES = [
  null,
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=x',
];
/** Below and above the limit. */
const LENGTHS = [1000, 70_000, null];
/** Far longer than the deadline for a body, and shorter than the framework's own timeout. */
const RESPONSE_MILLIS = 50_000;

function shapesAt(urls: readonly string[], lengths: readonly (number | null)[]): Shape[] {
  return urls.flatMap((url) =>
    METHODS.flatMap((method) =>
      TYPES.flatMap((type) => lengths.map((length) => ({ method, url, type, length }))),
    ),
  );
}

/** Paths of the contract, paths of Keycloak alone, paths without a rate limit, and paths that don't exist. */
const REALM_URLS = [
  'token',
  'clients-registrations/default',
  'clients-registrations/openid-connect/x',
  'invitation/opt-out',
  'broker/x/login',
  'broker/x/endpoint',
  'login-actions/authenticate',
  'request-magic-link',
  'account/',
  'protocol/saml',
  'authz/protection/resource_set',
  'nowhere',
].map((path) => `${baseUrl}/${path}`);

/** Starts the body of each, and returns those that get no response. */
async function withoutResponseOf(shapes: readonly Shape[], headers: Readonly<Record<string, string>> = {}) {
  const begun = await Promise.all(
    shapes.map(async (shape) => {
      const sender = await connection();
      const { host, pathname } = new URL(shape.url);
      const lines = Object.entries({
        Host: host,
        ...(shape.type !== null && { 'Content-Type': shape.type }),
        ...(shape.length === null ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': shape.length }),
        ...headers,
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      const beginning = shape.length === null ? chunk('{"client') : '{"client';
      sender.send(`${shape.method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${beginning}`);
      return { shape, isResponded: () => /HTTP\/1\.1 [2-5]/.test(sender.received()) };
    }),
  );
  return await withoutResponseAmong(begun);
}

/** The same over HTTP/2, where neither a length nor an end is required, on as few connections as the server allows. */
async function withoutResponseOverHttp2(
  shapes: readonly Shape[],
  headers: Readonly<Record<string, string>> = {},
) {
  const sessions: ClientHttp2Session[] = [];
  const begun = shapes.map((shape, index) => {
    if (index % 60 === 0) sessions.push(connectHttp2(serverUrl));
    const stream = sessions[sessions.length - 1]?.request(
      {
        ':method': shape.method,
        ':path': new URL(shape.url).pathname,
        ...(shape.type !== null && { 'content-type': shape.type }),
        ...(shape.length !== null && { 'content-length': shape.length }),
        ...headers,
      },
      { endStream: false },
    );
    let hasResponded = false;
    stream?.on('response', () => {
      hasResponded = true;
    });
    // A stream that the server resets is finished; only a response counts.
    stream?.on('error', () => undefined);
    if (shape.length !== 0) stream?.write('{"client');
    return { shape, isResponded: () => hasResponded };
  });
  const unfinished = await withoutResponseAmong(begun);
  for (const session of sessions) session.destroy();
  return unfinished;
}

async function withoutResponseAmong(begun: readonly { shape: Shape; isResponded: () => boolean }[]) {
  // Other clients are served meanwhile.
  const discovery = await fetch(`${baseUrl}/.well-known/openid-configuration`);
  expect(discovery.status).toBe(200);
  const waiting = () => begun.filter(({ isResponded }) => !isResponded()).map(({ shape }) => shape);
  await vi
    .waitUntil(() => waiting().length === 0, { timeout: RESPONSE_MILLIS, interval: 100 })
    .catch(() => undefined);
  return waiting();
}

test('no thread waits for a large body outside realms and the admin API', async () => {
  const sender = await connection();
  const type = 'application/x-www-form-urlencoded';
  sender.send(postHead(serverUrl, { 'Content-Type': type, 'Content-Length': MAX_BODY_BYTES + 1 }));
  expect(await sender.statuses()).toEqual([413]);
});

describe('no thread waits for a body below a Linkgate realm', () => {
  test.each(['clients-registrations/default', 'broker/x/login', 'invitation/opt-out'])(
    'and one declared to be too large gets 413 at %s',
    async (path) => {
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const sender = await connection();
        sender.send(
          postHead(`${baseUrl}/${path}`, { 'Content-Type': type, 'Content-Length': MAX_BODY_BYTES + 1 }),
        );
        // Keycloak accepts only JSON at the first.
        expect(await sender.statuses()).toEqual([expect.toBeOneOf([413, 415])]);
      }
    },
  );
});

describe('in a Linkgate realm’s admin API', () => {
  test('accepts large bodies of an administrator, chunked ones too', async () => {
    const { access_token } = (await (
      await post(master, { grant_type: 'password', client_id: 'admin-cli', ...admin })
    ).json()) as { access_token: string };
    const large = `${' '.repeat(3 * MAX_BODY_BYTES)}{"users": []}`;
    const url = `${adminUrl}/partialImport`;
    const headers = { ...bearer(access_token), 'Content-Type': 'application/json' };
    const whole = await fetch(url, { method: 'POST', headers, body: large });
    expect([whole.status, await whole.json()]).toMatchObject([200, { added: 0 }]);
    const sender = await connection();
    sender.send(postHead(url, { ...headers, 'Transfer-Encoding': 'chunked' }) + chunk(large) + chunk());
    expect(await sender.statuses()).toEqual([200]);
    const session = connectHttp2(serverUrl);
    const stream = session.request({
      ':method': 'POST',
      ':path': new URL(url).pathname,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    });
    const status = statusOf(stream);
    stream.end(large);
    expect(await status).toBe(200);
    session.destroy();
  });
});

describe('requests without a body', () => {
  test('are served as before', async () => {
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
