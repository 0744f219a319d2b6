/** Clients can't be enumerated (contract, sections 3.3 and 5): without a secret, all unusable clients look the same. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';

const { baseUrl, serverUrl, clients } = inject('site');
const { web } = clients;
const PROTOCOL = `${baseUrl}/protocol/openid-connect`;
const HOME = 'https://home.example/';

let deleted: OwnClient;
let waiting: OwnClient;
let off: OwnClient;
beforeAll(async () => {
  const fields = { attributes: { 'post.logout.redirect.uris': HOME }, webOrigins: ['https://home.example'] };
  [deleted, waiting, off] = await Promise.all([makeClient(fields), makeClient(fields), makeClient(fields)]);
  await deleted.setApproval('deleted');
  await waiting.setApproval('pending');
  await off.update({ enabled: false });
});
afterAll(async () => {
  for (const client of [deleted, waiting, off]) await client?.remove();
});

const unusable = () => [deleted.client_id, waiting.client_id, off.client_id];

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The response of `/userinfo` to a forged token for a client. */
async function userinfoFor(clientId: string, exp: number) {
  const token = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ azp: clientId, exp })}.${part({})}`;
  const headers = { authorization: `Bearer ${token}`, origin: 'https://home.example' };
  const response = await fetch(`${baseUrl}/userinfo`, { headers });
  const cors = response.headers.get('access-control-allow-origin');
  return [response.status, await response.text(), response.headers.get('www-authenticate'), cors];
}

test.each([1, 4_000_000_000])(
  'a forged token with exp %i gets the same response for every client',
  async (exp) => {
    const unknown = await userinfoFor('nobody', exp);
    expect(unknown[0]).toBe(401);
    for (const clientId of [...unusable(), web.client_id])
      expect(await userinfoFor(clientId, exp)).toEqual(unknown);
  },
);

describe('the logout endpoint', () => {
  async function logout(clientId: string, target: string) {
    const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: target });
    const page = await new Agent().open(`${PROTOCOL}/logout?${query}`);
    return [page.status, page.headers.get('location'), textOf(page).replaceAll(clientId, 'CLIENT')];
  }

  test('redirects no user for an unusable client, and responds as for an unknown one', async () => {
    const unknown = await logout('nobody', HOME);
    expect(unknown.slice(0, 2)).toEqual([400, null]);
    for (const clientId of unusable()) expect(await logout(clientId, HOME)).toEqual(unknown);
  });

  test('returns the same response for an unregistered redirect URI', async () => {
    expect(await logout(web.client_id, HOME)).toEqual(await logout('nobody', HOME));
  });
});

test('the session check of an unusable client gets the same response as an unknown one', async () => {
  const checkSession = async (clientId: string) => {
    const query = new URLSearchParams({ client_id: clientId, origin: new URL(serverUrl).origin });
    return await fetch(`${PROTOCOL}/login-status-iframe.html/init?${query}`);
  };
  expect((await checkSession(web.client_id)).status).toBe(204);
  for (const clientId of ['nobody', ...unusable()]) {
    expect((await checkSession(clientId)).status, clientId).toBe(403);
  }
});

describe('the account console', () => {
  const CONSOLE = `${baseUrl}/account/`;
  let usable: OwnClient;
  beforeAll(async () => {
    usable = await makeClient({ name: 'Shop of Ada', baseUrl: 'https://shop.example/' });
    for (const client of [deleted, waiting, off])
      await client.update({ name: 'Shop of Ada', baseUrl: 'https://shop.example/' });
  });
  afterAll(async () => await usable.remove());

  const openConsole = async (query: Record<string, string>) =>
    await new Agent().request(`${CONSOLE}?${new URLSearchParams(query)}`);

  test('shows the name and URL of the client that the user comes from', async () => {
    expect((await openConsole({ referrer: usable.client_id })).text).toMatch(
      /Shop of Ada[\s\S]*https:\/\/shop.example/,
    );
  });

  test('shows neither for an unusable client, and does not reveal whether it exists', async () => {
    for (const clientId of ['nobody', ...unusable()]) {
      const page = await openConsole({ referrer: clientId, referrer_uri: HOME, scope: 'openid' });
      expect([page.status, page.headers.get('location')], clientId).toEqual([303, `${CONSOLE}?scope=openid`]);
      expect(page.text).not.toContain('Shop of Ada');
    }
  });

  test('is unchanged for users who come from one of Keycloak’s own clients', async () => {
    expect((await openConsole({ referrer: 'security-admin-console' })).status).toBe(200);
  });
});
