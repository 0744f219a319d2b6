/** Settings by the admin API: seen, changed and reset, of the realm and of its steps (contract, section 4.15). */
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { admin, setLinkSettings, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../../support/admin-events.ts';
import { authUrl } from '../../support/authorization.ts';
import { makeBackend } from '../../support/backend-links.ts';
import { makeClient } from '../../support/own-client.ts';
import { LINK, makeStepRealm } from '../../support/step-realm.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

interface Setting {
  name: string;
  type: string;
  value: string | null;
  acting: string;
  default: string;
  findings: { id: string }[];
  needs: { id: string; met: boolean; console: string | null; setting: string | null }[];
  file: string | null;
}
interface Step {
  id: string;
  flow: string;
  bound_as: string[];
  version: string;
  settings: Setting[];
  unknown: object[];
}
interface Settings {
  version: string;
  settings: Setting[];
  steps: Step[];
  unknown: { id: string; values: object }[];
  id: string;
  details: { field: string; id: string }[];
}

async function shown(realm?: string): Promise<Settings> {
  const { json } = await callAdminApi<Settings>('GET', '/settings', realm === undefined ? {} : { realm });
  return json;
}

const named = ({ settings }: Pick<Settings, 'settings'>, name: string) => {
  const found = settings.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
};

const put = async (path: string, version: string, changes: object, options: { realm?: string } = {}) =>
  await callAdminApi<Settings>('PUT', path, { ...options, body: { version, changes } });

/** Resets settings of the realm once the test is over. */
function resetLater(...names: string[]) {
  undo.push(async () => await setRealmAttributes(Object.fromEntries(names.map((name) => [name, '']))));
}

describe('the realm’s settings', () => {
  test('are changed, told as an event, and reset', async () => {
    undo.push(await storeAdminEvents('linkgate'));
    resetLater('linkgate.unknown-scopes', 'linkgate.allowed-protocols');
    const since = Date.now();
    const before = await shown();
    expect(named(before, 'linkgate.unknown-scopes')).toMatchObject({
      type: 'choice',
      value: null,
      acting: 'reject',
    });
    const changes = { 'linkgate.unknown-scopes': 'ignore', 'linkgate.allowed-protocols': 'saml' };
    const { status, json } = await put('/settings', before.version, changes);
    expect([status, json.version === before.version]).toEqual([200, false]);
    expect(named(json, 'linkgate.unknown-scopes')).toMatchObject({
      value: 'ignore',
      acting: 'ignore',
      default: 'reject',
    });
    expect(await shown()).toEqual(json);
    const { json: reset } = await put('/settings', json.version, { 'linkgate.unknown-scopes': null });
    expect(named(reset, 'linkgate.unknown-scopes')).toMatchObject({ value: null, acting: 'reject' });
    expect(named(reset, 'linkgate.allowed-protocols')).toMatchObject({ type: 'list', value: 'saml' });
    const events = await adminEventsSince('linkgate', since);
    const mine = events.filter(({ resourcePath }) => resourcePath === 'linkgate/settings');
    expect(mine.map(({ resourceType, operationType }) => [resourceType, operationType])).toEqual([
      ['REALM', 'UPDATE'],
      ['REALM', 'UPDATE'],
    ]);
    expect(JSON.parse(mine[1]?.representation ?? '')).toEqual({ attributes: changes });
  });

  test('are validated and stay as they are in a dry run, which is no event', async () => {
    undo.push(await storeAdminEvents('linkgate'));
    const since = Date.now();
    const client = await makeClient();
    undo.push(async () => await client.remove());
    const [{ id = '' } = {}] = await (await admin()).clients.find({
      realm: 'linkgate',
      clientId: client.client_id,
    });
    const before = await shown();
    const [step] = before.steps;
    const ofClient = `/clients/${id}/settings`;
    const { json: beforeClient } = await callAdminApi<Settings>('GET', ofClient);
    for (const [path, version, changes, wrong] of [
      ['/settings', before.version, { 'linkgate.unknown-scopes': 'ignore' }, { 'linkgate.passkeys': 'on' }],
      [`/settings/steps/${step?.id}`, step?.version, { lifetime: '120' }, { lifetime: '1' }],
      [ofClient, beforeClient.version, { 'linkgate.dpop': 'required' }, { 'linkgate.dpop': 'yes' }],
    ] as const) {
      const dryRun = async (named: string | undefined, of: object) =>
        (await callAdminApi('PUT', path, { body: { version: named, changes: of, dry_run: true } })).status;
      expect([path, await dryRun(version, changes)]).toEqual([path, 200]);
      expect([path, await dryRun(version, wrong)]).toEqual([path, 400]);
      expect([path, await dryRun('another', changes)]).toEqual([path, 409]);
    }
    expect(await shown()).toEqual(before);
    expect((await callAdminApi<Settings>('GET', ofClient)).json).toEqual(beforeClient);
    const events = await adminEventsSince('linkgate', since);
    expect(events.filter(({ operationType }) => operationType === 'UPDATE')).toEqual([]);
  });

  test('are not changed by an administrator who saw others', async () => {
    resetLater('linkgate.unknown-scopes');
    const { version } = await shown();
    await put('/settings', version, { 'linkgate.unknown-scopes': 'ignore' });
    const { status, json } = await put('/settings', version, { 'linkgate.unknown-scopes': 'reject' });
    expect([status, json.id]).toEqual([409, 'settings-changed']);
    expect(named(await shown(), 'linkgate.unknown-scopes').value).toBe('ignore');
  });

  test.each([
    ['linkgate.passkeys', 'on', 'value-not-one-of'],
    ['linkgate.unknown-scopes', 'Reject', 'value-not-one-of'],
    ['linkgate.passkey-offers', '0/30', 'value-malformed'],
    ['linkgate.trusted-client-domains', 'a,b', 'value-malformed'],
    ['linkgate.refresh-tokens-of-new-clients', '366', 'value-malformed'],
    ['linkgate.passkeys', true, 'wrong-type'],
    ['linkgate.pass-keys', 'true', 'setting-unknown'],
    ['linkgate.other-protocols', 'saml', 'setting-former'],
    ['linkgate.enabled', 'false', 'setting-elsewhere'],
    ['linkgate.limit.link-email', '1/1', 'setting-elsewhere'],
    ['toString', 'true', 'setting-unknown'],
  ])('are not set to what doesn’t act: %s %s', async (name, value, id) => {
    const before = await shown();
    const { status, json } = await put('/settings', before.version, {
      'linkgate.unknown-scopes': 'ignore',
      [name]: value,
    });
    expect([status, json.details.map((one) => [one.field, one.id])]).toEqual([400, [[name, id]]]);
    expect(await shown()).toEqual(before);
  });

  test('are rejected without a version, and without changes', async () => {
    const { status, json } = await callAdminApi<Settings>('PUT', '/settings', { body: { changes: [] } });
    expect([status, json.details.map(({ field }) => field)]).toEqual([400, ['version', 'changes']]);
  });

  test('that are malformed are shown with what acts instead, and names that are no setting', async () => {
    undo.push(
      await setRealmAttributes({
        'linkgate.passkey-offers': 'often',
        'linkgate.client-documents': 'trusted',
        'linkgate.no-such': 'x',
      }),
    );
    const json = await shown();
    const { value, acting, findings } = named(json, 'linkgate.passkey-offers');
    expect([value, acting, findings.map(({ id }) => id)]).toEqual(['often', '3/30', ['value-malformed']]);
    expect(json.unknown.map(({ id, values }) => [id, values]).toSorted()).toEqual([
      [
        'setting-former',
        { setting: 'linkgate.client-documents', now: 'linkgate.client-id-metadata-documents' },
      ],
      ['setting-unknown', { setting: 'linkgate.no-such' }],
    ]);
  });

  test('that are on say what they lack, and what mends it', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.account-deletion': 'true', 'linkgate.account-page': '' }));
    const need = { id: 'account-page', met: false, console: null, setting: 'linkgate.account-page' };
    expect(named(await shown(), 'linkgate.account-deletion').needs).toEqual([need]);
    undo.push(await setRealmAttributes({ 'linkgate.account-page': 'true' }));
    expect(named(await shown(), 'linkgate.account-deletion').needs).toEqual([{ ...need, met: true }]);
  });
});

