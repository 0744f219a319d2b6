/** Clients by the admin API: paged lists, approval, and its events (contract, sections 3.3 and 4.15). */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { type ClientKind, clientOfAdministrator } from '../../../provider-scripts/src/clients/new-client.ts';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../../support/admin-events.ts';
import { makeApiScope, makeRole, type OwnApiScope } from '../../support/api-scope.ts';
import { authUrl, codeFrom, pkcePair, signedIn } from '../../support/authorization.ts';
import { makeBackend } from '../../support/backend-links.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { setRealmTexts } from '../../support/realm-texts.ts';
import { change, register, remove } from '../../support/registration.ts';
import { exchange } from '../../support/sign-in.ts';

const REALM = 'linkgate';
const { web } = inject('site').clients;

interface Client {
  id: string;
  client_id: string;
  name: string;
  state: string;
  version: string;
  home_url: string | null;
}
interface Clients {
  clients: Client[];
  next: number | null;
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** Clients whose names share a unique text. */
async function makeClients(count: number, fields: object = {}): Promise<{ mark: string; made: OwnClient[] }> {
  const mark = `Mark-${randomBytes(4).toString('hex')}`;
  const made: OwnClient[] = [];
  for (let i = 0; i < count; i++) {
    const client = await makeClient({ name: `${mark} number ${i}`, ...fields });
    undo.push(() => client.remove().catch(() => {}));
    made.push(client);
  }
  return { mark, made };
}

async function find(search: string, more = ''): Promise<Clients> {
  return (await callAdminApi<Clients>('GET', `/clients?search=${encodeURIComponent(search)}${more}`)).json;
}

describe('the list of clients', () => {
  test('has the realm’s own clients, in order, and none of Keycloak’s', async () => {
    const { json } = await callAdminApi<Clients>('GET', '/clients?max=100');
    const names = json.clients.map(({ client_id }) => client_id);
    expect(names).toContain(web.client_id);
    expect(names).toEqual(names.toSorted());
    expect(
      names.filter((name) => /^(account|admin-cli|broker|realm-management|security)/.test(name)),
    ).toEqual([]);
  });

  test('is paged', async () => {
    const { mark } = await makeClients(3);
    const first = await find(mark.toUpperCase(), '&max=2');
    expect([first.clients.length, first.next]).toEqual([2, 2]);
    const second = await find(mark, `&max=2&first=${first.next}`);
    expect([second.clients.length, second.next]).toEqual([1, null]);
    expect(new Set([...first.clients, ...second.clients].map(({ id }) => id)).size).toBe(3);
  });

  test('is filtered by state, and a wildcard is taken literally', async () => {
    const { mark, made } = await makeClients(5);
    await made[0]?.setApproval('pending');
    await made[1]?.setApproval('deleted');
    await made[2]?.update({ attributes: { 'linkgate.approval': 'whatever' } });
    await made[4]?.setApproval('rejected');
    const states = async (state: string) =>
      (await find(mark, `&state=${state}`)).clients.map(({ name }) => name);
    expect((await states('pending')).toSorted()).toEqual([`${mark} number 0`, `${mark} number 2`]);
    expect(await states('deleted')).toEqual([`${mark} number 1`]);
    expect(await states('approved')).toEqual([`${mark} number 3`]);
    expect(await states('rejected')).toEqual([`${mark} number 4`]);
    expect((await find(`${mark}%`)).clients).toEqual([]);
    expect((await find(`${mark}_`)).clients).toEqual([]);
  });

  test.each([
    ['max=0', 'max'],
    ['max=101', 'max'],
    ['first=-1', 'first'],
    ['first=x', 'first'],
    ['state=good', 'state'],
    [`search=${'x'.repeat(256)}`, 'search'],
  ])('rejects %s', async (query, field) => {
    const { status, json } = await callAdminApi<{ details: { field: string }[] }>('GET', `/clients?${query}`);
    expect([status, json.details[0]?.field]).toEqual([400, field]);
  });

  test('has the absolute URL of each', async () => {
    const homes = async (baseUrl: string) => {
      const { mark } = await makeClients(1, { baseUrl });
      return (await find(mark)).clients.map(({ home_url }) => home_url);
    };
    expect(await homes('https://shop.example/')).toEqual(['https://shop.example/']);
    expect(await homes('/here')).toEqual([expect.stringMatching(/^https?:\/\/.*\/here$/)]);
    expect(await homes('')).toEqual([null]);
  });
});

describe('approval', () => {
  test('is granted, suspended and granted again, each time from the next request on, with an admin event', async () => {
    const { mark, made } = await makeClients(1);
    undo.push(await storeAdminEvents(REALM));
    const since = Date.now();
    const id = (await find(mark)).clients[0]?.id ?? '';
    const client = made[0];
    if (client === undefined) throw new Error('no client was created');
    const statusAt = async () =>
      (await fetch(authUrl(client), { headers: { accept: 'text/html' }, redirect: 'manual' })).status;
    for (const state of ['suspended', 'approved', 'pending', 'rejected', 'pending', 'deleted', 'approved']) {
      const { version } = (await callAdminApi<Client>('GET', `/clients/${id}`)).json;
      const { status, json } = await callAdminApi<Client>('PUT', `/clients/${id}/approval`, {
        body: state === 'approved' ? { state, version } : { state },
      });
      expect([status, json.state]).toEqual([200, state]);
      expect((await callAdminApi<Client>('GET', `/clients/${id}`)).json.state).toBe(state);
      expect((await statusAt()) === 200).toBe(state === 'approved');
    }
    const events = await adminEventsSince(REALM, since);
    const mine = events.filter(({ resourcePath }) => resourcePath === `clients/${id}`);
    expect(mine.map(({ operationType, resourceType }) => [operationType, resourceType])).toEqual([
      ...Array(7).fill(['UPDATE', 'CLIENT']),
    ]);
  });

  test('that is suspended isn’t one that waits: in lists, and in what there is to do', async () => {
    const { mark } = await makeClients(1);
    const id = (await find(mark)).clients[0]?.id ?? '';
    const waiting = async () => {
      const { problems } = (
        await callAdminApi<{ problems: { id: string; values: { count?: number } }[] }>('GET', '/problems')
      ).json;
      return problems.find((one) => one.id === 'pending-clients')?.values.count ?? 0;
    };
    const found = async (state: string) => (await find(mark, `&state=${state}`)).clients.map((one) => one.id);
    const before = await waiting();
    await callAdminApi('PUT', `/clients/${id}/approval`, { body: { state: 'suspended' } });
    expect([await found('suspended'), await found('pending'), await waiting()]).toEqual([[id], [], before]);
    await callAdminApi('PUT', `/clients/${id}/approval`, { body: { state: 'pending' } });
    expect([await found('suspended'), await found('pending'), await waiting()]).toEqual([
      [],
      [id],
      before + 1,
    ]);
  });

  test.each([[{}], [{ state: 'paused' }], [{ state: ['approved'] }]])('rejects %s', async (body) => {
    const { mark } = await makeClients(1);
    const id = (await find(mark)).clients[0]?.id ?? '';
    expect((await callAdminApi('PUT', `/clients/${id}/approval`, { body })).status).toBe(400);
  });

  test.each([
    [{}, 'required'],
    [{ version: null }, 'required'],
    [{ version: 1 }, 'wrong-type'],
  ])('is granted for the version that was seen, not for %j', async (fields, why) => {
    const { mark, made } = await makeClients(1);
    await made[0]?.setApproval('pending');
    const id = (await find(mark)).clients[0]?.id ?? '';
    const { status, json } = await callAdminApi<{ details: { field: string; id: string }[] }>(
      'PUT',
      `/clients/${id}/approval`,
      { body: { state: 'approved', ...fields } },
    );
    expect([status, json.details.map((one) => [one.field, one.id])]).toEqual([400, [['version', why]]]);
    expect((await callAdminApi<Client>('GET', `/clients/${id}`)).json.state).toBe('pending');
  });

  test('returns the updated client, also if its URL is relative', async () => {
    const { mark } = await makeClients(1, { baseUrl: '/here' });
    const [listed] = (await find(mark)).clients;
    const decide = async (body: object) =>
      (await callAdminApi<Client>('PUT', `/clients/${listed?.id}/approval`, { body })).json;
    expect(await decide({ state: 'deleted' })).toEqual({ ...listed, state: 'deleted' });
    expect(await decide({ state: 'approved', version: listed?.version })).toEqual(listed);
  });

  test('isn’t available for Keycloak’s own clients, which can’t be deleted here either', async () => {
    const [cli] = await (await admin()).clients.find({ realm: REALM, clientId: 'admin-cli' });
    const at = `/clients/${cli?.id}`;
    expect((await callAdminApi('PUT', `${at}/approval`, { body: { state: 'deleted' } })).status).toBe(404);
    expect((await callAdminApi('DELETE', at)).status).toBe(404);
    expect((await callAdminApi('GET', at)).status).toBe(404);
  });
});

describe('the URLs of a client', () => {
  interface Answer extends Client {
    base_url: string | null;
    initiate_login_uri: string | null;
    details: { field: string; id: string }[];
  }
  const setUrls = async (id: string, body: object) =>
    await callAdminApi<Answer>('PUT', `/clients/${id}/urls`, { body });

  test('are set for the version that was seen, with an admin event', async () => {
    const { mark } = await makeClients(1);
    undo.push(await storeAdminEvents(REALM));
    const since = Date.now();
    const [listed] = (await find(mark)).clients;
    const [id, version] = [listed?.id ?? '', listed?.version];
    const urls = { base_url: 'https://shop.example/', initiate_login_uri: 'https://shop.example/login' };
    const { status, json } = await setUrls(id, { ...urls, version });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...urls, home_url: urls.base_url });
    expect((await setUrls(id, { version, base_url: 'https://shop.example/\u0000' })).json.id).toBe(
      'client-changed',
    );
    expect((await setUrls(id, { version: json.version })).json).toMatchObject({
      base_url: null,
      home_url: null,
      initiate_login_uri: null,
    });
    const events = await adminEventsSince(REALM, since);
    expect(events.map(({ resourcePath }) => resourcePath)).toEqual([`clients/${id}`, `clients/${id}`]);
  });

