/** `npm run linkgate -- clients` as an administrator types it, and its effects on relying parties. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { storeAdminEvents } from '../../support/admin-events.ts';
import { jsonOf, npmRun, npmRunHere } from '../../support/command.ts';
import { post } from '../../support/form.ts';
import { workerPath } from '../../support/part.ts';
import { PICTURE } from '../../support/picture.ts';
import { change, modelOf, register, remove } from '../../support/registration.ts';

const { baseUrl, serverUrl, admin: account } = inject('site');
const PORTAL = 'portal-app';
const MACHINE = 'portal-machine';
const PENDING = 'portal-asking';
/** A dozen commands, each a process. */
const LIFE_MILLIS = 360_000;
const REDIRECT = 'https://app.example.com/callback';

const clients = async (...args: string[]) => npmRunHere('clients', args);
const apply = async (...args: string[]) => clients(...args, '--apply');

afterAll(async () => {
  const api = await admin();
  for (const clientId of [PORTAL, MACHINE, PENDING]) {
    const [left] = await api.clients.find({ realm: 'linkgate', clientId });
    if (left?.id) await api.clients.del({ realm: 'linkgate', id: left.id });
  }
});

/** The client's version, as a user reads it. */
async function versionOf(clientId: string): Promise<string> {
  return jsonOf<{ version: string }>(await clients('show', clientId, '--json')).version;
}

/** The token endpoint's error for a client that authenticates: only an approved client gets as far as its code. */
async function tokenError(client_secret: string): Promise<string> {
  const fields = { grant_type: 'authorization_code', code: 'none', redirect_uri: REDIRECT };
  const response = await post(`${baseUrl}/token`, { ...fields, client_id: PORTAL, client_secret });
  return `${response.status} ${((await response.json()) as { error: string }).error}`;
}