describe('a step’s settings', () => {
  test('are changed as Keycloak’s console does, and act at the next sign-in', async () => {
    undo.push(await storeAdminEvents('linkgate'), await setLinkSettings({}));
    const since = Date.now();
    const [step] = (await shown()).steps;
    expect(step).toMatchObject({ flow: 'linkgate browser', bound_as: ['browser'], unknown: [] });
    // A Linkgate realm needs no user registration of Keycloak's.
    expect(named(step as Step, 'signUp').needs).toEqual([]);
    const { id = '', version = '' } = step ?? {};
    const { status, json } = await put(`/settings/steps/${id}`, version, {
      lifetime: '120',
      signUp: 'closed',
    });
    const [changed] = json.steps;
    expect([status, changed?.version === version]).toEqual([200, false]);
    expect(named(changed as Step, 'lifetime')).toMatchObject({ value: '120', acting: '120', default: '900' });
    const about = async () => (await callAdminApi<{ sign_up: string }>('GET', '/')).json.sign_up;
    expect(await about()).toBe('closed');
    const outdated = await put(`/settings/steps/${id}`, version, { signUp: 'open' });
    expect([outdated.status, outdated.json.id]).toEqual([409, 'settings-changed']);
    const malformed = await put(`/settings/steps/${id}`, changed?.version ?? '', {
      lifetime: '1',
      passkeys: 'true',
    });
    expect([malformed.status, malformed.json.details.map((one) => [one.field, one.id])]).toEqual([
      400,
      [
        ['lifetime', 'value-not-whole-number'],
        ['passkeys', 'setting-elsewhere'],
      ],
    ]);
    await put(`/settings/steps/${id}`, changed?.version ?? '', { signUp: 'open', lifetime: null });
    expect(await about()).toBe('open');
    const events = await adminEventsSince('linkgate', since);
    const mine = events.filter(({ resourceType }) => resourceType === 'AUTHENTICATOR_CONFIG');
    expect(mine.map(({ operationType }) => operationType)).toEqual(['UPDATE', 'UPDATE']);
    expect(mine[0]?.resourcePath).toMatch(/^authentication\/config\/[0-9a-f-]{36}$/);
  });

  test('are shown as they act: the shield of a step and of a client is the realm’s', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.shield': 'always' }));
    const client = await makeClient();
    undo.push(async () => await client.remove());
    const query = { realm: 'linkgate', clientId: client.client_id };
    const [{ id = '' } = {}] = await (await admin()).clients.find(query);
    const acts = { value: null, acting: 'always', default: 'always' };
    expect(named((await shown()).steps[0] as Step, 'shield')).toMatchObject(acts);
    const { json } = await callAdminApi<Settings>('GET', `/clients/${id}/settings`);
    expect(named(json, 'linkgate.sign-in.shield')).toMatchObject(acts);
  });

  test('that doesn’t exist is not found', async () => {
    expect((await put('/settings/steps/none', 'x', {})).status).toBe(404);
  });

  test('of the one for links only are those that act in it', async () => {
    const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    undo.push(async () => await realm.remove());
    await realm.makeClient([{ provider: 'linkgate-links-only', requirement: 'ALTERNATIVE' }]);
    const [step] = (await shown(realm.name)).steps;
    const names = step?.settings.map(({ name }) => name);
    expect(names?.toSorted()).toEqual(['emailSender', 'lifetime', 'signUp', 'unverified']);
    const { id = '', version = '' } = step ?? {};
    const of = { realm: realm.name };
    expect((await put(`/settings/steps/${id}`, version, { passkeys: 'true' }, of)).status).toBe(400);
    expect((await put(`/settings/steps/${id}`, version, { lifetime: '7200' }, of)).status).toBe(200);
  });

  test('are those that act in a stock realm, there', async () => {
    const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    undo.push(async () => await realm.remove());
    await realm.makeClient([{ provider: LINK }]);
    const json = await shown(realm.name);
    expect(json.settings.map(({ name }) => name)).toEqual([
      'linkgate.backend-links',
      'linkgate.invitations',
      'linkgate.email-routes',
      'linkgate.email-headers',
      'linkgate.all-emails',
      'linkgate.dkim-selectors',
      'linkgate.email-days',
      'linkgate.mailbox-hosts',
      'linkgate.limit-sub-addresses',
      'linkgate.limit-dotless-domains',
      'linkgate.sign-up-rules',
      'linkgate.sign-up-unlisted',
      'linkgate.sign-up-disposable',
      'linkgate.sign-up-disposable-list',
      'linkgate.sign-up-include',
      'linkgate.sign-up-tell',
      'linkgate.shield-hashes',
      'linkgate.shield-service',
      'linkgate.shield-failure',
    ]);
    const [step] = json.steps;
    const names = step?.settings.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['lifetime', 'unverified', 'passkeys']));
    expect(names).not.toContain('confirm');
    const { id = '', version = '' } = step ?? {};
    const of = { realm: realm.name };
    const { status, json: changed } = await put(`/settings/steps/${id}`, version, { signUp: 'open' }, of);
    expect([status, named(changed.steps[0] as Step, 'signUp').needs]).toEqual([
      200,
      [{ id: 'registration', met: false, console: 'realm-settings/login', setting: null }],
    ]);
  });
});

