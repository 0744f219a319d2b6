/** Keycloak's fine-grained permissions (its version 2), for one client only: they reach that client's settings, and no others. */
import type PolicyRepresentation from '@keycloak/keycloak-admin-client/lib/defs/policyRepresentation.js';
import { beforeAll, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { makeBackend } from '../../support/backend-links.ts';
import { useRealm } from '../../support/own-realm.ts';

const REALM = 'fine-grained';
useRealm(REALM);

interface Settings {
  version: string;
  settings: { name: string; value: string | null }[];
  steps: { id: string; version: string }[];
}

const SETTING = 'linkgate.sign-in.lifetime';
const tokens = { viewer: '', manager: '', stranger: '' };
/** Paths below the admin API. */
let mine: string;
let others: string[];
let step: string;

/** Lets users do one thing to one client, whatever roles they have. Keycloak grants only what every permission of a client grants. */
async function permit(scope: 'view' | 'manage', client: string, users: readonly string[]): Promise<void> {
  const { clients } = await admin();
  const [{ id = '' } = {}] = await clients.find({ realm: REALM, clientId: 'admin-permissions' });
  const policy: PolicyRepresentation = { name: `may ${scope}`, users: [...users] };
  const { id: policyId = '' } = await clients.createPolicy({ realm: REALM, id, type: 'user' }, policy);
  const permission: PolicyRepresentation = {
    name: scope,
    resourceType: 'Clients',
    resources: [client],
    scopes: [scope],
    policies: [policyId],
  };
  await clients.createPermission({ realm: REALM, id, type: 'scope' }, permission);
}

beforeAll(async () => {
  const api = await admin();
  await api.realms.update({ realm: REALM }, { adminPermissionsEnabled: true });
  const idOf = async (clientId: string) => (await api.clients.find({ realm: REALM, clientId }))[0]?.id ?? '';
  const client = await idOf('demo-web');
  mine = `/clients/${client}/settings`;
  const ids = [await idOf('demo-spa'), await idOf('account'), await idOf('admin-permissions'), 'none'];
  others = ids.map((id) => `/clients/${id}/settings`);
  const viewer = await makeBackend([], { realm: REALM });
  const manager = await makeBackend([], { realm: REALM });
  const stranger = await makeBackend([], { realm: REALM });
  await permit('view', client, [viewer.userId, manager.userId]);
  await permit('manage', client, [manager.userId]);
  Object.assign(tokens, { viewer: viewer.token, manager: manager.token, stranger: stranger.token });
  const { json } = await callAdminApi<Settings>('GET', '/settings', { realm: REALM });
  step = `/settings/steps/${json.steps[0]?.id}`;
});

const get = async (path: string, token?: string) =>
  await callAdminApi<Settings>('GET', path, { realm: REALM, ...(token !== undefined && { token }) });
const put = async (path: string, token: string, body: object) =>
  await callAdminApi<Settings>('PUT', path, { realm: REALM, token, body });
const valueIn = ({ settings }: Settings) => settings.find(({ name }) => name === SETTING)?.value;

test('Keycloak’s own client of such permissions is no application', async () => {
  const { json } = await callAdminApi<{ clients: { client_id: string }[] }>('GET', '/clients', {
    realm: REALM,
  });
  const found = json.clients.map(({ client_id }) => client_id);
  expect(found).toContain('demo-web');
  expect(found).not.toContain('admin-permissions');
});

test.each(['viewer', 'manager'] as const)('a %s of one client sees its settings', async (who) => {
  const seen = await get(mine, tokens[who]);
  expect([seen.status, seen.json]).toEqual([200, (await get(mine)).json]);
});

test('a stranger sees none', async () => {
  expect((await get(mine, tokens.stranger)).status).toBe(403);
});

test.each(['viewer', 'stranger'] as const)('a %s changes none', async (who) => {
  const { json: before } = await get(mine);
  for (const dryRun of [true, false]) {
    const body = { version: before.version, changes: { [SETTING]: '120' }, dry_run: dryRun };
    expect((await put(mine, tokens[who], body)).status).toBe(403);
  }
  expect((await get(mine)).json).toEqual(before);
});

test('a manager of one client changes its settings', async () => {
  const { json: before } = await get(mine);
  const body = { version: before.version, changes: { [SETTING]: '120' } };
  const dry = await put(mine, tokens.manager, { ...body, dry_run: true });
  expect([dry.status, dry.json]).toEqual([200, before]);
  const { status, json } = await put(mine, tokens.manager, body);
  expect([status, valueIn(json), valueIn((await get(mine)).json)]).toEqual([200, '120', '120']);
});

test.each(['viewer', 'manager', 'stranger'] as const)(
  'a %s sees and changes no others, nor the realm’s',
  async (who) => {
    const { version, steps } = (await get('/settings')).json;
    for (const path of [...others, '/settings'])
      expect([path, (await get(path, tokens[who])).status]).toEqual([path, 403]);
    for (const path of [...others, '/settings', step]) {
      const current = path === step ? (steps[0]?.version ?? '') : version;
      for (const dryRun of [true, false]) {
        const body = { version: current, changes: {}, dry_run: dryRun };
        expect([path, dryRun, (await put(path, tokens[who], body)).status]).toEqual([path, dryRun, 403]);
      }
    }
  },
);
