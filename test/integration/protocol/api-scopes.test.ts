/** Scopes of APIs (docs/contract.md, opt-ins): who may request them, what tokens carry, resources (RFC 8707), and unknown scopes. */

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import { setRealmAttributes } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { makeApiScope, makeRole, type OwnApiScope, type OwnRole } from '../../support/api-scope.ts';
import {
  authFields,
  authUrl,
  codeFrom,
  exchangeFields,
  expectErrorAtClient,
  signedIn,
  tokensFrom,
} from '../../support/authorization.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { newAddress } from '../../support/email.ts';
import { credentials, type Fields, formOf, post } from '../../support/form.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { expectRejection } from '../../support/rejection.ts';
import { follow, linkFor } from '../../support/sign-in.ts';
import type { SiteClient } from '../../support/site.ts';
import { makeStayingClient, refresh, refreshableFrom, refreshed } from '../../support/staying-client.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;

let role: OwnRole;
const scopes: Record<'orders' | 'stock' | 'staff' | 'foreign', OwnApiScope> = {} as never;
const own: Record<'app' | 'staying' | 'service' | 'api', OwnClient> = {} as never;
let agent: Agent;

beforeAll(async () => {
  role = await makeRole();
  own.api = await makeClient();
  scopes.orders = await makeApiScope();
  scopes.stock = await makeApiScope({ audience: own.api.client_id });
  scopes.staff = await makeApiScope({ audience: scopes.orders.audience, needed: role });
  scopes.foreign = await makeApiScope();
  const assigned = {
    optionalClientScopes: ['profile', 'email', 'address', ...namesOf('orders', 'stock', 'staff')],
  };
  own.app = await makeClient(assigned);
  own.staying = await makeStayingClient('30', assigned);
  own.service = await makeClient({ ...assigned, serviceAccountsEnabled: true });
  agent = await signedIn(web);
});
afterAll(async () => {
  for (const one of [...Object.values(own), ...Object.values(scopes), role]) await one.remove();
});

function namesOf(...names: (keyof typeof scopes)[]): string[] {
  return names.map((name) => scopes[name].name);
}

const openid = (...names: (keyof typeof scopes)[]) => ['openid', ...namesOf(...names)].join(' ');

const audienceOf = (token: string) => [decodeJwt(token).aud ?? []].flat().sort();

async function errorOf(fields: Fields, client: SiteClient = own.app): Promise<void> {
  const { error = '', ...others } = fields;
  const page = await agent.open(authUrl(client, { fields: others }));
  expectErrorAtClient(page, client, { error: String(error), iss: baseUrl });
}

async function exchange(code: string, client: SiteClient, fields: Fields = {}): Promise<Response> {
  return await post(`${baseUrl}/token`, exchangeFields(client, code, fields));
}

async function introspect(token: string, client: SiteClient): Promise<Record<string, unknown>> {
  const response = await post(`${baseUrl}/introspect`, { token, ...credentials(client) });
  return (await response.json()) as Record<string, unknown>;
}

async function ownToken(fields: Fields): Promise<Response> {
  return await post(`${baseUrl}/token`, {
    grant_type: 'client_credentials',
    ...credentials(own.service),
    ...fields,
  });
}

