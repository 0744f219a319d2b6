/** What `/introspect` returns and to whom (contract, sections 2.5 and 4.6; RFC 7662). */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { signedIn, tokensFrom } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { basic, credentials, type Fields, post } from '../../support/form.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { expectRejection } from '../../support/rejection.ts';
import { linkFor, type Tokens } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, shop, service, spa } = clients;
/** How long a test waits for a token to expire that lives for a second, in milliseconds. */

describe.each(ENDPOINTS)('/introspect at $kind', ({ introspect, token, revoke }) => {
  let live: Agent;
  let tokens: Tokens;
  let own: OwnClient;
  beforeAll(async () => {
    live = await signedIn(web);
    tokens = await tokensFrom(live, web);
    own = await makeClient();
  });
  afterAll(async () => own.remove());
  const callIntrospect = async (fields: Fields, client = web) =>
    await post(introspect, { ...credentials(client), ...fields });

  test('returns exactly the contract’s fields for a valid token', async () => {
    const response = await callIntrospect({ token: tokens.access_token });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toEqual(expect.stringMatching(/^application\/json/));
    expect(response.headers.get('cache-control')).toEqual(expect.stringContaining('no-store'));
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      active: true,
      sub: expect.stringMatching(/./),
      client_id: web.client_id,
      exp: expect.any(Number),
      iat: expect.any(Number),
      iss: baseUrl,
      scope: expect.stringMatching(/\bopenid\b/),
      token_type: 'Bearer',
    });
    expect(Number(body.exp) - Number(body.iat)).toBe(3600);
    expect(String(body.scope).split(' ').sort()).toEqual(['email', 'openid', 'profile']);
  });

  test('returns the same for a token from client_credentials', async () => {
    const issued = await post(token, {
      grant_type: 'client_credentials',
      scope: 'openid',
      ...credentials(service),
    });
    const { access_token } = (await issued.json()) as Tokens;
    expect(await (await callIntrospect({ token: access_token }, service)).json()).toEqual({
      active: true,
      sub: expect.stringMatching(/./),
      client_id: service.client_id,
      exp: expect.any(Number),
      iat: expect.any(Number),
      iss: baseUrl,
      scope: 'openid',
      token_type: 'Bearer',
    });
  });

  test('returns it to a client that authenticates by Basic', async () => {
    const response = await post(introspect, { token: tokens.access_token }, basic(web));
    expect(await response.json()).toMatchObject({ active: true });
  });

  test.each(['access_token', 'refresh_token', 'nonsense'])(
    'finds a token whatever token_type_hint says: %s (RFC 7662, section 2.1)',
    async (hint) => {
      const response = await callIntrospect({ token: tokens.access_token, token_type_hint: hint });
      expect(await response.json()).toMatchObject({ active: true });
    },
  );

  test('responds with JSON even if the caller prefers a signed response', async () => {
    const response = await post(
      introspect,
      { token: tokens.access_token, ...credentials(web) },
      { accept: 'application/token-introspection+jwt, application/jwt' },
    );
    expect(response.headers.get('content-type')).toEqual(expect.stringMatching(/^application\/json/));
    expect(await response.json()).toMatchObject({ active: true, client_id: web.client_id });
  });

  test.each<[string, () => string | Promise<string>]>([
    ['that is meaningless', () => 'nonsense'],
    ['that has the form of one', () => 'a.b.c'],
    ['whose signature is another’s', () => `${tokens.access_token.slice(0, -12)}AAAAAAAAAAAA`],
    ['that is unsigned', () => `${btoa('{"alg":"none"}')}.${tokens.access_token.split('.')[1]}.`],
    ['that is too long', () => 't'.repeat(50_000)],
    ['that is an ID token', () => tokens.id_token],
    [
      'of a magic link',
      async () => new URL(await linkFor(newAddress(), web)).searchParams.get('token') ?? '',
    ],
    [
      'that was revoked',
      async () => {
        const { access_token } = await tokensFrom(live, web);
        await post(revoke, { token: access_token, ...credentials(web) });
        return access_token;
      },
    ],
  ])('returns exactly {"active": false} for a token %s', async (_, wrong) => {
    const response = await callIntrospect({ token: await wrong() });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ active: false });
    expect(response.headers.get('cache-control')).toEqual(expect.stringContaining('no-store'));
  });

  test('returns exactly {"active": false} to another client than the token’s', async () => {
    for (const other of [shop, service])
      expect(await (await callIntrospect({ token: tokens.access_token }, other)).json()).toEqual({
        active: false,
      });
  });

  test('returns the token to a client in its audience', async () => {
    await own.addAudience(shop.client_id);
    const { access_token } = await tokensFrom(await signedIn(own), own);
    expect(await (await callIntrospect({ token: access_token }, shop)).json()).toMatchObject({
      active: true,
      client_id: own.client_id,
    });
    expect(await (await callIntrospect({ token: access_token }, web)).json()).toEqual({ active: false });
  });

  test('returns exactly {"active": false} for a token that has expired', async () => {
    await own.update({ attributes: { 'access.token.lifespan': '1' } });
    const { access_token } = await tokensFrom(await signedIn(own), own);
    const read = async () => await (await callIntrospect({ token: access_token }, own)).json();
    await vi.waitFor(async () => expect(await read()).toEqual({ active: false }), PATIENT);
  });

  test.each<[string, Fields]>([
    ['no token', {}],
    ['an empty token', { token: '' }],
    ['a repeated token', { token: ['a', 'b'] }],
  ])('returns invalid_request for %s', async (_, fields) => {
    await expectRejection(await callIntrospect(fields), 400, 'invalid_request');
  });

  test('is only available to clients with a secret', async () => {
    const response = await post(introspect, { token: tokens.access_token, client_id: spa.client_id });
    await expectRejection(response, 401, 'invalid_client');
  });
});
