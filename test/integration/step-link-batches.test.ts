/** Lists of users to whom backends have links sent, in a stock realm with the step (contract, section 4.14). */

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_FAILURES } from '../../provider-scripts/src/links/batch/batch.ts';
import { MAX_USERS } from '../../provider-scripts/src/links/magic-link/batch/batch.ts';
import { admin, setMailServer, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi, requestAdmin } from '../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../support/admin-events.ts';
import { Agent } from '../support/agent.ts';
import { type Backend, makeBackend } from '../support/backend-links.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import type { Part } from '../support/flows.ts';
import { batchOf, linesOf, requestBatch, sendBatch, untilBatch } from '../support/link-batches.ts';
import { PATIENT } from '../support/patience.ts';
import { changeClient } from '../support/plant.ts';
import type { SiteClient } from '../support/site.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';
import { requestStepLink, WITH_BACKEND_LINKS } from '../support/step-links.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
} from '../support/step-realm.ts';

const STEP: Part = { provider: LINK };
const OPEN: Part = { provider: LINK, config: { signUp: 'open' } };
const LIMIT = 'linkgate.limit.link-lists';

let realm: StepRealm;
let client: SiteClient;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'base' },
    { attributes: WITH_BACKEND_LINKS, registrationAllowed: true },
  );
  client = await realm.makeClient([STEP]);
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(async () => await realm?.remove());

async function makeUsers(count: number, fields: Record<string, unknown> = {}): Promise<StepUser[]> {
  const users: StepUser[] = [];
  while (users.length < count) users.push(await realm.makeUser(fields));
  return users;
}

const byId = (users: readonly StepUser[]) => users.map(({ id }) => ({ user_id: id }));

/** A test's own mail server that receives the realm's emails until the test ends. */
async function ownMailServer(instead: Parameters<typeof startSmtpStub>[0] = {}): Promise<SmtpStub> {
  const stub = await startSmtpStub(instead);
  const restore = await setMailServer({ port: String(stub.port) }, realm.name);
  undo.push(async () => {
    await restore();
    stub.close();
  });
  return stub;
}

/** A mail server that accepts no recipient before it is opened, so that a list's first email stays on its way. */
async function closedMailServer(): Promise<{ stub: SmtpStub; open: () => void }> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const stub = await ownMailServer({
    RCPT: async () => {
      await gate;
      return '250 ok';
    },
  });
  undo.push(async () => open());
  return { stub, open };
}

/** Sends a list of which the first email is on its way, while a change is made; returns it once all is done. */
async function whileSending(
  users: readonly StepUser[],
  to: SiteClient,
  change: (id: string) => Promise<unknown>,
) {
  const { stub, open } = await closedMailServer();
  const { id } = await sendBatch(realm, to, { users: byId(users) });
  await vi.waitUntil(() => stub.connections.length > 0, PATIENT);
  await change(id);
  open();
  return { id, stub, batch: await untilBatch(realm, id, ({ state }) => state === 'done') };
}

/** Sets attributes of the realm until the test ends. */
async function setAttributes(attributes: Record<string, string>): Promise<void> {
  await realm.update({ attributes: { ...WITH_BACKEND_LINKS, ...attributes } });
  undo.push(async () => await realm.update({ attributes: WITH_BACKEND_LINKS }));
}

function recipients({ messages }: SmtpStub): string[] {
  return messages.map((message) => /^To: (\S+)/m.exec(message)?.[1] ?? '').toSorted();
}

async function act(id: string, what: 'start' | 'stop'): Promise<number> {
  return (await callAdminApi('POST', `/link-batches/${id}/${what}`, { realm: realm.name })).status;
}

async function changeOwn(own: SiteClient, fields: Record<string, unknown>): Promise<void> {
  const api = await admin();
  const [found] = await api.clients.find({ realm: realm.name, clientId: own.client_id });
  await changeClient(api, realm.name, found?.id ?? '', fields);
}