  test.each([
    [{ base_url: 'javascript:alert(1)' }, 'base_url', 'web-url'],
    [{ base_url: `https://shop.example/${'x'.repeat(255)}` }, 'base_url', 'too-long'],
    [{ base_url: 'https://shop.example/{tenant}' }, 'base_url', 'web-url'],
    [{ base_url: 7 }, 'base_url', 'wrong-type'],
    [{ initiate_login_uri: 'http://shop.example/' }, 'initiate_login_uri', 'https-url'],
    [{ version: 1 }, 'version', 'required'],
  ])('reject %j', async (body, field, why) => {
    const { mark } = await makeClients(1);
    const [listed] = (await find(mark)).clients;
    const { status, json } = await setUrls(listed?.id ?? '', { version: listed?.version, ...body });
    expect([status, json.details.map((one) => [one.field, one.id])]).toEqual([400, [[field, why]]]);
  });
});

describe('how long users stay signed in to a client', () => {
  interface Answer extends Client {
    refresh_tokens: 'off' | 'session' | number;
    details: { field: string; id: string }[];
  }
  const setStay = async (id: string, body: object) =>
    await callAdminApi<Answer>('PUT', `/clients/${id}/refresh-tokens`, { body });
  /** What Keycloak itself has for it. */
  const stored = async (id: string) => {
    const { attributes = {}, defaultClientScopes = [] } =
      (await (await admin()).clients.findOne({ realm: REALM, id })) ?? {};
    return [
      attributes['use.refresh.tokens'],
      attributes['client.offline.session.max.lifespan'],
      defaultClientScopes.includes('offline_access'),
    ];
  };

  test('is set for the version that was seen, with what Keycloak needs for it', async () => {
    const { mark } = await makeClients(1);
    const [listed] = (await find(mark)).clients;
    const id = listed?.id ?? '';
    const month = await setStay(id, { refresh_tokens: 30, version: listed?.version });
    expect([month.status, month.json.refresh_tokens]).toEqual([200, 30]);
    expect(await stored(id)).toEqual(['true', '2592000', true]);
    const outdated = await setStay(id, { refresh_tokens: 'off', version: listed?.version });
    expect([outdated.status, outdated.json.id]).toEqual([409, 'client-changed']);
    const session = await setStay(id, { refresh_tokens: 'session', version: month.json.version });
    expect(session.json.refresh_tokens).toBe('session');
    expect(await stored(id)).toEqual(['true', undefined, false]);
    const off = await setStay(id, { refresh_tokens: 'off', version: session.json.version });
    expect(off.json.refresh_tokens).toBe('off');
    expect(await stored(id)).toEqual(['false', undefined, false]);
  });

  test.each([0, 366, 1.5, '', 'on', null, ['30'], { days: 30 }])('rejects %j', async (refresh_tokens) => {
    const { mark } = await makeClients(1);
    const [listed] = (await find(mark)).clients;
    const { status, json } = await setStay(listed?.id ?? '', { refresh_tokens, version: listed?.version });
    expect([status, json.details]).toMatchObject([400, [{ field: 'refresh_tokens', id: 'refresh-tokens' }]]);
  });

  test('can’t be set in a realm whose refresh tokens don’t rotate', async () => {
    const { mark } = await makeClients(1);
    const [listed] = (await find(mark)).clients;
    const rotate = async (revokeRefreshToken: boolean) =>
      (await admin()).realms.update({ realm: REALM }, { revokeRefreshToken });
    await rotate(false);
    undo.push(() => rotate(true));
    const { status, json } = await setStay(listed?.id ?? '', { refresh_tokens: 1, version: listed?.version });
    expect([status, json.id]).toEqual([409, 'realm-without-rotation']);
  });
});

