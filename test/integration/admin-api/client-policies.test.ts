/** What administrators do to clients by the admin API is subject to the realm's client policies, as by Keycloak's own (contract, section 3.3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { type AddedPolicy, addClientPolicy, newPolicyName } from '../../support/client-policy.ts';
import { npmRunHere } from '../../support/command.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';

const REALM = 'linkgate';

interface Shown {
  id: string;
  version: string;
  state: string;
  message: string;
}

/** A client, and the policy that is for it. */
async function under(executor: string, configuration: Record<string, boolean> = {}) {
  const name = newPolicyName();
  const client = await makeClient({ attributes: { 'test.policy': name } });
  const policy = await addClientPolicy(executor, configuration, name);
  const [{ id = '' } = {}] = await (await admin()).clients.find({ realm: REALM, clientId: client.client_id });
  return { client, policy, at: `/clients/${id}`, id };
}

describe('a policy that rejects', () => {
  let policy: AddedPolicy;
  let client: OwnClient;
  let at: string;
  let id: string;
  beforeAll(async () => {
    ({ client, policy, at, id } = await under('reject-request'));
  });
  afterAll(async () => {
    await policy.remove();
    await client.remove();
  });
  const shown = async () => (await callAdminApi<Shown>('GET', at)).json;
  // Keycloak's own API doesn't even show such a client.
  const stored = async () => [await shown(), (await callAdminApi<Shown>('GET', `${at}/branding`)).json];

  test.each([
    ['URLs', '/urls', { base_url: 'https://shop.example/' }],
    ['API scopes', '/api-scopes', { api_scopes: [] }],
    ['refresh-tokens', '/refresh-tokens', { refresh_tokens: 'session' }],
    ['second factor', '/second-factor', { second_factor: 'on-request' }],
    ['approval', '/approval', { state: 'approved' }],
    ['branding', '/branding', { text: 'Welcome' }],
  ])('changes nothing: %s', async (_, path, change) => {
    const before = await stored();
    const { version } =
      path === '/branding' ? (await callAdminApi<Shown>('GET', at + path)).json : await shown();
    const { status, json } = await callAdminApi<Shown>('PUT', at + path, { body: { ...change, version } });
    expect([status, json.id, json.message]).toEqual([
      400,
      'client-policy',
      'A client policy of the realm rejects this: Request not allowed',
    ]);
    expect(await stored()).toEqual(before);
  });

  test('rejects changes of settings, also in a dry run', async () => {
    const path = `${at}/settings`;
    const { json: before } = await callAdminApi<Shown>('GET', path);
    for (const dryRun of [true, false]) {
      const body = {
        version: before.version,
        changes: { 'linkgate.sign-in.lifetime': '120' },
        dry_run: dryRun,
      };
      const { status, json } = await callAdminApi<Shown>('PUT', path, { body });
      expect([dryRun, status, json.id]).toEqual([dryRun, 400, 'client-policy']);
    }
    // The command's preview is a dry run.
    const set = ['set', 'linkgate.sign-in.lifetime', '120', '--client', client.client_id];
    const ran = await npmRunHere('settings', [...set, '--realm', REALM]);
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('A client policy of the realm')]);
    expect((await callAdminApi<Shown>('GET', path)).json).toEqual(before);
  });

  test('deletes nothing', async () => {
    const { status, json } = await callAdminApi<Shown>('DELETE', at);
    expect([status, json.id]).toEqual([400, 'client-policy']);
    expect((await shown()).id).toBe(id);
  });

  test('doesn’t protect a client from being suspended', async () => {
    const { status, json } = await callAdminApi<Shown>('PUT', `${at}/approval`, {
      body: { state: 'suspended' },
    });
    expect([status, json.state]).toEqual([200, 'suspended']);
  });
});

test('a policy that configures clients doesn’t in a dry run', async () => {
  const { client, policy, at, id } = await under('pkce-enforcer', { 'auto-configure': true });
  const { json: before } = await callAdminApi<Shown>('GET', `${at}/settings`);
  const stored = async () => await (await admin()).clients.findOne({ realm: REALM, id });
  const asBefore = await stored();
  const body = {
    version: before.version,
    changes: { 'linkgate.sign-in.lifetime': '120', 'linkgate.dpop': 'required' },
    dry_run: true,
  };
  const { status, json } = await callAdminApi<Shown>('PUT', `${at}/settings`, { body });
  const now = await stored();
  await policy.remove();
  await client.remove();
  expect([status, json, now]).toEqual([200, before, asBefore]);
});

test('a policy that configures clients does so here, too', async () => {
  const { client, policy, at, id } = await under('pkce-enforcer', { 'auto-configure': true });
  const { version } = (await callAdminApi<Shown>('GET', at)).json;
  const body = { version, base_url: 'https://shop.example/' };
  const { status } = await callAdminApi<Shown>('PUT', `${at}/urls`, { body });
  const { baseUrl, attributes } = (await (await admin()).clients.findOne({ realm: REALM, id })) ?? {};
  await policy.remove();
  await client.remove();
  expect([status, baseUrl, attributes?.['pkce.code.challenge.method']]).toEqual([200, body.base_url, 'S256']);
});
