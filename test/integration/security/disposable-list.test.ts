/** A list of disposable domains that is fetched from an address: what replaces it, and what leaves it as it is. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { makeBackend } from '../../support/backend-links.ts';
import { type DocumentSite, openDocumentSite } from '../../support/document-site.ts';
import { emailsTo, emailTo, newAddress } from '../../support/email.ts';
import { PATIENT } from '../../support/patience.ts';
import { requestLink } from '../../support/sign-in.ts';

const { web } = inject('site').clients;

interface Source {
  address: string;
  fetched_at: number | null;
  failed_at: number | null;
  failure: { id: string; values: Record<string, unknown> } | null;
}
interface Rules {
  disposable: { list: string; domains: number; source: Source | null };
}

let site: DocumentSite;
beforeAll(async () => {
  site = await openDocumentSite();
});
afterAll(async () => site.close());

const perTest: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const back of perTest.splice(0).reverse()) await back();
});

let paths = 0;

/** Has the realm name an address that no other test has; returns its path. */
async function name(address?: string): Promise<string> {
  paths += 1;
  const path = `/list-${paths}.txt`;
  perTest.push(
    await setRealmAttributes({
      'linkgate.sign-up-rules': 'true',
      'linkgate.sign-up-disposable': 'reject',
      'linkgate.sign-up-disposable-list': address ?? `${site.origin}${path}`,
    }),
  );
  return path;
}

const shown = async () => (await callAdminApi<Rules>('GET', '/sign-up-rules')).json.disposable;

/** Has it fetched, and waits until that is over. */
async function fetchNow(): Promise<Rules['disposable'] & { source: Source }> {
  const before = await shown();
  // Times are in seconds: another outcome in the same second is seen by its requests, or by what it is.
  const response = await callAdminApi<Rules>('POST', '/sign-up-rules/disposable/fetch');
  expect(response.status).toBe(202);
  return await vi.waitUntil(async () => {
    const after = await shown();
    const { source } = after;
    if (source === null) return false;
    const isOver =
      source.failed_at !== null
        ? true
        : source.fetched_at !== null && source.fetched_at !== before.source?.fetched_at;
    return isOver ? { ...after, source } : false;
  }, PATIENT);
}

const at = (domain: string) => newAddress().replace('example.com', domain);

/** Whether an address at a domain gets a link. */
async function getsLink(domain: string): Promise<boolean> {
  const email = at(domain);
  const { client_id, redirect_uri } = web;
  expect((await requestLink({ email, client_id, redirect_uri })).status).toBe(200);
  return (await emailsTo(email)).length === 1;
}

test('acts in place of the built-in one once it was fetched, and no longer than the realm names it', async () => {
  const path = await name();
  site.serve(path, {
    headers: { 'content-type': 'text/plain' },
    body: '# list\nshort.example\nOther.example\n',
  });
  expect(await shown()).toMatchObject({ list: 'built-in', source: { fetched_at: null, failed_at: null } });
  expect(await fetchNow()).toMatchObject({ list: 'fetched', domains: 2, source: { failed_at: null } });
  expect([await getsLink('a.short.example'), await getsLink('mailinator.com')]).toEqual([false, true]);
  const off = await setRealmAttributes({ 'linkgate.sign-up-disposable-list': '' });
  expect([await getsLink('a.short.example'), await getsLink('mailinator.com')]).toEqual([true, false]);
  expect(await shown()).toMatchObject({ list: 'built-in', source: null });
  await off();
});

test('is asked for by its entity tag, and stays while it is unchanged', async () => {
  const path = await name();
  const headers = { etag: '"v1"' };
  site.serve(path, { headers, body: 'tagged.example' });
  const first = await fetchNow();
  site.serve(path, { status: 304, headers });
  await vi.waitUntil(() => Date.now() / 1000 > Number(first.source.fetched_at) + 1, PATIENT);
  expect(await fetchNow()).toMatchObject({ list: 'fetched', domains: 1, source: { failure: null } });
  expect(site.received.filter((one) => one.path === path).map((one) => one.headers['if-none-match'])).toEqual(
    [undefined, '"v1"'],
  );
});

