/** Clients can't be enumerated (contract, sections 3.3 and 5): without a secret, all unusable ones look alike. */
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

/** What `/userinfo` says to a token that somebody made up for a client. */
async function userinfoFor(clientId: string, exp: number) {
  const token = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ azp: clientId, exp })}.${part({})}`;
  const headers = { authorization: `Bearer ${token}`, origin: 'https://home.example' };
  const response = await fetch(`${baseUrl}/userinfo`, { headers });
  const cors = response.headers.get('access-control-allow-origin');
  return [response.status, await response.text(), response.headers.get('www-authenticate'), cors];
}

test.each([1, 4_000_000_000])('a made-up token with exp %i learns the same of every client', async (exp) => {
  const unknown = await userinfoFor('nobody', exp);
  expect(unknown[0]).toBe(401);
  for (const clientId of [...unusable(), web.client_id])
    expect(await userinfoFor(clientId, exp)).toEqual(unknown);
});

describe('the logout endpoint', () => {
  async function ask(clientId: string, target: string) {
    const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: target });
    const page = await new Agent().open(`${PROTOCOL}/logout?${query}`);
    return [page.status, page.headers.get('location'), textOf(page).replaceAll(clientId, 'CLIENT')];
  }

  test('redirects no user for a client that can’t be used, and responds as for an unknown one', async () => {
    const unknown = await ask('nobody', HOME);
    expect(unknown.slice(0, 2)).toEqual([400, null]);
    for (const clientId of unusable()) expect(await ask(clientId, HOME)).toEqual(unknown);
  });

  test('says the same to an address that a client hasn’t registered', async () => {
    expect(await ask(web.client_id, HOME)).toEqual(await ask('nobody', HOME));
  });
});

test('the session check of a client that can’t be used gets the response for an unknown one', async () => {
  const ask = async (clientId: string) => {
    const query = new URLSearchParams({ client_id: clientId, origin: new URL(serverUrl).origin });
    return await fetch(`${PROTOCOL}/login-status-iframe.html/init?${query}`);
  };
  expect((await ask(web.client_id)).status).toBe(204);
  for (const clientId of ['nobody', ...unusable()]) {
    expect((await ask(clientId)).status, clientId).toBe(403);
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

  const ask = async (query: Record<string, string>) =>
    await new Agent().request(`${CONSOLE}?${new URLSearchParams(query)}`);

  test('tells the name and address of a client that users come from', async () => {
    expect((await ask({ referrer: usable.client_id })).text).toMatch(
      /Shop of Ada[\s\S]*https:\/\/shop.example/,
    );
  });

  test('tells neither of one that can’t be used, nor whether it exists', async () => {
    for (const clientId of ['nobody', ...unusable()]) {
      const page = await ask({ referrer: clientId, referrer_uri: HOME, scope: 'openid' });
      expect([page.status, page.headers.get('location')], clientId).toEqual([303, `${CONSOLE}?scope=openid`]);
      expect(page.text).not.toContain('Shop of Ada');
    }
  });

  test('stays as it is for who comes from one of Keycloak’s own', async () => {
    expect((await ask({ referrer: 'security-admin-console' })).status).toBe(200);
  });
});
