/** Identity providers and Keycloak's own APIs reject a client that isn't approved (contract, section 3.3). */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { accountOf } from '../../support/accounts.ts';
import { makeAdministrator } from '../../support/administrators.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, exchangeFields, signedIn, tokensFrom } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, post } from '../../support/form.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  sentToSignIn,
} from '../../support/identity-provider.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { expectRejection } from '../../support/rejection.ts';

const { baseUrl, clients } = inject('site');

/** Adds the user's roles for Keycloak's own clients to access tokens, and these clients as audience. */
const ROLES = [
  {
    name: 'roles',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-client-role-mapper',
    config: {
      'claim.name': `resource_access.${'$'}{client_id}.roles`,
      'jsonType.label': 'String',
      multivalued: 'true',
      'access.token.claim': 'true',
    },
  },
  {
    name: 'audiences',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-resolve-mapper',
    config: { 'access.token.claim': 'true' },
  },
];

let provider: IdentityProvider;
let client: OwnClient;
beforeAll(async () => {
  provider = await makeIdentityProvider({ storeToken: true, addReadTokenRoleOnCreate: true });
  client = await makeClient({ consentRequired: false, fullScopeAllowed: true, protocolMappers: ROLES });
});
afterAll(async () => {
  await provider.remove();
  await client.remove();
});
beforeEach(async () => await client.setApproval('approved'));

/** The location of a browser that returns as this user. */
async function returnFromProvider(agent: Agent, user: { sub: string; email: string }) {
  return await agent.open(provider.returnTo(await sentToSignIn(agent, provider, client), user));
}

/** A user of the provider who has signed in to the client that way, with the access token. */
async function known() {
  const email = newAddress();
  const user = { sub: email, email };
  const page = await returnFromProvider(new Agent(), user);
  const code = new URL(page.headers.get('location') ?? page.url).searchParams.get('code');
  expect(code, textOf(page)).toBeTruthy();
  const response = await post(ENDPOINTS[0].token, exchangeFields(client, code ?? ''));
  const { access_token } = (await response.json()) as { access_token: string };
  return { ...user, access_token };
}

describe.each(['pending', 'deleted'] as const)('a client that became %s', (approval) => {
  test('gets no code for a user who returns from an identity provider, and the user isn’t signed in', async () => {
    const [agent, user] = [new Agent(), await known()];
    const back = provider.returnTo(await sentToSignIn(agent, provider, client), user);
    await client.setApproval(approval);
    const page = await agent.open(back);
    expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
    expect(page.text).toContain('class="lg-card"');
    await client.setApproval('approved');
    expect((await agent.open(authUrl(client))).text).toContain('name="email"');
  });

  test('creates no account for a user who returns for the first time', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const back = provider.returnTo(await sentToSignIn(agent, provider, client), { sub: email, email });
    await client.setApproval(approval);
    const page = await agent.open(back);
    expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
    expect(await accountOf(email)).toBe('');
  });

  test('no longer gets the tokens of identity providers', async () => {
    const { access_token } = await known();
    const stored = `${baseUrl}/broker/${provider.alias}/token`;
    const before = await fetch(stored, { headers: bearer(access_token) });
    expect(before.status, await before.text()).toBe(200);
    await client.setApproval(approval);
    await expectRejection(await fetch(stored, { headers: bearer(access_token) }), 401, 'invalid_token');
  });

  test('can no longer use Keycloak’s own APIs with a token issued before', async () => {
    const email = await makeAdministrator('view-users');
    const { access_token } = await tokensFrom(await signedIn(client, {}, email), client);
    const headers = { ...bearer(access_token), accept: 'application/json' };
    const apis = [`${baseUrl}/account`, `${baseUrl.replace('/realms/', '/admin/realms/')}/users/count`];
    for (const api of apis) {
      const before = await fetch(api, { headers });
      expect([api, before.status, await before.text()]).toEqual([api, 200, expect.any(String)]);
    }
    await client.setApproval(approval);
    for (const api of apis) expect([api, (await fetch(api, { headers })).status]).toEqual([api, 401]);
  });

  test('can no longer read or delete clients by Keycloak’s registration endpoints', async () => {
    const email = await makeAdministrator('manage-clients');
    const { access_token } = await tokensFrom(await signedIn(client, {}, email), client);
    const headers = { ...bearer(access_token), accept: 'application/json' };
    const other = await makeClient();
    const [own, installed] = ['default', 'install'].map(
      (kind) => `${baseUrl}/clients-registrations/${kind}/${other.client_id}`,
    );
    for (const url of [own, installed]) expect((await fetch(url ?? '', { headers })).status).toBe(200);
    await client.setApproval(approval);
    for (const [url = '', method] of [[own], [own, 'DELETE'], [installed]])
      await expectRejection(await fetch(url, { headers, method: method ?? 'GET' }), 401, 'invalid_token');
    await other.remove();
  });
});