describe('npm run linkgate -- clients', () => {
  test('takes a client through its lifecycle as relying parties see it', {
    timeout: LIFE_MILLIS,
  }, async () => {
    const made = await apply('create', PORTAL, '--redirect-uri', REDIRECT, '--name', 'Portal', '--json');
    expect(made.code, made.stderr).toBe(0);
    const { client_secret: secret, approval } = jsonOf<{ client_secret: string; approval: string }>(made);
    expect(approval).toBe('pending');
    expect(await tokenError(secret)).toBe('403 invalid_client');

    expect(await apply('approve', PORTAL, '--version', await versionOf(PORTAL))).toMatchObject({
      code: 0,
      stdout: `client ${PORTAL}: pending → approved\n`,
    });
    expect(await tokenError(secret)).toBe('400 invalid_grant');
    const shown = await clients('show', PORTAL);
    expect(shown.stdout).toContain(REDIRECT);
    expect(shown.stdout).not.toContain(secret);
    expect((await clients('list')).stdout).toMatch(/portal-app\s+Portal\s+confidential\s+approved/);

    const rejected = await apply('reject', PORTAL);
    expect(rejected).toMatchObject({ code: 1 });
    expect(rejected.stderr).toContain(
      `client ${PORTAL}: is approved and can't be rejected; suspend or delete it instead`,
    );

    const rotated = await apply('rotate-secret', PORTAL);
    const fresh = rotated.stdout.trim().split('\n').at(-1) ?? '';
    expect(await tokenError(secret)).toBe('401 invalid_client');
    expect(await tokenError(fresh)).toBe('400 invalid_grant');

    expect((await apply('delete', PORTAL)).stdout).toBe(`client ${PORTAL}: approved → deleted\n`);
    expect(await tokenError(fresh)).toBe('401 invalid_client');
    const again = await apply('approve', PORTAL, '--version', await versionOf(PORTAL));
    expect(again.stdout).toContain('deleted → approved');
    expect(await tokenError(fresh)).toBe('400 invalid_grant');
    expect((await apply('delete', PORTAL, '--permanently')).code).toBe(0);
    const gone = await clients('show', PORTAL);
    expect(gone).toMatchObject({ code: 1 });
    expect(gone.stderr).toContain(`client ${PORTAL}: not in realm linkgate`);
  });

  test('approves the version that was shown: neither an unseen nor a later one', async () => {
    const client = await register('default', { name: 'Fish', redirectUris: [REDIRECT] });
    const { clientId } = client;
    const unseen = await apply('approve', clientId);
    expect(unseen).toMatchObject({ code: 1, stdout: '' });
    for (const text of ['not approved yet', 'Fish', REDIRECT, `--version ${await versionOf(clientId)}`])
      expect(unseen.stderr).toContain(text);
    const seen = await versionOf(clientId);
    await change(client, 'default', { name: 'Your Bank', redirectUris: ['https://evil.example/back'] });
    const late = await apply('approve', clientId, '--version', seen);
    expect(late).toMatchObject({ code: 1, stdout: '' });
    for (const text of ['has changed since it was shown', 'Your Bank', 'https://evil.example/back'])
      expect(late.stderr).toContain(text);
    expect((await modelOf(client)).attributes?.['linkgate.approval']).toBe('pending');
    await remove(client);
  });

  test('creates clients that are conformant from the start, also a machine, and rejects one that requests', async () => {
    const made = await apply('create', MACHINE, '--machine', '--approved', '--json');
    const { client_secret } = jsonOf<{ client_secret: string }>(made);
    const grant = { grant_type: 'client_credentials', client_id: MACHINE, client_secret };
    expect((await post(`${baseUrl}/token`, grant)).status).toBe(200);
    await apply('create', PORTAL, '--public', '--redirect-uri', 'com.example.portal:/callback');
    const only = ['client-grants', 'client-consent', 'client-audience', 'client-scopes', 'refresh-tokens'];
    const checked = await npmRunHere(
      'conformance',
      only.flatMap((name) => ['--only', name]),
    );
    expect(checked, checked.stdout).toMatchObject({ code: 0 });
    expect((await apply('reject', PORTAL)).stdout).toBe(`client ${PORTAL}: pending → rejected\n`);
    await apply('delete', PORTAL, '--permanently');
  });

  test('writes an admin event for each approval and rejection, with the client’s new state', async () => {
    await apply('create', PORTAL, '--redirect-uri', REDIRECT);
    await apply('create', PENDING, '--redirect-uri', REDIRECT);
    const stopStoring = await storeAdminEvents('linkgate');
    try {
      expect((await apply('approve', PORTAL, '--version', await versionOf(PORTAL))).code).toBe(0);
      expect((await apply('reject', PENDING)).code).toBe(0);
      const api = await admin();
      for (const [clientId, approval] of [
        [PORTAL, 'approved'],
        [PENDING, 'rejected'],
      ] as const) {
        const [client] = await api.clients.find({ realm: 'linkgate', clientId });
        const resourcePath = `clients/${client?.id}`;
        const events = await api.realms.findAdminEvents({ realm: 'linkgate', resourcePath });
        expect(events).toMatchObject([{ operationType: 'UPDATE', resourceType: 'CLIENT' }]);
        expect(events[0]?.authDetails?.userId).toBeTruthy();
        const { attributes } = JSON.parse(events[0]?.representation ?? '{}') as {
          attributes: Record<string, string>;
        };
        expect(attributes['linkgate.approval']).toBe(approval);
      }
    } finally {
      await stopStoring();
      await apply('delete', PORTAL, '--permanently');
      await apply('delete', PENDING, '--permanently');
    }
  });

  test('sets branding that the plugin accepts, and names what it does not', async () => {
    await apply('create', PORTAL, '--redirect-uri', REDIRECT);
    const set = await apply(
      'branding',
      PORTAL,
      '--primary-color',
      '#123456',
      '--subject',
      'Your link',
      '--json',
    );
    expect(jsonOf(set)).toEqual({
      applied: true,
      client_id: PORTAL,
      branding: { 'primary-color': '#123456', subject: 'Your link' },
    });
    const wrong = await apply('branding', PORTAL, '--primary-color', 'red', '--subject', 'Other');
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stderr).toContain(
      `client ${PORTAL}: linkgate.branding.primary-color: not a colour like #1a2b3c`,
    );
    const kept = await apply('branding', PORTAL, '--subject', '', '--json');
    expect(jsonOf(kept)).toMatchObject({ branding: { 'primary-color': '#123456' } });
    expect(kept.stdout).not.toContain('subject');
    const file = workerPath('portal.png');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, PICTURE, 'base64');
    const texts = ['--text', 'Bonjour', '--language', 'fr'];
    const uploaded = await apply('branding', PORTAL, '--logo-file', file, ...texts, '--json');
    expect(jsonOf(uploaded)).toMatchObject({
      branding: {
        logo: expect.stringMatching(/^uploaded:/),
        'primary-color': '#123456',
        'text.fr': 'Bonjour',
      },
    });
    await writeFile(file, 'no picture');
    expect(await apply('branding', PORTAL, '--logo-file', file)).toMatchObject({ code: 1 });
    await apply('delete', PORTAL, '--permanently');
  });

  test.each([
    ['an unknown action', ['destroy', PORTAL], 2, 'destroy: use one of list, show, create'],
    ['no client id', ['show'], 2, 'client id: missing'],
    ['an option of another action', ['list', '--approved'], 2, '--approved: not an option of list'],
    [
      'a redirect URI with a wildcard',
      ['create', PORTAL, '--redirect-uri', 'https://a.example/*'],
      2,
      '--redirect-uri',
    ],
    ['a client of Keycloak', ['delete', 'admin-cli'], 1, "client admin-cli: is Keycloak's own"],
    [
      'an existing ID',
      ['create', 'demo-web', '--redirect-uri', REDIRECT],
      1,
      'client demo-web: already exists in realm linkgate',
    ],
    ['an unknown realm', ['list', '--realm', 'nowhere'], 1, 'realm nowhere: not on'],
  ])('rejects %s and says why', async (_, args, code, message) => {
    const ran = await clients(...args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });

  test('works on any server, with credentials of the environment only', async () => {
    const where = ['list', '--server', serverUrl, '--realm', 'linkgate-beta'];
    const environment = {
      KEYCLOAK_ADMIN_USERNAME: account.username,
      KEYCLOAK_ADMIN_PASSWORD: account.password,
    };
    const ran = await npmRun('clients', where, environment);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toMatch(/demo-web\s+Demo Beta/);
    const without = await npmRun('clients', where);
    expect(without).toMatchObject({ code: 1 });
    expect(without.stderr).toContain('KEYCLOAK_ADMIN_USERNAME');
  });
});
