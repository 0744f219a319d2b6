/** Authorization requests that can't be redirected to a client: a themed page, or JSON (contract, sections 4.3 and 7.1). */
import { describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { authFields, authUrl } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { type Fields, formOf, post } from '../../support/form.ts';
import { makeClient } from '../../support/own-client.ts';
import { expectRejection } from '../../support/rejection.ts';
import { requestLink } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, shop, service, pending } = clients;
const json = { accept: 'application/json' };

type Row = [what: string, status: number, error: string, fields: Fields, text?: RegExp];

const ROWS: Row[] = [
  ['no client_id', 400, 'invalid_request', { client_id: undefined }, /client_id/],
  ['an empty client_id', 400, 'invalid_request', { client_id: '' }, /client_id/],
  [
    'a repeated client_id',
    400,
    'invalid_request',
    { client_id: [web.client_id, web.client_id] },
    /client_id/,
  ],
  ['an unknown client', 401, 'invalid_client', { client_id: 'nobody' }],
  ['a client_id with markup', 401, 'invalid_client', { client_id: '<script>alert(1)</script>' }],
  ['a client that is not approved', 403, 'invalid_client', { client_id: pending.client_id }],
  ['a client without sign-in', 400, 'unauthorized_client', { client_id: service.client_id }],
  ['no redirect_uri', 400, 'invalid_request', { redirect_uri: undefined }, /redirect_uri/],
  ['an empty redirect_uri', 400, 'invalid_request', { redirect_uri: '' }, /redirect_uri/],
  ['a relative redirect_uri', 400, 'invalid_request', { redirect_uri: '/callback' }, /redirect_uri/],
  [
    'a redirect_uri with a fragment',
    400,
    'invalid_request',
    { redirect_uri: `${web.redirect_uri}#x` },
    /redirect_uri/,
  ],
  [
    'a repeated redirect_uri',
    400,
    'invalid_request',
    { redirect_uri: [web.redirect_uri, 'https://evil.example/'] },
    /redirect_uri/,
  ],
  [
    'a redirect_uri that isn’t registered',
    400,
    'unauthorized_client',
    { redirect_uri: 'https://evil.example/cb' },
    /redirect_uri/,
  ],
  [
    'another client’s redirect_uri',
    400,
    'unauthorized_client',
    { redirect_uri: shop.redirect_uri },
    /redirect_uri/,
  ],
  [
    'a longer redirect_uri than the registered one',
    400,
    'unauthorized_client',
    { redirect_uri: `${web.redirect_uri}/more` },
    /redirect_uri/,
  ],
  [
    'a redirect_uri with a query beside the registered one',
    400,
    'unauthorized_client',
    { redirect_uri: `${web.redirect_uri}?next=x` },
    /redirect_uri/,
  ],
  [
    'a redirect_uri with an escaped line break',
    400,
    'invalid_request',
    { redirect_uri: `${web.redirect_uri}?next=a%0Ab` },
    /redirect_uri: has control characters/,
  ],
  [
    'a script as redirect_uri',
    400,
    'unauthorized_client',
    { redirect_uri: 'javascript:alert(1)' },
    /redirect_uri/,
  ],
];

describe.each(ENDPOINTS)('an authorization request at $kind', ({ auth }) => {
  const url = (fields: Fields) => authUrl(web, { at: auth, fields });

  test.each<Row>(ROWS)('with %s returns JSON %i %s', async (_, status, error, fields, text) => {
    const response = await fetch(url(fields), { headers: json, redirect: 'manual' });
    await expectRejection(response, status, error, text);
  });

  test.each<Row>(ROWS)('with %s shows a page with status %i in a browser', async (_, status, __, fields) => {
    const page = await new Agent().request(url(fields));
    expect(page.status).toBe(status);
    expect(page.headers.get('content-type')).toEqual(expect.stringMatching(/^text\/html\b/));
    expect(page.headers.get('location')).toBeNull();
    expect(page.headers.get('cache-control')).toEqual(expect.stringContaining('no-store'));
    if (status === 401) expect(page.headers.get('www-authenticate')).toBeTruthy();
    expect(page.text).toContain('class="lg-card"');
    expect(page.text).not.toContain('evil.example');
    expect(page.text).not.toContain('<script>alert');
  });

  test('that is posted is rejected in the same way', async () => {
    const fields = authFields(web, { redirect_uri: 'https://evil.example/cb' });
    await expectRejection(await post(auth, fields, json), 400, 'unauthorized_client');
    const page = await new Agent().request(auth, { method: 'POST', body: formOf(fields) });
    expect(page.status).toBe(400);
    expect(page.text).toContain('class="lg-card"');
  });

  test('is checked by its client first, then by its redirect URI, then by the rest', async () => {
    const wrong = { client_id: 'nobody', redirect_uri: 'https://evil.example/', response_type: 'x' };
    const request = async (fields: Fields) => await fetch(url(fields), { headers: json, redirect: 'manual' });
    await expectRejection(await request(wrong), 401, 'invalid_client');
    await expectRejection(await request({ ...wrong, client_id: web.client_id }), 400, 'unauthorized_client');
  });

  test('doesn’t break with a client ID of any length', async () => {
    const response = await fetch(url({ client_id: 'c'.repeat(5000) }), { headers: json, redirect: 'manual' });
    expect(response.status).toBeOneOf([400, 401]);
    expect(await response.json()).toMatchObject({
      error: expect.toBeOneOf(['invalid_request', 'invalid_client']),
    });
  });

  test('doesn’t break with any other parameter of any length', async () => {
    const page = await new Agent().request(url({ something: 'x'.repeat(5000) }));
    expect(page.status).toBeLessThan(500);
  });
});

describe('pushed authorization requests', () => {
  test('are rejected', async () => {
    const response = await post(`${baseUrl}/protocol/openid-connect/ext/par/request`, {
      ...authFields(web),
      client_secret: web.client_secret,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body.error).toEqual(expect.any(String));
    expect(body).not.toHaveProperty('request_uri');
  });
});

test('a redirect URI that resolves to a page of Keycloak’s is rejected at /auth, and by the API', async () => {
  const redirect_uri = 'urn:ietf:wg:oauth:2.0:oob';
  const client = await makeClient({ redirectUris: [redirect_uri] });
  const at = authUrl(client, { fields: { redirect_uri } });
  const text = /redirect_uri: urn:ietf:wg:oauth:2\.0:oob is not supported/;
  await expectRejection(await fetch(at, { headers: json }), 400, 'invalid_request', text);
  const response = await requestLink({ email: newAddress(), client_id: client.client_id, redirect_uri });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_request', message: expect.stringMatching(text) },
  ]);
  await client.remove();
});

test.each(['state', 'nonce'])(
  'a %s with control characters is rejected by the API as at /auth',
  async (name) => {
    const { client_id, redirect_uri } = web;
    const response = await requestLink({
      email: newAddress(),
      client_id,
      redirect_uri,
      [name]: 'YWJj\nZGVm',
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_request', message: `${name}: has control characters` },
    ]);
  },
);