describe('a list', () => {
  test('sends each of thirty users a link of their own, in the order of its lines', async () => {
    const restore = await storeAdminEvents(realm.name);
    undo.push(restore);
    const since = Date.now();
    const users = await makeUsers(30);
    const named = users.map(({ email, username, id }, index) => {
      if (index % 3 === 0) return { email };
      return index % 3 === 1 ? { username } : { user_id: id };
    });
    const made = await sendBatch(realm, client, { users: named, state: 'abc', lifetime: 3600 });
    expect(made).toMatchObject({ state: 'running', users: 30, created_by: 'admin' });
    const done = await untilBatch(realm, made.id, ({ state }) => state === 'done');
    expect(done.counts).toMatchObject({ issued: 30, waiting: 0, failed: 0 });
    for (const { email } of users) expect(await emailsTo(email)).toHaveLength(1);
    const [first, last] = [users[0] as StepUser, users[29] as StepUser];
    for (const one of [first, last]) {
      const end = await openAndConfirm(linkIn(await emailTo(one.email)));
      expect(end.headers.get('location')).toContain('state=abc');
      expect(await signedInAs(realm, client, end)).toBe(one.id);
    }
    expect((await batchOf(realm, made.id)).counts).toMatchObject({ issued: 28, used: 2 });
    const lines = await linesOf(realm, made.id);
    expect(lines.map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id));
    expect(lines.every(({ batch, failure }) => batch === made.id && failure === null)).toBe(true);
    const events = (await adminEventsSince(realm.name, since)).filter(
      ({ resourceType }) => String(resourceType) === 'LINKGATE_LINK',
    );
    expect(events.map(({ operationType, resourcePath }) => [operationType, resourcePath])).toEqual([
      ['CREATE', `linkgate/link-batches/${made.id}`],
    ]);
    expect(events[0]?.representation).not.toContain('@');
  });

  test('is emailed in the order of its lines', async () => {
    const stub = await ownMailServer();
    const users = await makeUsers(5);
    const { id } = await sendBatch(realm, client, { users: byId(users) });
    await untilBatch(realm, id, ({ state }) => state === 'done');
    const order = stub.messages.map((message) => /^To: (\S+)/m.exec(message)?.[1]);
    expect(order).toEqual(users.map(({ email }) => email));
    expect((await linesOf(realm, id)).every(({ state }) => state === 'issued')).toBe(true);
  });

  test('creates accounts for addresses without one, if the step’s sign-up is open', async () => {
    const open = await realm.makeClient([OPEN]);
    const email = newAddress();
    const { id } = await sendBatch(realm, open, { create: true, users: [{ email }] });
    await untilBatch(realm, id, ({ state }) => state === 'done');
    await openAndConfirm(linkIn(await emailTo(email)));
    expect(await (await admin()).users.find({ realm: realm.name, email })).toHaveLength(1);
  });

  test('is stored and sent once for an Idempotency-Key', async () => {
    const users = await makeUsers(2);
    const key = randomUUID();
    const both = await Promise.all(
      [1, 2].map(() => requestBatch(realm, client, { users: byId(users) }, { key })),
    );
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.json.id).toBe(both[1]?.json.id);
    const id = both[0]?.json.id ?? '';
    await untilBatch(realm, id, ({ state }) => state === 'done');
    for (const { email } of users) expect(await emailsTo(email)).toHaveLength(1);
    const other = await requestBatch(realm, client, { users: byId(users), state: 'x' }, { key });
    expect([other.status, other.json.id]).toEqual([409, 'key-used']);
  });

  test('is only validated by a dry run', async () => {
    const users = await makeUsers(2);
    const before = await batches();
    const { status, json } = await requestBatch(realm, client, { users: byId(users), dry_run: true });
    expect([status, json]).toEqual([200, { users: 2 }]);
    expect(await batches()).toEqual(before);
    const wrong = await requestBatch(realm, client, { users: [{ email: 'nobody' }], dry_run: true });
    expect(wrong.status).toBe(400);
  });

  test('is listed with the others, newest first', async () => {
    const [one] = await makeUsers(1);
    const made: string[] = [];
    for (let index = 0; index < 2; index++)
      made.push((await sendBatch(realm, client, { users: byId([one as StepUser]) })).id);
    for (const id of made) await untilBatch(realm, id, ({ state }) => state === 'done');
    // One of the same second whose identifier comes from a key may stand among them.
    expect((await batches()).filter((id) => made.includes(id))).toEqual(made.toReversed());
  });
});

