/** A user's consents: listed and revoked over the API (contract, section 4.10). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { CLIENT_API } from '../../support/client-api.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { rejectionOf, remove } from '../../support/session-api.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;

async function consentsOf(agent: Agent): Promise<Record<string, unknown>[]> {
  const response = await agent.request(`${baseUrl}/session/consents`);
  CLIENT_API.documented('GET', '/session/consents', response.status, response.text);
  expect(response.status, response.text).toBe(200);
  expect(response.headers.get('cache-control')).toContain('no-store');
  return (JSON.parse(response.text) as { consents: Record<string, unknown>[] }).consents;
}

describe('consents', () => {
  let client: OwnClient;
  beforeAll(async () => {
    client = await makeClient({ name: 'The other one' });
  });
  afterAll(async () => client.remove());

  test('are listed with each client’s scopes and the time of consent', async () => {
    const before = Math.floor(Date.now() / 1000);
    const agent = await signedIn(client, { scope: 'openid email' });
    await tokensFrom(agent, web);
    const consents = await consentsOf(agent);
    expect(consents).toHaveLength(2);
    expect(consents).toContainEqual({
      client_id: client.client_id,
      client_name: 'The other one',
      scopes: ['email'],
      granted_at: expect.any(Number),
    });
    expect(consents.find(({ client_id }) => client_id === web.client_id)?.scopes).toEqual([
      'email',
      'profile',
    ]);
    for (const { granted_at } of consents) {
      expect(granted_at).toBeGreaterThanOrEqual(before);
      expect(granted_at).toBeLessThanOrEqual(Date.now() / 1000);
    }
  });

  test('revoke the client’s tokens when revoked, and the next sign-in requests them again', async () => {
    const agent = await signedIn(client);
    const [revoked, unrevoked] = [await tokensFrom(agent, client), await tokensFrom(agent, web)];
    const response = await remove(agent, `/consents/${client.client_id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    const { userinfo, introspect } = ENDPOINTS[0];
    expect((await fetch(userinfo, { headers: bearer(revoked.access_token) })).status).toBe(401);
    const introspected = await post(introspect, { token: revoked.access_token, ...credentials(client) });
    expect(await introspected.json()).toEqual({ active: false });
    expect((await fetch(userinfo, { headers: bearer(unrevoked.access_token) })).status).toBe(200);
    expect((await consentsOf(agent)).map(({ client_id }) => client_id)).toEqual([web.client_id]);
    const page = await chooseSignedInAccount(agent, await agent.open(authUrl(client)));
    expect(page.text).toContain('name="accept"');
    const silent = await agent.open(authUrl(client, { fields: { prompt: 'none' } }));
    expect(silent.headers.get('location')).toContain('error=interaction_required');
  });

  test('of one user don’t affect another user', async () => {
    const [agent, other] = [await signedIn(client), await signedIn(web)];
    expect((await remove(other, `/consents/${client.client_id}`)).status).toBe(404);
    expect(await consentsOf(agent)).toHaveLength(1);
  });

  test.each(['nobody', 'demo-shop', 'account'])('for %s, which has none, aren’t found', async (id) => {
    const response = await remove(await signedIn(web), `/consents/${id}`);
    expect(rejectionOf(response)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  test('require a live session', async () => {
    const listed = await new Agent().request(`${baseUrl}/session/consents`);
    for (const response of [listed, await remove(new Agent(), '/consents/demo-web')])
      expect(rejectionOf(response)).toMatchObject({ status: 401, body: { error: 'login_required' } });
  });
});
