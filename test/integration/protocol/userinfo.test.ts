/** Who may read claims at `/userinfo` (contract, section 4.5; RFC 6750; OpenID Connect Core, section 5.3). */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { admin } from '../../support/admin.ts';
import type { Agent } from '../../support/agent.ts';
import { signedIn, tokensFrom } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, credentials, formOf, post } from '../../support/form.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { expectRejection } from '../../support/rejection.ts';
import type { Tokens } from '../../support/sign-in.ts';

const { clients } = inject('site');
const { web, service } = clients;
/** How long a test waits for a token to expire that lives for a second, in milliseconds. */

describe.each(ENDPOINTS)('/userinfo at $kind', ({ userinfo, token, revoke }) => {
  let live: Agent;
  let tokens: Tokens;
  beforeAll(async () => {
    live = await signedIn(web);
    tokens = await tokensFrom(live, web);
  });

  test.each<[string, () => [string, RequestInit]]>([
    ['GET', () => [userinfo, { headers: bearer(tokens.access_token) }]],
    ['POST', () => [userinfo, { method: 'POST', headers: bearer(tokens.access_token) }]],
    [
      'POST with the token in the form (RFC 6750, section 2.2)',
      () => [userinfo, { method: 'POST', body: formOf({ access_token: tokens.access_token }) }],
    ],
    [
      'GET with the scheme in lower case',
      () => [userinfo, { headers: { authorization: `bearer ${tokens.access_token}` } }],
    ],
    [
      'GET with two spaces after the scheme (RFC 9110, section 11.4)',
      () => [userinfo, { headers: { authorization: `Bearer  ${tokens.access_token}` } }],
    ],
    [
      'POST with an empty field beside the header',
      () => [
        userinfo,
        { method: 'POST', headers: bearer(tokens.access_token), body: formOf({ access_token: '' }) },
      ],
    ],
  ])('returns claims that must not be cached for %s', async (_, request) => {
    const response = await fetch(...request());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toEqual(expect.stringMatching(/^application\/json/));
    expect(response.headers.get('cache-control')).toEqual(expect.stringContaining('no-store'));
    expect(await response.json()).toHaveProperty('sub');
  });

  test.each<[string, RequestInit]>([
    ['no token', {}],
    ['no token in a form', { method: 'POST', body: formOf({ other: 'x' }) }],
    ['no token in a POST', { method: 'POST' }],
    ['a token with a proof of possession', { headers: { authorization: 'DPoP a.b.c', dpop: 'a.b.c' } }],
    ['a client’s secret', { headers: { authorization: `Basic ${btoa('demo-web:x')}` } }],
  ])('returns 401 and a challenge without an error for %s', async (_, request) => {
    const response = await fetch(userinfo, request);
    expect(response.headers.get('www-authenticate')).toEqual(
      expect.stringMatching(/^Bearer(\s+realm="[^"]*")?$/),
    );
    await expectRejection(response, 401, 'invalid_token');
  });

  test('doesn’t read a token from the URL', async () => {
    const response = await fetch(`${userinfo}?access_token=${tokens.access_token}`);
    await expectRejection(response, 401, 'invalid_token');
  });

  test.each<[string, () => string]>([
    ['that is meaningless', () => 'nonsense'],
    ['that has the form of one', () => 'a.b.c'],
    ['whose signature is another’s', () => `${tokens.access_token.slice(0, -12)}AAAAAAAAAAAA`],
    ['that is unsigned', () => `${btoa('{"alg":"none"}')}.${tokens.access_token.split('.')[1]}.`],
    ['that is an ID token', () => tokens.id_token],
  ])('rejects a token %s', async (_, wrong) => {
    const response = await fetch(userinfo, { headers: bearer(wrong()) });
    expect(response.headers.get('www-authenticate')).toEqual(
      expect.stringMatching(/^Bearer\b.*\berror="invalid_token"/),
    );
    await expectRejection(response, 401, 'invalid_token');
  });

  test('survives a header without a token', async () => {
    const response = await fetch(userinfo, { headers: { authorization: 'Bearer' } });
    expect(response.status).toBe(401);
  });

  test('rejects a token that is given twice (RFC 6750, section 2)', async () => {
    const response = await fetch(userinfo, {
      method: 'POST',
      headers: bearer(tokens.access_token),
      body: formOf({ access_token: tokens.access_token }),
    });
    await expectRejection(response, 400, 'invalid_request');
  });

  test('rejects a token without openid: insufficient_scope', async () => {
    const response = await post(token, { grant_type: 'client_credentials', ...credentials(service) });
    const { access_token } = (await response.json()) as Tokens;
    const rejected = await fetch(userinfo, { headers: bearer(access_token) });
    expect(rejected.headers.get('www-authenticate')).toEqual(
      expect.stringMatching(/^Bearer\b.*\berror="insufficient_scope"/),
    );
    await expectRejection(rejected, 403, 'insufficient_scope');
  });

  test('returns a client’s own claims if its token has openid', async () => {
    const response = await post(token, {
      grant_type: 'client_credentials',
      scope: 'openid',
      ...credentials(service),
    });
    const { access_token } = (await response.json()) as Tokens;
    const info = await fetch(userinfo, { headers: bearer(access_token) });
    expect(await info.json()).toEqual({ sub: expect.any(String) });
  });

  test('rejects a revoked token', async () => {
    const { access_token } = await tokensFrom(live, web);
    await post(revoke, { token: access_token, ...credentials(web) });
    await expectRejection(await fetch(userinfo, { headers: bearer(access_token) }), 401, 'invalid_token');
  });

  test.each([
    ['disabled', { enabled: false }],
    ['deleted', null],
  ])('rejects a token whose user’s account is %s', async (_, change) => {
    const email = newAddress();
    const { access_token } = await tokensFrom(await signedIn(web, {}, email), web);
    const api = await admin();
    const [user] = await api.users.find({ realm: 'linkgate', email, exact: true });
    const where = { realm: 'linkgate', id: user?.id ?? '' };
    if (change) await api.users.update(where, { ...user, ...change });
    else await api.users.del(where);
    await expectRejection(await fetch(userinfo, { headers: bearer(access_token) }), 401, 'invalid_token');
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('returns 405 with the allowed methods for %s', async (method) => {
    const response = await fetch(userinfo, { method, headers: bearer(tokens.access_token) });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toEqual(expect.stringMatching(/\bGET\b/));
    expect(response.headers.get('allow')).toEqual(expect.stringMatching(/\bPOST\b/));
  });

  test.each([
    ['JSON', 'application/json', '{}'],
    ['a malformed content type', 'application//x;;', 'x=y'],
  ])('reads no token from a body of %s', async (_, type, body) => {
    const headers = { ...bearer(tokens.access_token), 'content-type': type };
    const response = await fetch(userinfo, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    const without = await fetch(userinfo, { method: 'POST', headers: { 'content-type': type }, body });
    expect(without.status).toBe(401);
  });

  describe('for a token that has expired', () => {
    let shortLived: OwnClient;
    beforeAll(async () => {
      shortLived = await makeClient({ attributes: { 'access.token.lifespan': '1' } });
    });
    afterAll(async () => shortLived.remove());

    test('is invalid_token with token_expired', async () => {
      const { access_token } = await tokensFrom(await signedIn(shortLived), shortLived);
      const callUserinfo = async () => await fetch(userinfo, { headers: bearer(access_token) });
      await vi.waitFor(async () => expect((await callUserinfo()).status).toBe(401), PATIENT);
      await expectRejection(await callUserinfo(), 401, 'invalid_token', /token_expired/);
    });
  });
});