async function batches(): Promise<string[]> {
  const { json } = await callAdminApi<{ batches: { id: string }[] }>('GET', '/link-batches?max=100', {
    realm: realm.name,
  });
  return json.batches.map(({ id }) => id);
}

describe('a request that can’t be granted', () => {
  const rejected = async (fields: Record<string, unknown>, to = client) => {
    const before = await batches();
    const { status, json } = await requestBatch(realm, to, fields);
    expect(await batches()).toEqual(before);
    return [status, ...(json.details ?? []).map(({ field, id }) => `${field} ${id}`)];
  };

  test.each<[string, Record<string, unknown>, string]>([
    ['no users', {}, 'users required'],
    ['an empty list', { users: [] }, 'users no-lines'],
    ['no list', { users: 'all' }, 'users wrong-type'],
    ['too many users', { users: Array(MAX_USERS + 1).fill({}) }, 'users too-many-lines'],
    ['a returned link', { delivery: 'return', users: [{ email: 'a@example.com' }] }, 'delivery choice'],
    ['a field that doesn’t exist', { users: [], expires: 1 }, 'expires choice'],
    ['a line’s field that doesn’t exist', { users: [{ email: 'a@b.c', name: 'A' }] }, 'users[0].name choice'],
    ['a line that is none', { users: ['a@example.com'] }, 'users[0] wrong-type'],
    ['a line without a user', { users: [{ ui_locales: 'de' }] }, 'users[0].email required'],
    ['a line with two', { users: [{ email: 'a@b.c', username: 'a' }] }, 'users[0].username required'],
    ['an unknown address', { users: [{ email: 'nobody@example.com' }] }, 'users[0].email not-found'],
    ['no address', { users: [{ email: 'nobody' }] }, 'users[0].email no-address'],
    ['an unknown user', { users: [{ user_id: 'nobody' }] }, 'users[0].user_id not-found'],
    [
      'values without a template',
      { users: [{ email: 'a@b.c', values: { a: 'b' } }] },
      'users[0].values request',
    ],
    ['an unknown client', { client_id: 'nobody' }, 'client_id no-client'],
    ['another client’s redirect URI', { redirect_uri: 'https://evil.example/' }, 'redirect_uri request'],
    ['a lifetime of two days without the role', { lifetime: 2 * 86_400 }, 'lifetime request'],
    ['an unknown template', { template: 'nothing' }, 'template choice'],
    ['an unknown action', { create: true, required_actions: ['nothing'] }, 'required_actions choice'],
    ['no Boolean', { dry_run: 'yes', users: [] }, 'dry_run wrong-type'],
  ])('%s', async (_, fields, expected) => {
    const valid = byId(await makeUsers(1));
    const users = Object.keys(fields).some((name) => ['users', 'expires'].includes(name))
      ? {}
      : { users: valid };
    const [status, ...details] = await rejected(expected === 'users required' ? {} : { ...users, ...fields });
    expect(status).toBe(400);
    expect(details).toContain(expected);
  });

  test('the same user twice names both lines, however they are named', async () => {
    const [one] = (await makeUsers(1)) as [StepUser];
    const users = [{ user_id: one.id }, { email: one.email.toUpperCase() }, { username: one.username }];
    const { status, json } = await requestBatch(realm, client, { users });
    expect([status, json.details?.map(({ field, message }) => [field, message])]).toEqual([
      400,
      [
        ['users[1].email', 'is the same user as users[0]'],
        ['users[2].username', 'is the same user as users[0]'],
      ],
    ]);
  });

  test('disabled, unverified and missing users, each by its line, and nobody is emailed', async () => {
    const good = await realm.makeUser();
    const users = [
      good,
      await realm.makeUser({ enabled: false }),
      await realm.makeUser({ email: '' }),
      await realm.makeUser({ emailVerified: false }),
    ];
    expect(await rejected({ users: byId(users) })).toEqual([
      400,
      'users[1].user_id account-unusable',
      'users[2].user_id account-unusable',
      'users[3].user_id account-unusable',
    ]);
    expect(await emailsTo(good.email)).toEqual([]);
  });

  test('names at most a hundred problems', async () => {
    const users = Array.from({ length: 150 }, (_, index) => ({ user_id: `nobody-${index}` }));
    expect((await rejected({ users })).length).toBe(1 + 100);
  });

  test('a realm that doesn’t allow it, and a Linkgate realm', async () => {
    const users = byId(await makeUsers(1));
    await realm.update({ attributes: { 'linkgate.backend-links': 'false' } });
    try {
      const { status, json } = await requestBatch(realm, client, { users });
      expect([status, json.id]).toEqual([404, 'backend-links-off']);
    } finally {
      await realm.update({ attributes: WITH_BACKEND_LINKS });
    }
    undo.push(await setRealmAttributes({ 'linkgate.backend-links': 'true' }));
    expect((await requestBatch({ name: 'linkgate' }, client, { users })).status).toBe(409);
  });

  test('where emails contain only a code', async () => {
    const own = await realm.makeClient([{ provider: LINK, config: { emailContains: 'code' } }]);
    const { status, json } = await requestBatch(realm, own, { users: byId(await makeUsers(1)) });
    expect([status, json.id]).toEqual([409, 'email-without-link']);
  });
});