describe('a signed-in user without such a tab isn’t redirected to a client that can’t be used', () => {
  let waiting: OwnClient;
  let deleted: OwnClient;
  let off: OwnClient;
  let agent: Agent;
  beforeAll(async () => {
    [waiting, deleted, off] = await Promise.all([makeClient(), makeClient(), makeClient()]);
    await waiting.setApproval('pending');
    await deleted.setApproval('deleted');
    await off.update({ enabled: false });
    agent = await signedIn(clients.web);
  });
  afterAll(async () => {
    for (const made of [waiting, deleted, off]) await made.remove();
  });

  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  /** What Keycloak’s pages contain about a client’s request. */
  const clientData = (fields: object) =>
    encoded(JSON.stringify({ ru: client.redirect_uri, rt: 'code', st: 'x', ...fields }));

  const BY_QUERY: [string, string, string][] = [
    ['redirecting to an identity provider', 'GET', 'login'],
    ['redirecting there by a form', 'POST', 'login'],
    ['after the first sign-in there', 'GET', 'after-first-broker-login'],
    ['after the provider’s own flow', 'GET', 'after-post-broker-login'],
  ];

  test.each(BY_QUERY)('%s', async (_, method, step) => {
    const path = step === 'login' ? `${provider.alias}/login` : step;
    const requestFor = async (client_id: string) => {
      const tab = { client_id, tab_id: 'x', session_code: 'x', client_data: clientData({}) };
      const page = await agent.request(`${baseUrl}/broker/${path}?${new URLSearchParams(tab)}`, { method });
      return [page.status, page.headers.get('location'), textOf(page)];
    };
    // After the steps that follow the return, Keycloak itself redirects no user.
    if (step === 'login') expect((await requestFor(client.client_id))[1]).toContain(client.redirect_uri);
    for (const { client_id } of [waiting, deleted, off])
      expect((await requestFor(client_id))[1], client_id).toBeNull();
    const unknown = await requestFor('nobody');
    expect(unknown.slice(0, 2)).toEqual([401, null]);
    for (const { client_id } of [deleted, off]) expect(await requestFor(client_id)).toEqual(unknown);
    expect((await requestFor(waiting.client_id)).slice(0, 2)).toEqual([403, null]);
  });

  test('requesting a page of a sign-in', async () => {
    const requestFor = async (client_id: string) => {
      const tab = { client_id, tab_id: 'x', client_data: clientData({}) };
      const page = await agent.request(`${baseUrl}/login-actions/authenticate?${new URLSearchParams(tab)}`);
      return [page.status, page.headers.get('location'), textOf(page)];
    };
    const unknown = await requestFor('nobody');
    expect(unknown.slice(0, 2)).toEqual([401, null]);
    for (const { client_id } of [deleted, off]) expect(await requestFor(client_id)).toEqual(unknown);
    expect((await requestFor(waiting.client_id)).slice(0, 2)).toEqual([403, null]);
  });

  test.each([
    ['by a redirect', {}],
    ['by a form', { rm: 'form_post' }],
  ])('returning from an identity provider, %s', async (_, mode) => {
    const requestFor = async (clientId: string) => {
      const state = `x.x.${encoded(clientId)}.${clientData(mode)}`;
      const query = new URLSearchParams({ state, code: 'x' });
      const page = await agent.request(`${baseUrl}/broker/${provider.alias}/endpoint?${query}`);
      return [page.status, page.headers.get('location'), textOf(page)];
    };
    const usable = await requestFor(client.client_id);
    expect(`${usable[1]} ${usable[2]}`).toMatch(/callback\?error=|Form_Post/);
    const unknown = await requestFor('nobody');
    expect(unknown).toEqual([400, null, expect.stringContaining('already signed in')]);
    for (const { client_id } of [waiting, deleted, off]) expect(await requestFor(client_id)).toEqual(unknown);
  });
});

test('a client that is approved again gets the code of a returning user', async () => {
  const user = await known();
  const page = await returnFromProvider(new Agent(), user);
  expect(page.headers.get('location'), textOf(page)).toContain('code=');
});