describe('a client’s settings', () => {
  test('are those of its flow until it has its own; Keycloak’s attribute follows', async () => {
    undo.push(await storeAdminEvents('linkgate'));
    const since = Date.now();
    const client = await makeClient();
    undo.push(async () => await client.remove());
    const [{ id = '' } = {}] = await (await admin()).clients.find({
      realm: 'linkgate',
      clientId: client.client_id,
    });
    const path = `/clients/${id}/settings`;
    const { json: before } = await callAdminApi<Settings>('GET', path);
    expect(named(before, 'linkgate.sign-in.sign-up')).toMatchObject({
      value: null,
      acting: 'open',
      default: 'open',
      needs: [],
    });
    const changes = { 'linkgate.sign-in.sign-up': 'closed', 'linkgate.dpop': 'required' };
    const { status, json } = await put(path, before.version, changes);
    expect([status, json.version === before.version]).toEqual([200, false]);
    expect(named(json, 'linkgate.sign-in.sign-up')).toMatchObject({
      value: 'closed',
      acting: 'closed',
      default: 'open',
    });
    expect(named(json, 'linkgate.dpop').needs).toMatchObject([{ id: 'bound-tokens', met: true }]);
    expect((await callAdminApi<Settings>('GET', path)).json).toEqual(json);
    const stored = await (await admin()).clients.findOne({ realm: 'linkgate', id });
    expect(stored?.attributes).toMatchObject({ 'dpop.bound.access.tokens': 'true', ...changes });
    const outdated = await put(path, before.version, { 'linkgate.dpop': null });
    expect([outdated.status, outdated.json.id]).toEqual([409, 'client-changed']);
    const wrong = await put(path, json.version, {
      'linkgate.sign-in.lifetime': '1',
      'linkgate.approval': 'pending',
    });
    expect([wrong.status, wrong.json.details.map((one) => [one.field, one.id])]).toEqual([
      400,
      [
        ['linkgate.sign-in.lifetime', 'value-not-whole-number'],
        ['linkgate.approval', 'setting-elsewhere'],
      ],
    ]);
    const { json: reset } = await put(path, json.version, {
      'linkgate.sign-in.sign-up': null,
      'linkgate.dpop': null,
    });
    expect(named(reset, 'linkgate.sign-in.sign-up')).toMatchObject({ value: null, acting: 'open' });
    const events = await adminEventsSince('linkgate', since);
    const mine = events.filter(
      ({ resourceType, operationType, resourcePath }) =>
        resourceType === 'CLIENT' && operationType === 'UPDATE' && resourcePath === `clients/${id}`,
    );
    expect(JSON.parse(mine.at(-1)?.representation ?? '')).toMatchObject({ attributes: changes });
  });
});