describe('the last list stays, and the overview says so,', () => {
  test.each<[string, Parameters<DocumentSite['serve']>[1], string]>([
    ['if it isn’t there', { status: 404, body: 'short.example' }, 'domain-list-status'],
    ['if it is elsewhere', { status: 302, headers: { location: '/elsewhere.txt' } }, 'domain-list-status'],
    ['if it says that it is unchanged, unasked', { status: 304 }, 'domain-list-status'],
    ['if it is a page', { body: '<!doctype html>\n<p>Moved</p>' }, 'domain-list-malformed'],
    ['if it is empty', { body: '' }, 'domain-list-empty'],
    ['if a line has 10 KB', { body: `a.example\n${'a'.repeat(10_240)}` }, 'domain-list-malformed'],
    ['if it has a million lines', { body: 'a.b.example\n'.repeat(1_000_000) }, 'domain-list-unreachable'],
    ['if it has a million short lines', { body: '#\n'.repeat(1_000_000) }, 'domain-list-large'],
  ])('%s', async (_, response, id) => {
    site.serve('/elsewhere.txt', { body: 'short.example' });
    const path = await name();
    site.serve(path, { body: 'stays.example' });
    await fetchNow();
    // The tag of the first one is unknown, as it had none.
    site.serve(path, response);
    const failed = await fetchNow();
    expect(failed).toMatchObject({ list: 'fetched', domains: 1, source: { failure: { id } } });
    expect(await getsLink('stays.example')).toBe(false);
    expect(site.requested).not.toContain('/elsewhere.txt');
    const { json } = await callAdminApi<{ problems: { id: string; values: object; message: string }[] }>(
      'GET',
      '/problems',
    );
    const problem = json.problems.find((one) => one.id === 'disposable-list');
    expect(problem).toMatchObject({ values: { failed_at: failed.source.failed_at } });
    expect(problem?.message).toMatch(/since \d{4}-\d\d-\d\dT\d\d:\d\dZ$/);
    // Since when it can't be stays; once it can again, nothing is left of it.
    site.serve(path, { body: 'again.example' });
    await callAdminApi('POST', '/sign-up-rules/disposable/fetch');
    await vi.waitUntil(async () => (await shown()).source?.failed_at === null, PATIENT);
    expect([await getsLink('again.example'), await getsLink('stays.example')]).toEqual([false, true]);
  });

  test.each([
    ['at an address of this network', 'https://10.0.0.1/list.txt'],
    ['at an address of a machine’s host', 'https://169.254.169.254/list.txt'],
    ['under an unknown name', 'https://lists.invalid/list.txt'],
  ])('if it is %s', async (_, address) => {
    const before = await name();
    site.serve(before, { body: 'before.example' });
    await fetchNow();
    await name(address);
    expect(await fetchNow()).toMatchObject({
      list: 'fetched',
      domains: 1,
      source: { failure: { id: 'domain-list-unreachable' } },
    });
    expect(await getsLink('before.example')).toBe(false);
  });
});

test('is fetched for nobody who signs up, whatever they type', async () => {
  const path = await name();
  site.serve(path, { body: 'short.example' });
  await emailTo(await request('nobody.example'));
  await request('short.example');
  await request(`x.${new URL(site.origin).hostname}.example`);
  expect(site.requested).not.toContain(path);
});

async function request(domain: string): Promise<string> {
  const email = at(domain);
  const { client_id, redirect_uri } = web;
  expect((await requestLink({ email, client_id, redirect_uri })).status).toBe(200);
  return email;
}

test('is fetched for administrators of the realm alone, and only if it names one', async () => {
  const viewer = await makeBackend(['view-realm']);
  const path = '/sign-up-rules/disposable/fetch';
  expect((await callAdminApi('POST', path, { token: viewer.token })).status).toBe(403);
  await viewer.remove();
  expect(await callAdminApi('POST', path)).toMatchObject({ status: 409, json: { id: 'no-disposable-list' } });
});

test.each([
  'http://lists.example/a.txt',
  'https://user@lists.example/',
  'file:///etc/passwd',
  'https://x/?a=b',
])('%s is no address of a list', async (address) => {
  const { version } = (await callAdminApi<{ version: string }>('GET', '/settings')).json;
  const changes = { 'linkgate.sign-up-disposable-list': address };
  expect((await callAdminApi('PUT', '/settings', { body: { version, changes } })).status).toBe(400);
});
