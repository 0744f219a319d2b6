/** The admin API of settings against callers who mean no good, or know no better: rights, owners, bodies, values, and changes at the same moment. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi, requestAdmin } from '../../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../../support/admin-events.ts';
import { type Backend, makeBackend } from '../../support/backend-links.ts';
import { makeClient } from '../../support/own-client.ts';

const OTHER_REALM = 'linkgate-beta';

interface Shown {
  version: string;
  settings: { name: string; value: string | null }[];
  steps: { id: string; version: string; settings: { name: string; value: string | null }[] }[];
  id: string;
  details: { field: string; id: string; message: string }[];
}

const callers: Record<'viewer' | 'manager' | 'ofClients' | 'ofOther', Backend> = {} as never;
beforeAll(async () => {
  callers.viewer = await makeBackend(['view-realm', 'view-clients']);
  callers.manager = await makeBackend(['manage-realm']);
  callers.ofClients = await makeBackend(['manage-clients']);
  callers.ofOther = await makeBackend(['realm-admin'], { realm: OTHER_REALM });
});
afterAll(async () => {
  for (const caller of Object.values(callers)) await caller.remove();
});

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const shown = async (realm?: string) =>
  (await callAdminApi<Shown>('GET', '/settings', realm === undefined ? {} : { realm })).json;

const put = async (path: string, body: unknown, token?: string) =>
  await callAdminApi<Shown>('PUT', path, { body, ...(token === undefined ? {} : { token }) });

/** A client of the realm by its Keycloak ID, removed once the test is over. */
async function ownClient(): Promise<string> {
  const client = await makeClient();
  undo.push(async () => await client.remove());
  const [found] = await (await admin()).clients.find({ realm: 'linkgate', clientId: client.client_id });
  return found?.id ?? '';
}

describe('a caller', () => {
  test('of another realm sees and changes nothing', async () => {
    const { token } = callers.ofOther;
    expect((await requestAdmin('GET', '/settings', { token, realm: OTHER_REALM })).status).toBe(200);
    const { version, steps } = await shown();
    const id = await ownClient();
    const body = { version, changes: {} };
    for (const path of ['/settings', `/clients/${id}/settings`])
      expect((await requestAdmin('GET', path, { token })).status).toBe(403);
    for (const path of ['/settings', `/settings/steps/${steps[0]?.id}`, `/clients/${id}/settings`])
      expect([path, (await requestAdmin('PUT', path, { token, body })).status]).toEqual([path, 403]);
  });

  test('who may not change it doesn’t validate either', async () => {
    const { version, steps } = await shown();
    const id = await ownClient();
    const body = { version, changes: { 'linkgate.passkeys': 'on' }, dry_run: true };
    for (const [path, token] of [
      ['/settings', callers.viewer.token],
      [`/settings/steps/${steps[0]?.id}`, callers.viewer.token],
      [`/clients/${id}/settings`, callers.viewer.token],
      ['/settings', callers.ofClients.token],
      [`/clients/${id}/settings`, callers.manager.token],
    ] as const)
      expect([path, (await put(path, body, token)).status]).toEqual([path, 403]);
  });
});

describe('an owner', () => {
  test('of another realm, Keycloak’s own, or none is not found', async () => {
    const api = await admin();
    const idOf = async (realm: string, clientId: string) =>
      (await api.clients.find({ realm, clientId }))[0]?.id ?? '';
    const other = await shown(OTHER_REALM);
    const { version } = await shown();
    for (const path of [
      `/settings/steps/${other.steps[0]?.id}`,
      '/settings/steps/..%2f..%2fsettings',
      `/clients/${await idOf(OTHER_REALM, 'demo-web')}/settings`,
      `/clients/${await idOf('linkgate', 'account')}/settings`,
      '/clients/demo-web/settings',
    ]) {
      const { status } = await requestAdmin('PUT', path, { body: { version, changes: {} } });
      // Keycloak itself rejects an encoded slash.
      expect([path, status]).toEqual([path, path.includes('%2f') ? expect.any(Number) : 404]);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(await shown(OTHER_REALM)).toEqual(other);
  });
});

describe('a body', () => {
  const named = (text: string) => `{"version":"VERSION","changes":${text}}`;
  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['changes that are null', named('null')],
    ['changes that are a text', named('"linkgate.passkeys"')],
    ['a version that is a list', '{"version":["VERSION"],"changes":{}}'],
    ['a switch that is a boolean', named('{"linkgate.passkeys":true}')],
    ['a value that is an object', named('{"linkgate.passkeys":{"toString":"true"}}')],
    ['a list of values', named('{"linkgate.passkeys":["true"]}')],
    ['a name of JavaScript’s', named('{"constructor":"true"}')],
    ['a name with a line break', named('{"linkgate.passkeys\\n":"true"}')],
    ['a setting of a step', named('{"confirm":"always"}')],
    ['what Linkgate writes itself', named('{"linkgate.set-by-files":"{}"}')],
    ['the realm’s switch', named('{"linkgate.enabled":"false"}')],
    ['an attribute of Keycloak’s', named('{"frontendUrl":"https://evil.example"}')],
    ['a line break after a value', named('{"linkgate.passkeys":"true\\n"}')],
    ['markup', named('{"linkgate.allowed-protocols":"<img src=x onerror=alert(1)>"}')],
    ['a text of 10 kB', named(`{"linkgate.passkeys":"${'x'.repeat(10_000)}"}`)],
    ['one wrong value among good ones', named('{"linkgate.backend-links":"true","linkgate.passkeys":"on"}')],
  ])('with %s is rejected, and nothing is stored', async (_, text) => {
    const before = await shown();
    const { status, json } = await put('/settings', text.replace('VERSION', before.version));
    expect(status).toBe(400);
    expect(JSON.stringify(json).length).toBeLessThan(2000);
    expect(await shown()).toEqual(before);
  });

  test('with __proto__ changes nothing', async () => {
    const before = await shown();
    await put(
      '/settings',
      named('{"__proto__":{"linkgate.passkeys":"true"}}').replace('VERSION', before.version),
    );
    expect(await shown()).toEqual(before);
  });

  test('with a long list of values is stored as it is', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.trusted-client-domains': '' }));
    const { version } = await shown();
    const domains = Array.from({ length: 500 }, (_, i) => `${i}.clients.example.com`).join(' ');
    const { status, json } = await put('/settings', {
      version,
      changes: { 'linkgate.trusted-client-domains': domains },
    });
    expect(status).toBe(200);
    expect(json.settings.find(({ name }) => name === 'linkgate.trusted-client-domains')?.value).toBe(domains);
  });
});