describe('sending', () => {
  test('can be stopped and resumed, and emails nobody twice', async () => {
    const { stub, open } = await closedMailServer();
    const users = await makeUsers(6);
    const { id } = await sendBatch(realm, client, { users: byId(users) });
    await vi.waitUntil(() => stub.connections.length > 0, PATIENT);
    expect([await act(id, 'stop'), await act(id, 'stop')]).toEqual([200, 409]);
    open();
    await vi.waitUntil(() => stub.messages.length === 1, PATIENT);
    expect(await batchOf(realm, id)).toMatchObject({ state: 'stopped', counts: { issued: 1, waiting: 5 } });
    const both = await Promise.all([act(id, 'start'), act(id, 'start')]);
    expect(both.toSorted()).toEqual([200, 409]);
    const done = await untilBatch(realm, id, ({ state }) => state === 'done');
    expect(done.counts).toMatchObject({ issued: 6, waiting: 0 });
    expect(recipients(stub)).toEqual(users.map(({ email }) => email).toSorted());
  });

  test('pauses at the limit of the realm, and goes on after it', async () => {
    const stub = await ownMailServer();
    await setAttributes({ [LIMIT]: '1/3600' });
    const users = await makeUsers(3);
    const { id } = await sendBatch(realm, client, { users: byId(users) });
    const paused = await untilBatch(realm, id, ({ pause }) => pause !== null);
    expect(paused).toMatchObject({
      state: 'running',
      pause: { reason: 'limit', limit: { count: 1, seconds: 3600 } },
    });
    expect(paused.counts.failed).toBe(0);
    const sent = stub.messages.length;
    expect([await act(id, 'stop'), sent <= 1]).toEqual([200, true]);
    // A single link has a limit of its own.
    const [, , last] = users as [StepUser, StepUser, StepUser];
    expect((await requestStepLink(realm, client, { user_id: last.id })).status).toBe(201);
    await realm.update({ attributes: WITH_BACKEND_LINKS });
    expect(await act(id, 'start')).toBe(200);
    expect((await untilBatch(realm, id, ({ state }) => state === 'done')).counts).toMatchObject({
      issued: 3,
    });
  });

  test('fails a line whose address has used up its own limit, and goes on', async () => {
    const users = (await makeUsers(2)) as [StepUser, StepUser];
    await setAttributes({ 'linkgate.limit.link-email': '1/3600' });
    expect((await requestStepLink(realm, client, { user_id: users[0].id })).status).toBe(201);
    const { id } = await sendBatch(realm, client, { users: byId(users) });
    await untilBatch(realm, id, ({ state }) => state === 'done');
    expect((await linesOf(realm, id)).map(({ state, failure }) => [state, failure])).toEqual([
      ['failed', 'limit'],
      ['issued', null],
    ]);
  });

  test('stops after five failures in a row, with the reason in each line', async () => {
    const stub = await ownMailServer({ RCPT: '550 no' });
    const users = await makeUsers(MAX_FAILURES + 2);
    const { id } = await sendBatch(realm, client, { users: byId(users) });
    const stopped = await untilBatch(realm, id, ({ state }) => state === 'stopped');
    expect(stopped).toMatchObject({ pause: { reason: 'failures' }, counts: { failed: 5, waiting: 2 } });
    expect(stub.messages).toEqual([]);
    const failures = (await linesOf(realm, id)).map(({ failure }) => failure);
    expect(failures).toEqual([...Array(MAX_FAILURES).fill('email'), null, null]);
  });

  test.each<[string, (own: SiteClient) => Promise<unknown>]>([
    ['is disabled', (own) => changeOwn(own, { enabled: false })],
    ['lost its step', (own) => realm.disableSteps(own)],
    [
      'requires a challenge',
      (own) => changeOwn(own, { attributes: { 'pkce.code.challenge.method': 'S256' } }),
    ],
    ['has another redirect URI', (own) => changeOwn(own, { redirectUris: ['http://localhost:9/other'] })],
  ])('fails the lines that are left once the client %s', async (_, change) => {
    const own = await realm.makeClient([STEP]);
    const { id, batch, stub } = await whileSending(await makeUsers(3), own, () => change(own));
    expect(batch.counts).toMatchObject({ issued: 1, failed: 2 });
    expect((await linesOf(realm, id)).map(({ failure }) => failure)).toEqual([null, 'client', 'client']);
    expect(stub.messages).toHaveLength(1);
  });

  test('fails the line of a user who is disabled, changes the address or is deleted meanwhile', async () => {
    const users = await makeUsers(5);
    const [, disabled, moved, deleted, last] = users as [StepUser, StepUser, StepUser, StepUser, StepUser];
    const { id, batch, stub } = await whileSending(users, client, async () => {
      await realm.changeUser(disabled, { enabled: false });
      await realm.changeUser(moved, { email: newAddress() });
      await (await admin()).users.del({ realm: realm.name, id: deleted.id });
    });
    expect(batch.counts).toMatchObject({ issued: 2, failed: 2, waiting: 0 });
    expect((await linesOf(realm, id)).map(({ failure }) => failure)).toEqual([
      null,
      'account',
      'account',
      null,
    ]);
    expect(recipients(stub)).toEqual([users[0]?.email, last.email].toSorted());
  });

  test('ends with a client that is deleted', async () => {
    const own = await realm.makeClient([STEP]);
    const api = await admin();
    const [found] = await api.clients.find({ realm: realm.name, clientId: own.client_id });
    const { batch, stub } = await whileSending(await makeUsers(3), own, () =>
      api.clients.del({ realm: realm.name, id: found?.id ?? '' }),
    );
    expect(batch.counts).toMatchObject({ issued: 0, waiting: 0 });
    expect(stub.messages.length).toBeLessThanOrEqual(1);
  });

  test('ends for good once the realm allows no links of backends', async () => {
    const { stub, open } = await closedMailServer();
    const { id } = await sendBatch(realm, client, { users: byId(await makeUsers(3)) });
    await vi.waitUntil(() => stub.connections.length > 0, PATIENT);
    await realm.update({ attributes: { 'linkgate.backend-links': 'false' } });
    await realm.update({ attributes: WITH_BACKEND_LINKS });
    open();
    const { counts } = await untilBatch(realm, id, ({ state }) => state === 'done');
    expect(counts).toMatchObject({ issued: 1, revoked: 2, waiting: 0 });
    expect(stub.messages).toHaveLength(1);
  });

  test('ends with “not before”', async () => {
    const { batch, stub } = await whileSending(await makeUsers(3), client, () =>
      realm.update({ notBefore: Math.floor(Date.now() / 1000) }),
    );
    await realm.update({ notBefore: 0 });
    expect(batch.counts).toMatchObject({ issued: 1, waiting: 0, revoked: 2 });
    expect(stub.messages).toHaveLength(1);
  });
});

