/** A proof of possession (RFC 9449) is ignored: tokens stay bearer tokens for every client, at every endpoint. */
import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { authFields, codeFrom, exchangeFields, signedIn } from '../../support/authorization.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, credentials, formOf, post } from '../../support/form.ts';
import { modelOf, register, remove } from '../../support/registration.ts';
import { submitConsent } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, service } = clients;

const keys = await generateKeyPair('ES256');
const jwk = await exportJWK(keys.publicKey);

/** A valid proof for a request. */
async function proof(url: string, method: string): Promise<string> {
  return await new SignJWT({ jti: randomUUID(), htm: method, htu: url })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .setIssuedAt()
    .sign(keys.privateKey);
}

describe.each(ENDPOINTS)('at $kind', ({ auth, token, userinfo, introspect }) => {
  let live: Agent;
  beforeAll(async () => {
    live = await signedIn(web);
  });

  test('tokens for a code are bearer tokens, which work everywhere', async () => {
    const code = await codeFrom(live, web, { at: auth });
    const response = await post(token, exchangeFields(web, code), { dpop: await proof(token, 'POST') });
    expect(response.status).toBe(200);
    const tokens = (await response.json()) as { access_token: string; token_type: string };
    expect(tokens.token_type).toBe('Bearer');
    expect(decodeJwt(tokens.access_token)).not.toHaveProperty('cnf');
    const described = await post(introspect, { token: tokens.access_token, ...credentials(web) });
    expect(await described.json()).toMatchObject({ active: true, token_type: 'Bearer' });
    const headers = { ...bearer(tokens.access_token), dpop: await proof(userinfo, 'GET') };
    expect((await fetch(userinfo, { headers })).status).toBe(200);
  });

  test('tokens for a client itself are bearer tokens', async () => {
    const form = { grant_type: 'client_credentials', ...credentials(service) };
    for (const dpop of [await proof(token, 'POST'), 'nonsense']) {
      const response = await post(token, form, { dpop });
      expect([response.status, await response.json()]).toMatchObject([200, { token_type: 'Bearer' }]);
    }
  });

  test.each(['GET', 'POST'])(
    'a code requested by %s with dpop_jkt is exchanged without a proof',
    async (method) => {
      const fields = authFields(web, { dpop_jkt: await calculateJwkThumbprint(jwk) });
      const page =
        method === 'GET'
          ? await live.open(`${auth}?${formOf(fields)}`)
          : await live.open(auth, { method, body: formOf(fields) });
      const code =
        (await submitConsent(live, await chooseSignedInAccount(live, page))).searchParams.get('code') ?? '';
      const response = await post(token, exchangeFields(web, code));
      expect([response.status, await response.json()]).toMatchObject([200, { token_type: 'Bearer' }]);
    },
  );
});

test('discovery doesn’t offer it', async () => {
  const response = await fetch(`${baseUrl}/.well-known/openid-configuration`);
  expect(Object.keys((await response.json()) as object).filter((name) => /dpop/.test(name))).toEqual([]);
});

test('a client that registers itself can’t request it', async () => {
  const client = await register('openid-connect', {
    redirect_uris: [web.redirect_uri],
    dpop_bound_access_tokens: true,
  });
  expect(client.response.dpop_bound_access_tokens ?? false).toBe(false);
  expect((await modelOf(client)).attributes).not.toMatchObject({ 'dpop.bound.access.tokens': 'true' });
  await remove(client);
});