describe('the file that sets a setting', () => {
  test('is shown, of the realm, the step and a client', async () => {
    const json = await shown('linkgate-beta');
    expect(named(json, 'linkgate.passkeys').file).toBe('realms/linkgate-beta.json');
    expect(named(json, 'linkgate.backend-links').file).toBeNull();
    const files = { 'realms/linkgate.json': ['signUp'], 'realm.json': ['demo-web linkgate.dpop'] };
    undo.push(await setRealmAttributes({ 'linkgate.set-by-files': JSON.stringify(files) }));
    const { steps } = await shown();
    expect(
      steps[0]?.settings.filter(({ file }) => file !== null).map(({ name, file }) => [name, file]),
    ).toEqual([['signUp', 'realms/linkgate.json']]);
    const [{ id = '' } = {}] = await (await admin()).clients.find({
      realm: 'linkgate',
      clientId: 'demo-web',
    });
    const { json: client } = await callAdminApi<Settings>('GET', `/clients/${id}/settings`);
    expect(client.settings.filter(({ file }) => file !== null).map(({ name }) => name)).toEqual([
      'linkgate.dpop',
    ]);
  });
});

describe('the problems of settings', () => {
  interface Problem {
    id: string;
    detail: { id: string; values: Record<string, string> } | null;
    page: string | null;
    console: string | null;
  }
  const problems = async () => {
    const { json } = await callAdminApi<{ problems: Problem[] }>('GET', '/problems');
    return json.problems
      .filter(({ id }) => id.startsWith('settings'))
      .map(({ id, detail, page, console }) => [id, detail?.id, detail?.values.setting, page ?? console]);
  };

  test('name the realm’s, its steps’ and its clients’, with the page that mends them, and go with them', async () => {
    expect(await problems()).toEqual([]);
    undo.push(
      await setRealmAttributes({
        'linkgate.backend-links': 'on',
        'linkgate.no-such': 'x',
        'linkgate.other-protocols': 'saml',
        'linkgate.account-deletion': 'true',
        'linkgate.account-page': '',
        'linkgate.limit.link-email': 'many',
      }),
      await setLinkSettings({ confirm: 'sometimes', code: 'true' }),
    );
    const api = await admin();
    const [client] = await api.clients.find({ realm: 'linkgate', clientId: 'demo-web' });
    const id = client?.id ?? '';
    const attributes = {
      'linkgate.approval': 'maybe',
      'linkgate.refresh-grace': 'true',
      'linkgate.refresh-tokens': 'off',
      'linkgate.nothing': '1',
    };
    await api.clients.update(
      { realm: 'linkgate', id },
      { ...client, attributes: { ...client?.attributes, ...attributes } },
    );
    undo.push(async () => {
      const cleared = Object.fromEntries(Object.keys(attributes).map((name) => [name, '']));
      const before = { ...client, attributes: { ...cleared, ...client?.attributes } };
      await (await admin()).clients.update({ realm: 'linkgate', id }, before);
    });
    const found = await problems();
    expect(found).toHaveLength(9);
    expect(found).toEqual(
      expect.arrayContaining([
        ['settings', 'value-not-one-of', 'linkgate.backend-links', 'settings'],
        ['settings', 'setting-unknown', 'linkgate.no-such', 'settings'],
        ['settings', 'setting-former', 'linkgate.other-protocols', 'settings'],
        ['settings-without-effect', 'need-account-page', 'linkgate.account-deletion', 'settings'],
        ['settings', 'value-not-one-of', 'confirm (linkgate browser)', 'settings'],
        ['settings', 'setting-former', 'code (linkgate browser)', 'settings'],
        ['settings', 'value-not-one-of', 'linkgate.approval (demo-web)', 'clients'],
        ['settings', 'setting-unknown', 'linkgate.nothing (demo-web)', 'clients'],
        ['settings-without-effect', 'need-refresh-tokens', 'linkgate.refresh-grace (demo-web)', 'clients'],
      ]),
    );
    for (const one of undo.splice(0).reverse()) await one();
    expect(await problems()).toEqual([]);
  });

  test('are said in the log, once until the realm changes', async () => {
    const name = `linkgate.unknown-${Date.now()}`;
    undo.push(await setRealmAttributes({ [name]: 'x', 'linkgate.backend-links': 'on' }));
    const url = authUrl({ client_id: 'none', redirect_uri: 'http://localhost/' });
    for (let i = 0; i < 3; i++) await fetch(url, { redirect: 'manual' });
    const lines = (await readFile(inject('site').logFile, 'utf8'))
      .split('\n')
      .filter((line) => line.includes(name));
    expect(lines).toEqual([
      expect.stringContaining(`realm "linkgate": ${name} is no setting of Linkgate; it has no effect`),
    ]);
  });
});

describe('administrators', () => {
  test.each([
    [['view-realm'], 200, 403],
    [['manage-realm'], 200, 409],
    [['manage-clients', 'manage-users'], 403, 403],
  ])('with %s see %i, change %i', async (roles, sees, changes) => {
    const caller = await makeBackend(roles);
    undo.push(async () => await caller.remove());
    const { token } = caller;
    const got = await callAdminApi<Settings>('GET', '/settings', { token });
    expect(got.status).toBe(sees);
    const body = { version: 'another', changes: {} };
    expect((await callAdminApi('PUT', '/settings', { token, body })).status).toBe(changes);
    const [step] = (await shown()).steps;
    const path = `/settings/steps/${step?.id}`;
    expect((await callAdminApi('PUT', path, { token, body })).status).toBe(changes);
  });
});