describe('the API scopes of a client', () => {
  interface Answer extends Client {
    api_scopes: string[];
    details: { field: string; id: string }[];
  }
  const ownScope = async (fields: Parameters<typeof makeApiScope>[0] = {}): Promise<OwnApiScope> => {
    const scope = await makeApiScope(fields);
    undo.push(() => scope.remove());
    return scope;
  };
  const setScopes = async (id: string, body: object) =>
    await callAdminApi<Answer>('PUT', `/clients/${id}/api-scopes`, { body });
  const listed = async (name: string) =>
    (await callAdminApi<{ api_scopes: { name: string }[] }>('GET', '/api-scopes')).json.api_scopes.find(
      (one) => one.name === name,
    );

  test('are among the realm’s, which says whom they are for, who is granted them, and what users are told', async () => {
    const role = await makeRole();
    undo.push(() => role.remove());
    const key = `linkgateScope.${role.name}`;
    const inWords = await ownScope({ needed: role });
    const ofRealm = await ownScope({ attributes: { 'consent.screen.text': `\${${key}}` } });
    const hidden = await ownScope({ attributes: { 'display.on.consent.screen': 'false' } });
    const [api, unmarked] = [await admin(), `plain-${role.name}`];
    const { id } = await api.clientScopes.create({
      realm: REALM,
      name: unmarked,
      protocol: 'openid-connect',
    });
    undo.push(() => api.clientScopes.del({ realm: REALM, id }));
    expect(await listed(inWords.name)).toEqual({
      name: inWords.name,
      audiences: [inWords.audience],
      needed_roles: [role.name],
      consent_text: `Read orders (${inWords.name})`,
    });
    expect(await listed(ofRealm.name)).toMatchObject({ needed_roles: [], consent_text: null });
    undo.push(await setRealmTexts({ de: { [key]: 'Lesen' }, en: { [key]: "The shop''s '{orders}'" } }));
    expect(await listed(ofRealm.name)).toMatchObject({ consent_text: "The shop's {orders}" });
    expect(await listed(hidden.name)).toMatchObject({ consent_text: null });
    expect(await listed(unmarked)).toBeUndefined();
  });

  test('are set for the version that was seen, with an admin event; a default one stays so until it is removed', async () => {
    const [one, other] = [await ownScope(), await ownScope()];
    const { mark, made } = await makeClients(1);
    undo.push(await storeAdminEvents(REALM));
    const since = Date.now();
    const [client] = (await find(mark)).clients;
    const id = client?.id ?? '';
    const api = await admin();
    const assigned = async () => {
      const { defaultClientScopes: always = [], optionalClientScopes: optional = [] } =
        (await api.clients.findOne({ realm: REALM, id })) ?? {};
      const own = (names: string[]) => names.filter((name) => name === one.name || name === other.name);
      return { always: own(always), optional: own(optional) };
    };
    await other.assignTo(made[0] as OwnClient);
    const [model] = (await api.clientScopes.find({ realm: REALM })).filter(({ name }) => name === one.name);
    await api.clients.addDefaultClientScope({ realm: REALM, id, clientScopeId: model?.id ?? '' });
    const both = [one.name, other.name].sort();
    const { json: seen } = await callAdminApi<Answer>('GET', `/clients/${id}`);
    expect(seen.api_scopes).toEqual(both);
    const outdated = await setScopes(id, { api_scopes: [], version: client?.version });
    expect([outdated.status, outdated.json.id]).toEqual([409, 'client-changed']);
    const kept = await setScopes(id, { api_scopes: [one.name], version: seen.version });
    expect([kept.status, kept.json.api_scopes]).toEqual([200, [one.name]]);
    expect(await assigned()).toEqual({ always: [one.name], optional: [] });
    const swapped = await setScopes(id, { api_scopes: [other.name], version: kept.json.version });
    expect(swapped.json.api_scopes).toEqual([other.name]);
    expect(await assigned()).toEqual({ always: [], optional: [other.name] });
    expect((await callAdminApi<Answer>('GET', `/clients/${id}`)).json).toEqual(swapped.json);
    const mine = (await adminEventsSince(REALM, since)).filter(
      ({ resourcePath, operationType }) => resourcePath === `clients/${id}` && operationType === 'UPDATE',
    );
    expect(mine.map(({ representation }) => JSON.parse(representation ?? '{}').apiScopes)).toEqual(
      expect.arrayContaining([[one.name], [other.name]]),
    );
  });

  test('are an administrator’s decision also at a client that registered itself', async () => {
    const scope = await ownScope();
    const waiting = await register('default', { redirectUris: ['https://fish.example/back'] });
    undo.push(() => remove(waiting));
    const { version } = (await callAdminApi<Client>('GET', `/clients/${waiting.id}`)).json;
    const { status, json } = await setScopes(waiting.id, { api_scopes: [scope.name], version });
    expect([status, json.state, json.api_scopes]).toEqual([200, 'pending', [scope.name]]);
    await change(waiting, 'default', { name: 'Fish', optionalClientScopes: [] });
    const { json: after } = await callAdminApi<Answer>('GET', `/clients/${waiting.id}`);
    expect([after.name, after.api_scopes]).toEqual(['Fish', [scope.name]]);
  });

  test('must exist, and be API scopes', async () => {
    const { mark } = await makeClients(1);
    const [client] = (await find(mark)).clients;
    for (const name of ['no:such', 'email', 'offline_access']) {
      const body = { api_scopes: [name], version: client?.version };
      const { status, json } = await setScopes(client?.id ?? '', body);
      expect([status, json.details]).toMatchObject([400, [{ field: 'api_scopes', id: 'not-found' }]]);
    }
  });
});