describe('changes at the same moment', () => {
  /** Sends one change of each value from the same version; how many of them are stored. */
  async function race(path: string, version: string, changes: readonly object[]): Promise<number[]> {
    const sent = changes.map(async (one) => (await put(path, { version, changes: one })).status);
    return (await Promise.all(sent)).sort();
  }

  test.each(['realm', 'step', 'client'] as const)(
    'of a %s: one is stored, the others are told',
    async (of) => {
      const { version, steps } = await shown();
      const [step] = steps;
      const id = of === 'client' ? await ownClient() : '';
      if (of === 'realm')
        undo.push(await setRealmAttributes({ 'linkgate.passkey-offers': '', 'linkgate.unknown-scopes': '' }));
      const rows = {
        realm: ['/settings', 'linkgate.passkey-offers', (i: number) => `${i + 1}/7`],
        step: [`/settings/steps/${step?.id}`, 'lifetime', (i: number) => String(100 + i)],
        client: [`/clients/${id}/settings`, 'linkgate.sign-in.lifetime', (i: number) => String(100 + i)],
      } as const;
      const [path, name, value] = rows[of];
      const seen = {
        realm: (await shown()).version,
        step: step?.version ?? '',
        client: of === 'client' ? (await callAdminApi<Shown>('GET', path)).json.version : '',
      }[of];
      expect(version).not.toBe('');
      const changes = Array.from({ length: 6 }, (_, i) => ({ [name]: value(i) }));
      expect(await race(path, seen, changes)).toEqual([200, 409, 409, 409, 409, 409]);
      if (of === 'step') {
        const now = (await shown()).steps.find((one) => one.id === step?.id)?.version ?? '';
        expect((await put(path, { version: now, changes: { [name]: null } })).status).toBe(200);
      }
    },
  );
});

test('the events say who changed what, and not what stays', async () => {
  undo.push(await storeAdminEvents('linkgate'));
  undo.push(await setRealmAttributes({ 'linkgate.unknown-scopes': '' }));
  const since = Date.now();
  const { version } = await shown();
  const { token, userId } = callers.manager;
  const changes = { 'linkgate.unknown-scopes': 'ignore' };
  expect((await put('/settings', { version, changes }, token)).status).toBe(200);
  const events = await adminEventsSince('linkgate', since);
  const [event] = events.filter(({ resourcePath }) => resourcePath === 'linkgate/settings');
  expect(event?.authDetails?.userId).toBe(userId);
  expect(JSON.parse(event?.representation ?? '{}')).toEqual({ attributes: changes });
});

test('an export of the realm has no secret in what records files', async () => {
  const exported = await (await admin()).realms.export({ realm: 'linkgate' });
  const files = Object.keys(
    JSON.parse(exported.attributes?.['linkgate.set-by-files'] ?? '{}') as Record<string, unknown>,
  );
  expect(files).not.toEqual([]);
  for (const file of files) expect(file).toMatch(/^[\w.-]+(\/[\w.-]+)*$/);
  for (const { secret } of Object.values(inject('site').clients) as { secret?: string }[])
    if (secret !== undefined) expect(exported.attributes?.['linkgate.set-by-files']).not.toContain(secret);
});