describe('an API scope', () => {
  test('can be requested by a client that it is assigned to, and by no other', async () => {
    const { scope } = await tokensFrom(agent, own.app, { fields: { scope: openid('orders') } });
    expect(scope.split(' ').sort()).toEqual(openid('orders').split(' ').sort());
    await errorOf({ scope: openid('foreign'), error: 'invalid_scope' });
    await errorOf({ scope: openid('orders'), error: 'invalid_scope' }, web);
  });

  test('isn’t granted without a request', async () => {
    const { scope, access_token: token } = await tokensFrom(agent, own.app, { fields: { scope: 'openid' } });
    expect(scope).toBe('openid');
    expect(audienceOf(token)).toEqual([own.app.client_id]);
  });

  test('of a client scope that isn’t marked can’t be requested, though the client is assigned it', async () => {
    const unmarked = await makeApiScope({ attributes: { 'linkgate.api-scope': 'false' } });
    await unmarked.assignTo(own.app);
    await errorOf({ scope: `openid ${unmarked.name}`, error: 'invalid_scope' });
    await unmarked.remove();
  });

  test('names its audience in access tokens, beside the client, and nothing of it in the ID token', async () => {
    const tokens = await tokensFrom(agent, own.app, { fields: { scope: openid('orders', 'stock') } });
    expect(audienceOf(tokens.access_token)).toEqual(
      [own.app.client_id, scopes.orders.audience, scopes.stock.audience].sort(),
    );
    expect(decodeJwt(tokens.access_token).scope).toContain(scopes.orders.name);
    expect(audienceOf(tokens.id_token)).toEqual([own.app.client_id]);
  });

  test('is asked for on the consent page, by its text', async () => {
    const email = newAddress();
    const other = await signedIn(web, {}, email);
    await codeFrom(other, own.app, { fields: { scope: 'openid' } });
    const first = await other.open(authUrl(own.app, { fields: { scope: openid('orders') } }));
    const page = await chooseSignedInAccount(other, first);
    expect(page.text).toContain(`Read orders (${scopes.orders.name})`);
  });

  test('can be requested with a link by an application', async () => {
    const email = newAddress();
    const target = await follow(await linkFor(email, own.app, { scope: openid('orders') }));
    const response = await exchange(target.searchParams.get('code') ?? '', own.app);
    expect(((await response.json()) as { scope: string }).scope).toContain(scopes.orders.name);
  });

  test('is in the discovery document', async () => {
    await vi.waitFor(async () => {
      const { scopes_supported: supported } = (await (
        await fetch(`${baseUrl}/.well-known/openid-configuration`)
      ).json()) as { scopes_supported: string[] };
      expect(supported.slice(0, 4)).toEqual(['openid', 'profile', 'email', 'address']);
      expect(supported).toEqual(expect.arrayContaining(namesOf('orders', 'stock', 'staff', 'foreign')));
    }, PATIENT);
  });
});

describe('an API scope that needs a role', () => {
  test('is granted only to users with it, and access tokens then list their roles', async () => {
    const email = newAddress();
    const user = await signedIn(web, {}, email);
    const without = await tokensFrom(user, own.app, { fields: { scope: openid('staff') } });
    expect(without.scope).toBe('openid');
    expect(audienceOf(without.access_token)).toEqual([own.app.client_id]);
    await role.giveTo(decodeJwt(without.access_token).sub ?? '');
    const having = await tokensFrom(user, own.app, { fields: { scope: openid('staff') } });
    expect(having.scope).toContain(scopes.staff.name);
    expect(decodeJwt(having.access_token).roles).toEqual([role.name]);
    expect(decodeJwt(having.id_token)).not.toHaveProperty('roles');
    const plain = await tokensFrom(user, own.app, { fields: { scope: openid('orders') } });
    expect(decodeJwt(plain.access_token)).not.toHaveProperty('roles');
  });
});

describe('a service account', () => {
  test('gets API scopes of its client, and no others', async () => {
    const tokens = (await (await ownToken({ scope: namesOf('orders').join(' ') })).json()) as {
      access_token: string;
      scope: string;
    };
    expect(tokens.scope).toContain(scopes.orders.name);
    expect(audienceOf(tokens.access_token)).toContain(scopes.orders.audience);
    await expectRejection(await ownToken({ scope: scopes.foreign.name }), 400, 'invalid_scope');
  });

  test('gets a token for one resource alone', async () => {
    const { audience } = scopes.orders;
    const response = await ownToken({ scope: namesOf('orders', 'stock').join(' '), resource: audience });
    const tokens = (await response.json()) as { access_token: string };
    expect(decodeJwt(tokens.access_token).aud).toBe(audience);
    await expectRejection(
      await ownToken({ scope: namesOf('stock').join(' '), resource: audience }),
      400,
      'invalid_target',
    );
  });
});

