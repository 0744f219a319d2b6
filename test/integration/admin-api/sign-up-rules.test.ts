/** The lists of the rules for sign-up in the admin API. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '../../support/accounts.ts';
import { setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi, requestAdmin } from '../../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../../support/admin-events.ts';
import { makeBackend } from '../../support/backend-links.ts';
import { newAddress } from '../../support/email.ts';

const PATH = '/sign-up-rules';

interface Rules {
  denied: string[];
  allowed: string[];
  disposable: { action: string; list: string; domains: number };
  version: string;
  effect?: Record<string, unknown>;
}
interface Rejected {
  id: string;
  details?: { field: string; id: string }[];
}

const put = async (body: unknown, path = PATH) => await callAdminApi<Rules & Rejected>('PUT', path, { body });
const get = async () => (await callAdminApi<Rules>('GET', PATH)).json;

let restore: () => Promise<unknown>;
beforeAll(async () => {
  restore = await setRealmAttributes({ 'linkgate.sign-up-rules': 'true' });
});
afterEach(async () => {
  await put({ denied: [], allowed: [] });
});
afterAll(async () => {
  await callAdminApi('DELETE', `${PATH}/disposable`);
  await restore();
});

test('an entry is folded, and kept once', async () => {
  const denied = [
    'Example.COM.',
    '@example.com',
    ' *.BÜCHER.example ',
    'Ada@xn--bcher-kva.example',
    'ada@bücher.example',
  ];
  expect((await put({ denied })).json.denied).toEqual([
    '*.xn--bcher-kva.example',
    'ada@xn--bcher-kva.example',
    'example.com',
  ]);
  expect((await get()).denied).toHaveLength(3);
});

test('an address is an entry, however many dots it has', async () => {
  const denied = [`${'a.'.repeat(11)}b@spam.example`, `a@${'s.'.repeat(20)}spam.example`];
  expect(await put({ denied })).toMatchObject({ status: 200, json: { denied } });
});

describe.each(['denied', 'allowed'])('as %s', (list) => {
  test.each<[string, unknown, string]>([
    ['nothing', '', 'sign-up-entry'],
    ['a word', 'spam', 'sign-up-entry'],
    ['a URL', 'https://spam.example/', 'sign-up-entry'],
    ['an address with quotes', '"a b"@spam.example', 'sign-up-entry'],
    ['an IP address', '127.0.0.1', 'sign-up-entry'],
    ['a star in the middle', 'a.*.spam.example', 'sign-up-entry'],
    ['all', '*', 'sign-up-entry'],
    ['two addresses', 'a@spam.example, b@spam.example', 'sign-up-entry'],
    ['an address with a star', 'a@*.spam.example', 'sign-up-entry'],
    ['eleven labels', '1.2.3.4.5.6.7.8.9.spam.example', 'sign-up-entry'],
    ['a line of 10 KB', 'a'.repeat(10_240), 'sign-up-entry'],
    ['a NUL', 'spam\u0000.example', 'sign-up-entry'],
    ['a number', 1, 'sign-up-entry'],
    ['a list', ['spam.example'], 'sign-up-entry'],
    ['a top-level domain', 'com', 'public-suffix'],
    ['all below one', '*.com', 'public-suffix'],
    ['a public suffix', 'CO.UK', 'public-suffix'],
    ['all below one of two labels', '*.co.uk', 'public-suffix'],
    ['one by a wildcard of the list', 'any.ck', 'public-suffix'],
    ['one in Unicode', '*.рф', 'public-suffix'],
  ])('%s is rejected, by its line', async (_, line, id) => {
    const before = await get();
    const { status, json } = await put({ [list]: ['good.example', line] });
    expect([status, json.details?.map((one) => [one.field, one.id])]).toEqual([400, [[`${list}[1]`, id]]]);
    expect(await get()).toEqual(before);
  });

  test('a domain below a wildcard of the public suffix list, and its exception, are entries', async () => {
    const { json } = await put({ [list]: ['a.any.ck', 'www.ck', 'github.io'] });
    expect(json[list as 'denied']).toEqual(['a.any.ck', 'github.io', 'www.ck']);
  });

  test('10,000 entries are stored, and one more isn’t', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `d${index}.example`);
    expect(await put({ [list]: [...many, 'one-more.example'] })).toMatchObject({
      status: 400,
      json: { details: [{ field: list, id: 'too-many-lines' }] },
    });
    expect((await put({ [list]: many })).json[list as 'denied']).toHaveLength(10_000);
    expect((await put({ [list]: many.slice(0, 9_999) })).status).toBe(200);
  });

  test.each([[{}], ['spam.example'], [null], [true]])('%j is no list', async (given) => {
    expect(await put({ [list]: given })).toMatchObject({ status: 400 });
  });
});

test('a list of too many lines is rejected, and one of a million isn’t even read', async () => {
  const lines = (count: number) => ({ denied: Array.from({ length: count }, () => 'a.example') });
  expect(await put(lines(100_000))).toMatchObject({
    status: 400,
    json: { details: [{ id: 'too-many-lines' }] },
  });
  // The server may close the connection before all is sent.
  const { status } = await requestAdmin('PUT', PATH, { body: lines(1_000_000) }).catch(() => ({
    status: 413,
  }));
  expect([status, (await get()).denied]).toEqual([413, []]);
});

test('a change names the version that its administrator saw, and the other list stays', async () => {
  const { version } = (await put({ denied: ['one.example'], allowed: ['two.example'] })).json;
  expect(await put({ denied: ['three.example'], version: 'former' })).toMatchObject({
    status: 409,
    json: { id: 'sign-up-rules-changed' },
  });
  const { json } = await put({ denied: ['three.example'], version });
  expect([json.denied, json.allowed]).toEqual([['three.example'], ['two.example']]);
  const both = await Promise.all(
    ['four.example', 'five.example'].map((one) => put({ denied: [one], version: json.version })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a dry run changes nothing, and tells what the rules would have done with new accounts', async () => {
  const domain = `month-${Date.now().toString(36)}.example`;
  await makeAccount(newAddress().replace('example.com', domain));
  await makeAccount(newAddress().replace('example.com', `a.${domain}`));
  await makeAccount(newAddress().replace('example.com', 'mailinator.com'));
  const off = await setRealmAttributes({ 'linkgate.sign-up-disposable': 'note' });
  const before = await get();
  const run = async (denied: string[]) => (await put({ denied, dry_run: true })).json.effect;
  const [none, one, both] = [await run([]), await run([domain]), await run([domain, `*.${domain}`])];
  expect(await get()).toEqual(before);
  await off();
  expect([none?.days, none?.complete, none?.rejected]).toEqual([30, true, 0]);
  expect([one?.rejected, both?.rejected]).toEqual([1, 2]);
  expect(Number(none?.accounts)).toBeGreaterThanOrEqual(3);
  expect(Number(none?.noted)).toBeGreaterThanOrEqual(1);
});

test.each<[string, unknown]>([
  ['an address', 'a@short.example'],
  ['a wildcard', '*.short.example'],
  ['a public suffix', 'com'],
])('a list of disposable domains has no %s', async (_, line) => {
  expect(await put({ domains: [line] }, `${PATH}/disposable`)).toMatchObject({ status: 400 });
});

test('a role for the realm is needed, and what is changed is an admin event', async () => {
  const viewer = await makeBackend(['view-users']);
  for (const [method, path, body] of [
    ['GET', PATH, undefined],
    ['PUT', PATH, { denied: [] }],
    ['PUT', `${PATH}/disposable`, { domains: [] }],
    ['DELETE', `${PATH}/disposable`, undefined],
  ] as const)
    expect((await callAdminApi(method, path, { body, token: viewer.token })).status).toBe(403);
  await viewer.remove();
  const stop = await storeAdminEvents('linkgate');
  const since = Date.now();
  await put({ denied: ['evented.example'] });
  const events = await adminEventsSince('linkgate', since);
  await stop();
  expect(events.map(({ resourceType, operationType }) => [resourceType, operationType])).toEqual([
    ['LINKGATE_SIGN_UP_RULE', 'UPDATE'],
  ]);
});