describe('revoking', () => {
  const revoke = async (fields: Record<string, unknown>) =>
    (await callAdminApi<{ revoked: number }>('POST', '/links/revoke', { body: fields, realm: realm.name }))
      .json.revoked;

  test('by list ends what is on its way and what waits, while it is sent', async () => {
    const users = await makeUsers(4);
    let revoked: number[] = [];
    const { id, batch, stub } = await whileSending(users, client, async (list) => {
      revoked = [await revoke({ batch: list, dry_run: true }), await revoke({ batch: list })];
    });
    expect(revoked).toEqual([4, 4]);
    expect(batch.counts).toMatchObject({ revoked: 4, issued: 0, waiting: 0 });
    expect(recipients(stub)).toEqual([users[0]?.email]);
    const link = linkIn({ text: (stub.messages[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=') });
    expect((await new Agent().open(link)).status).toBe(401);
    expect(await revoke({ batch: id })).toBe(0);
  });

  test('by user, by client and by id ends what waits', async () => {
    const own = await realm.makeClient([STEP]);
    const users = (await makeUsers(4)) as [StepUser, StepUser, StepUser, StepUser];
    const { batch, stub } = await whileSending(users, own, async (id) => {
      expect(await revoke({ user_id: users[1].id })).toBe(1);
      const line = (await linesOf(realm, id)).find(({ user_id }) => user_id === users[2].id);
      const one = await callAdminApi<{ revoked: number }>('POST', `/links/${line?.id}/revoke`, {
        realm: realm.name,
      });
      expect(one.json.revoked).toBe(1);
      expect(await revoke({ client_id: own.client_id })).toBe(2);
    });
    expect(batch.counts).toMatchObject({ revoked: 4 });
    expect(stub.messages).toHaveLength(1);
  });

  test('by a list that doesn’t exist, or with two names, is rejected', async () => {
    const status = async (body: object) =>
      (await callAdminApi('POST', '/links/revoke', { body, realm: realm.name })).status;
    expect(await status({ batch: randomUUID() })).toBe(400);
    expect(await status({ batch: randomUUID(), client_id: client.client_id })).toBe(400);
  });
});

describe('rights', () => {
  const backends: Backend[] = [];
  const backend = async (roles: readonly string[]) => {
    const made = await makeBackend(roles, { realm: realm.name });
    backends.push(made);
    return made;
  };
  beforeAll(async () => {
    await (await admin()).roles.create({ realm: realm.name, name: 'linkgate-links' });
  });
  afterAll(async () => {
    for (const one of backends) await one.remove();
  });

  test.each([
    [[], 403, 403, 403],
    [['view-users'], 403, 200, 403],
    [['manage-users'], 201, 200, 409],
    [['impersonation', 'query-users'], 201, 403, 403],
    [['linkgate-links'], 201, 403, 403],
  ])('%j: requested %i, shown %i, stopped %i', async (roles, requested, shown, stopped) => {
    const { token } = await backend(roles);
    const users = byId(await makeUsers(1));
    const mine = await requestBatch(realm, client, { users }, { token });
    expect(mine.status).toBe(requested);
    const unknown = await requestBatch(realm, client, { users: [{ user_id: 'nobody' }] }, { token });
    expect(unknown.status).toBe(requested === 201 ? 400 : 403);
    const { id } = await sendBatch(realm, client, { users });
    await untilBatch(realm, id, ({ state }) => state === 'done');
    const at = { realm: realm.name, token };
    expect((await requestAdmin('GET', `/link-batches/${id}`, at)).status).toBe(shown);
    expect((await requestAdmin('POST', `/link-batches/${id}/stop`, at)).status).toBe(stopped);
  });

  test.each<[string, (one: Backend) => Promise<unknown>]>([
    ['its client is disabled', (one) => one.update({ enabled: false })],
    ['its client has a new secret', (one) => one.update({ secret: randomUUID() })],
    ['its client has a “not before”', (one) => one.update({ notBefore: Math.floor(Date.now() / 1000) })],
    [
      'its role is taken away',
      async (one) => {
        const api = await admin();
        const role = await api.roles.findOneByName({ realm: realm.name, name: 'linkgate-links' });
        const roles = [{ id: role?.id ?? '', name: 'linkgate-links' }];
        await api.users.delRealmRoleMappings({ realm: realm.name, id: one.userId, roles });
      },
    ],
  ])('of the requester are checked for each line: %s', async (_, end) => {
    const one = await backend(['linkgate-links']);
    const { stub, open } = await closedMailServer();
    const { id } = await sendBatch(realm, client, { users: byId(await makeUsers(3)) }, { token: one.token });
    await vi.waitUntil(() => stub.connections.length > 0, PATIENT);
    await end(one);
    open();
    const { counts } = await untilBatch(realm, id, ({ state }) => state === 'done');
    expect(counts).toMatchObject({ issued: 1, failed: 2 });
    expect((await linesOf(realm, id)).map(({ failure }) => failure)).toEqual([null, 'rights', 'rights']);
    expect(stub.messages).toHaveLength(1);
  });
});

test('invitations’ endpoints neither show nor touch it, nor it invitations', async () => {
  const { id } = await sendBatch(realm, client, { users: byId(await makeUsers(1)) });
  await untilBatch(realm, id, ({ state }) => state === 'done');
  await setAttributes({ 'linkgate.invitations': 'true' });
  const at = { realm: realm.name };
  const { json } = await callAdminApi<{ batches: unknown[] }>('GET', '/invitation-batches', at);
  expect(json.batches).toEqual([]);
  const one = `/invitation-batches/${id}`;
  expect((await requestAdmin('GET', one, at)).status).toBe(404);
  expect((await requestAdmin('POST', `${one}/start`, at)).status).toBe(404);
  expect((await requestAdmin('POST', `${one}/stop`, at)).status).toBe(404);
  expect((await requestAdmin('DELETE', one, at)).status).toBe(404);
  const csv = { ...at, type: 'text/csv', body: newAddress() };
  // An invitation leads to the client's own page.
  const steps = [
    { provider: 'auth-cookie', requirement: 'ALTERNATIVE' as const },
    { provider: LINK, requirement: 'ALTERNATIVE' as const },
  ];
  const home = await realm.makeClient(steps, { baseUrl: 'http://localhost:9/home' });
  const draft = await requestAdmin('POST', `/invitation-batches?client_id=${home.client_id}`, csv);
  const { id: invitations } = (await draft.json()) as { id: string };
  expect([draft.status, (await requestAdmin('GET', `/link-batches/${invitations}`, at)).status]).toEqual([
    201, 404,
  ]);
  expect((await requestAdmin('POST', `/link-batches/${invitations}/start`, at)).status).toBe(404);
  expect((await batches()).includes(invitations)).toBe(false);
});