test('deletes a client permanently', async () => {
  const { mark } = await makeClients(1);
  const id = (await find(mark)).clients[0]?.id ?? '';
  expect((await callAdminApi('DELETE', `/clients/${id}`)).status).toBe(204);
  expect((await find(mark)).clients).toEqual([]);
  expect(await (await admin()).clients.findOne({ realm: REALM, id })).toBeNull();
});

describe('a client that is created as the administrators’ pages do', () => {
  const REDIRECT = 'https://new.example/cb';
  /** Creates and approves it with the caller's rights. */
  async function create(kind: ClientKind, token: string) {
    const clientId = `new-${randomBytes(4).toString('hex')}`;
    const fields = { clientId, name: 'New', kind, redirectUris: [REDIRECT], homeUrl: 'https://new.example/' };
    const keycloak = `${inject('site').serverUrl}/admin/realms/${REALM}/clients`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(clientOfAdministrator(fields));
    const made = await fetch(keycloak, { method: 'POST', headers, body });
    if (made.status !== 201) return { status: made.status, clientId, secret: '' };
    const id = made.headers.get('location')?.split('/').at(-1) ?? '';
    undo.push(async () => await (await admin()).clients.del({ realm: REALM, id }));
    const { state, version } = (await callAdminApi<Client>('GET', `/clients/${id}`)).json;
    expect(state).toBe('pending');
    const approval = { body: { state: 'approved', version }, token };
    expect((await callAdminApi('PUT', `/clients/${id}/approval`, approval)).status).toBe(200);
    const { value } = (await (await fetch(`${keycloak}/${id}/client-secret`, { headers })).json()) as {
      value?: string;
    };
    return { status: 201, clientId, secret: value ?? '' };
  }

  const backend = async (...roles: Parameters<typeof makeBackend>[0]) => {
    const made = await makeBackend(roles);
    undo.push(made.remove);
    return made;
  };

  test.each(['confidential', 'public'] as const)('is one that users sign in to: %s', async (kind) => {
    const { clientId, secret } = await create(kind, (await backend('manage-clients')).token);
    const client = {
      client_id: clientId,
      redirect_uri: REDIRECT,
      ...(kind === 'public' ? {} : { client_secret: secret }),
    };
    const { verifier, challenge } = pkcePair();
    const code = await codeFrom(await signedIn(web), client, { fields: challenge });
    expect((await exchange(code, client, { code_verifier: verifier })).status).toBe(200);
  });

  test('is one that gets tokens for itself: machine', async () => {
    const { clientId, secret } = await create('machine', (await backend('manage-clients')).token);
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    });
    expect(
      (
        await fetch(`${inject('site').serverUrl}/realms/${REALM}/protocol/openid-connect/token`, {
          method: 'POST',
          body,
        })
      ).status,
    ).toBe(200);
  });

  test('isn’t created without the right', async () => {
    expect((await create('public', (await backend('view-clients')).token)).status).toBe(403);
  });
});