describe('a resource', () => {
  const both = () => openid('orders', 'stock');

  test('named at the token endpoint is the access token’s only audience', async () => {
    const code = await codeFrom(agent, own.app, { fields: { scope: both() } });
    const response = await exchange(code, own.app, { resource: scopes.stock.audience });
    const tokens = (await response.json()) as { access_token: string; id_token: string };
    expect(decodeJwt(tokens.access_token).aud).toBe(scopes.stock.audience);
    expect(decodeJwt(tokens.id_token).aud).toBe(own.app.client_id);
  });

  test('named by a later authorization request doesn’t apply to an earlier code', async () => {
    const earlier = await codeFrom(agent, own.app, { fields: { scope: both() } });
    await codeFrom(agent, own.app, { fields: { scope: both(), resource: scopes.orders.audience } });
    const tokens = (await (await exchange(earlier, own.app)).json()) as { access_token: string };
    expect(audienceOf(tokens.access_token)).toContain(scopes.stock.audience);
  });

  test('that no scope of the client is for is rejected', async () => {
    await errorOf({ scope: both(), resource: scopes.foreign.audience, error: 'invalid_target' });
    const code = await codeFrom(agent, own.app, { fields: { scope: both() } });
    await expectRejection(
      await exchange(code, own.app, { resource: scopes.foreign.audience }),
      400,
      'invalid_target',
    );
  });

  test('that no requested scope is for is rejected, and the description says which are', async () => {
    const fields = { scope: openid('stock'), resource: scopes.orders.audience };
    await errorOf({ ...fields, error: 'invalid_target' });
    const page = await agent.open(authUrl(own.app, { fields }));
    const text = new URL(page.headers.get('location') ?? '').searchParams.get('error_description');
    expect(text).toContain(scopes.orders.name);
  });

  test('can be given only once', async () => {
    const query = `${formOf(authFields(own.app, { scope: both() }))}&resource=a:b&resource=c:d`;
    const page = await agent.open(`${baseUrl}/auth?${query}`);
    expectErrorAtClient(page, own.app, { error: 'invalid_request', iss: baseUrl });
  });

  test('of a client without API scopes is ignored', async () => {
    const tokens = await tokensFrom(agent, web, { fields: { resource: 'https://api.example.com' } });
    expect(audienceOf(tokens.access_token)).toEqual([web.client_id]);
  });

  test('that the user has no role for gets no token', async () => {
    const only = await makeApiScope({ needed: role });
    await only.assignTo(own.app);
    const code = await codeFrom(agent, own.app, {
      fields: { scope: `openid ${only.name}`, resource: only.audience },
    });
    await expectRejection(await exchange(code, own.app), 400, 'invalid_target');
    await only.remove();
  });

  test('can be named by each equivalent URI, at both endpoints and at a refresh', async () => {
    const host = `${crypto.randomUUID()}.example.com`;
    const registered = `https://${host}`;
    const bare = await makeApiScope({ audience: registered });
    await bare.assignTo(own.staying);
    const scope = `openid ${bare.name}`;
    const [slash, capital] = [`${registered}/`, `HTTPS://${host.toUpperCase()}:443`];
    for (const [atAuth, atToken] of [
      [{ resource: slash }, {}],
      [{}, { resource: capital }],
      [{ resource: capital }, { resource: slash }],
    ] as const) {
      const code = await codeFrom(agent, own.staying, { fields: { scope, ...atAuth } });
      const response = await exchange(code, own.staying, atToken);
      const tokens = (await response.json()) as { access_token: string; refresh_token: string };
      expect(decodeJwt(tokens.access_token).aud).toBe(registered);
      const renewed = await refreshed(tokens.refresh_token, own.staying, { resource: slash });
      expect(decodeJwt(renewed.access_token).aud).toBe(registered);
    }
    await errorOf({ scope, resource: `${registered}/mcp`, error: 'invalid_target' }, own.staying);
    await bare.remove();
  });

  test('named when the user signed in applies to the code, and to all tokens that are renewed', async () => {
    const { audience } = scopes.orders;
    const first = await refreshableFrom(agent, own.staying, { scope: both(), resource: audience });
    expect(decodeJwt(first.access_token).aud).toBe(audience);
    const second = await refreshed(first.refresh_token, own.staying);
    expect(decodeJwt(second.access_token).aud).toBe(audience);
    const other = { resource: scopes.stock.audience };
    await expectRejection(await refresh(second.refresh_token, own.staying, other), 400, 'invalid_target');
    const third = await refreshed(second.refresh_token, own.staying, { resource: audience });
    expect(decodeJwt(third.access_token).aud).toBe(audience);
  });

  test.each<[string, () => Record<string, string>]>([
    ['is for an API that was not granted', () => ({ resource: scopes.stock.audience })],
    [
      'is for a scope that the refresh leaves out',
      () => ({ resource: scopes.orders.audience, scope: 'openid' }),
    ],
    ['is unknown', () => ({ resource: 'https://unknown.example' })],
  ])('at a refresh uses the token up only if it is granted: not if it %s', async (_, wrong) => {
    const first = await refreshableFrom(agent, own.staying, { scope: `openid ${scopes.orders.name}` });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expectRejection(await refresh(first.refresh_token, own.staying, wrong()), 400, 'invalid_target');
    const second = await refreshed(first.refresh_token, own.staying, { resource: scopes.orders.audience });
    expect(decodeJwt(second.access_token).aud).toBe(scopes.orders.audience);
  });

  test('can be another one each time tokens are renewed, if the sign-in named none', async () => {
    const first = await refreshableFrom(agent, own.staying, { scope: both() });
    const second = await refreshed(first.refresh_token, own.staying, { resource: scopes.stock.audience });
    expect(decodeJwt(second.access_token).aud).toBe(scopes.stock.audience);
    const third = await refreshed(second.refresh_token, own.staying, { resource: scopes.orders.audience });
    expect(decodeJwt(third.access_token).aud).toBe(scopes.orders.audience);
    const fourth = await refreshed(third.refresh_token, own.staying);
    expect(audienceOf(fourth.access_token)).toEqual(
      [own.staying.client_id, scopes.orders.audience, scopes.stock.audience].sort(),
    );
  });
});

describe('introspection', () => {
  test('of a token with an API scope says whom it is for, and is open to the API', async () => {
    const { access_token: token } = await tokensFrom(agent, own.app, { fields: { scope: openid('stock') } });
    expect(await introspect(token, own.api)).toMatchObject({
      active: true,
      client_id: own.app.client_id,
      aud: expect.arrayContaining([own.api.client_id]),
      scope: expect.stringContaining(scopes.stock.name),
    });
  });

  test('is open to an API that is named by its URI', async () => {
    const fields = { scope: openid('orders'), resource: scopes.orders.audience };
    const { access_token: token } = await tokensFrom(agent, own.app, { fields });
    expect(await introspect(token, own.api)).toEqual({ active: false });
    await own.api.update({ attributes: { resource_url: scopes.orders.audience } });
    expect(await introspect(token, own.api)).toMatchObject({ active: true, aud: scopes.orders.audience });
    const capitals = scopes.orders.audience.replace('https://', 'HTTPS://').replace('.com/', '.com:443/');
    await own.api.update({ attributes: { resource_url: capitals } });
    expect(await introspect(token, own.api)).toMatchObject({ active: true, aud: scopes.orders.audience });
  });

  test('is open to an API whose client ID is an equivalent URI', async () => {
    const audience = `https://${crypto.randomUUID()}.example.com`;
    const [bare, api] = [await makeApiScope({ audience }), await makeClient({ clientId: `${audience}/` })];
    await bare.assignTo(own.app);
    const { access_token: token } = await tokensFrom(agent, own.app, {
      fields: { scope: `openid ${bare.name}` },
    });
    expect(await introspect(token, api)).toMatchObject({ active: true });
    await bare.remove();
    await api.remove();
  });

  test('of any other token has the contract’s fields alone', async () => {
    const { access_token: token } = await tokensFrom(agent, own.app, { fields: { scope: 'openid' } });
    expect(Object.keys(await introspect(token, own.app)).sort()).toEqual([
      'active',
      'client_id',
      'exp',
      'iat',
      'iss',
      'scope',
      'sub',
      'token_type',
    ]);
  });
});

describe('in a realm that ignores unknown scopes', () => {
  let restore: () => Promise<void>;
  beforeAll(async () => {
    restore = await setRealmAttributes({ [REALM.unknownScopes.name]: 'ignore' });
  });
  afterAll(async () => {
    await restore();
  });

  test.each([
    ['beside others', 'openid groups offline_access email', ['email', 'openid']],
    ['alone', 'groups', ['openid']],
  ])('an authorization request gets what can be granted, with such scopes %s', async (_, scope, granted) => {
    const tokens = await tokensFrom(agent, web, { fields: { scope } });
    expect(tokens.scope.split(' ').sort()).toEqual(granted);
  });

  test('an authorization request by POST does, too', async () => {
    const body = formOf(authFields(web, { scope: 'openid groups' }));
    const page = await new Agent().open(`${baseUrl}/auth`, { method: 'POST', body });
    expect(page.status).toBe(200);
    expect(page.text).toContain('name="email"');
  });

  test('a malformed scope is still an error', async () => {
    await errorOf({ scope: 'openid  email', error: 'invalid_request' });
  });

  test('links, service accounts and renewed tokens get what can be granted, too', async () => {
    const target = await follow(await linkFor(newAddress(), web, { scope: 'openid groups email' }));
    const tokens = (await (await exchange(target.searchParams.get('code') ?? '', web)).json()) as {
      scope: string;
    };
    expect(tokens.scope.split(' ').sort()).toEqual(['email', 'openid']);
    const service = (await (await ownToken({ scope: `groups ${scopes.orders.name}` })).json()) as {
      scope: string;
    };
    expect(service.scope.split(' ')).toContain(scopes.orders.name);
    const first = await refreshableFrom(agent, own.staying, { scope: 'openid email' });
    const second = await refreshed(first.refresh_token, own.staying, { scope: 'openid profile groups' });
    expect(second.scope.split(' ')).not.toContain('email');
  });
});
