/** What tokens contain about a sign-in and which scope releases which claim (contract, sections 2.3 and 2.4; OpenID Connect Core, sections 2 and 5.4). */
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, codeFrom, exchangeFields, signedIn, tokensFrom } from '../../support/authorization.ts';
import { requestOnPage, textOf } from '../../support/check-email-page.ts';
import { submitAddress } from '../../support/chooser.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import { follow, type Tokens } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, service } = clients;
const keys = createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`));
const TOKEN_LIFETIME_SECONDS = 3600;

async function claimsOf(idToken: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(idToken, keys, { issuer: baseUrl, algorithms: ['RS256'] });
  return payload;
}

async function userinfo(url: string, token: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers: bearer(token) });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

/** Sets a user's profile. */
async function describeUser(email: string, attributes: Record<string, string[]>): Promise<void> {
  const api = await admin();
  const [user] = await api.users.find({ realm: 'linkgate', email, exact: true });
  await api.users.update(
    { realm: 'linkgate', id: user?.id ?? '' },
    { ...user, firstName: 'Ada', lastName: 'Lovelace', attributes: { ...user?.attributes, ...attributes } },
  );
}

describe.each(ENDPOINTS)('tokens from $kind', (at) => {
  const email = newAddress('ada');
  let live: Agent;
  beforeAll(async () => {
    live = await signedIn(web, {}, email);
  });
  const tokensFor = async (fields = {}): Promise<Tokens> => {
    const code = await codeFrom(live, web, { at: at.auth, fields });
    return (await (await post(at.token, exchangeFields(web, code))).json()) as Tokens;
  };

  test('are signed with RS256 by a key of the key set', async () => {
    const tokens = await tokensFor();
    for (const token of [tokens.access_token, tokens.id_token]) {
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
      await claimsOf(token);
    }
  });

  test('contain user, client, times of sign-in and expiry', async () => {
    const before = Math.floor(Date.now() / 1000);
    const tokens = await tokensFor({ nonce: 'n-0S6' });
    const claims = await claimsOf(tokens.id_token);
    expect(claims).toMatchObject({
      iss: baseUrl,
      sub: expect.stringMatching(/./),
      aud: web.client_id,
      nonce: 'n-0S6',
      auth_time: expect.any(Number),
    });
    expect(claims.iat).toBeGreaterThanOrEqual(before - 1);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(TOKEN_LIFETIME_SECONDS);
    expect(claims.auth_time).toBeLessThanOrEqual(claims.iat ?? 0);
    const access = await claimsOf(tokens.access_token);
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(TOKEN_LIFETIME_SECONDS);
    expect(access.sub).toBe(claims.sub);
    expect((await userinfo(at.userinfo, tokens.access_token)).sub).toBe(claims.sub);
  });

  test('bind the ID token to the access token by at_hash', async () => {
    const tokens = await tokensFor();
    const digest = createHash('sha256').update(tokens.access_token, 'ascii').digest();
    expect((await claimsOf(tokens.id_token)).at_hash).toBe(digest.subarray(0, 16).toString('base64url'));
  });

  test('have no nonce if the request had none', async () => {
    expect(await claimsOf((await tokensFor()).id_token)).not.toHaveProperty('nonce');
  });

  test('state by acr whether the user authenticated now or a live session continued', async () => {
    const tokens = await tokensFor();
    expect(await claimsOf(tokens.id_token)).toMatchObject({ acr: '0' });
    expect(await claimsOf(tokens.access_token)).not.toHaveProperty('acr');
    expect(await userinfo(at.userinfo, tokens.access_token)).not.toHaveProperty('acr');
    for (const fields of [{}, { acr_values: '1' }, { acr_values: '2 1' }, { acr_values: 'urn:none:such' }]) {
      const [agent, user] = [new Agent(), newAddress()];
      await requestOnPage(agent, user, web, fields, at.auth);
      const code = (await follow(linkIn(await emailTo(user)), agent)).searchParams.get('code') ?? '';
      const proven = (await (await post(at.token, exchangeFields(web, code))).json()) as Tokens;
      expect(await claimsOf(proven.id_token)).toMatchObject({ acr: '1' });
    }
  });

  test('need a new authentication if acr_values requests one, also in a live session', async () => {
    const page = await live.open(authUrl(web, { at: at.auth, fields: { acr_values: '1' } }));
    const checkEmail = await submitAddress(live, page, email);
    expect(textOf(checkEmail)).toContain(email);
    const { length } = await emailsTo(email);
    const target = await follow(linkIn(await emailTo(email, length)), live);
    const code = target.searchParams.get('code') ?? '';
    const tokens = (await (await post(at.token, exchangeFields(web, code))).json()) as Tokens;
    expect(await claimsOf(tokens.id_token)).toMatchObject({ acr: '1' });
  });

  test('have claims named by the claims parameter only if their scopes are granted', async () => {
    const claims = JSON.stringify({
      id_token: { email: { essential: true }, name: null, acr: null },
      userinfo: { email: null, name: { essential: true } },
    });
    const tokens = await tokensFor({ scope: 'openid email', claims });
    const [idToken, info] = [
      await claimsOf(tokens.id_token),
      await userinfo(at.userinfo, tokens.access_token),
    ];
    for (const response of [idToken, info]) {
      expect(response.email).toBe(email);
      expect(response).not.toHaveProperty('name');
    }
    expect(idToken.acr).toBe('0');
  });

  test('keep the time of the sign-in while the session lives', async () => {
    const [first, second] = [await tokensFor(), await tokensFor()];
    const times = await Promise.all([first, second].map(async ({ id_token }) => claimsOf(id_token)));
    expect(times[0]?.auth_time).toBe(times[1]?.auth_time);
  });

  test.each([
    ['openid', {}],
    ['openid email', { email, email_verified: true }],
    ['openid profile', { name: email.split('@')[0], preferred_username: email }],
    ['openid address', {}],
    [
      'openid profile email address',
      { email, email_verified: true, name: email.split('@')[0], preferred_username: email },
    ],
  ])('for "%s" release the claims of these scopes and no others', async (scope, claims) => {
    const tokens = await tokensFor({ scope });
    expect(tokens.scope.split(' ').sort()).toEqual(scope.split(' ').sort());
    const info = await userinfo(at.userinfo, tokens.access_token);
    expect(info).toEqual({ sub: expect.stringMatching(/./), ...claims });
    const { sub, ...inIdToken } = await claimsOf(tokens.id_token);
    expect(sub).toBe(info.sub);
    expect(inIdToken).toMatchObject(claims);
    for (const claim of ['email', 'email_verified', 'name', 'preferred_username', 'picture', 'address']) {
      if (!(claim in claims)) expect(inIdToken).not.toHaveProperty(claim);
    }
  });

  test('contain the user’s profile: name, picture, address', async () => {
    const user = newAddress('described');
    const agent = await signedIn(web, {}, user);
    await describeUser(user, {
      picture: ['https://example.com/ada.png'],
      street: ['12 St James’s Square'],
      locality: ['London'],
      postal_code: ['SW1Y 4JH'],
      country: ['GB'],
    });
    const scope = 'openid profile address';
    const tokens = await tokensFrom(agent, web, { at: at.auth, fields: { scope } });
    const claims = {
      name: 'Ada Lovelace',
      picture: 'https://example.com/ada.png',
      address: {
        street_address: '12 St James’s Square',
        locality: 'London',
        postal_code: 'SW1Y 4JH',
        country: 'GB',
      },
    };
    expect(await userinfo(at.userinfo, tokens.access_token)).toEqual({
      sub: expect.any(String),
      preferred_username: user,
      ...claims,
    });
    expect(await claimsOf(tokens.id_token)).toMatchObject(claims);
  });

  test.each([
    ['no scope', undefined, []],
    ['openid', 'openid', ['openid']],
  ])('for client_credentials with %s are issued without an ID token', async (_, scope, granted) => {
    const response = await post(at.token, {
      grant_type: 'client_credentials',
      scope,
      ...credentials(service),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toEqual(expect.stringContaining('no-store'));
    const tokens = (await response.json()) as Tokens;
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      scope: expect.any(String),
    });
    expect(tokens.scope.split(' ').filter(Boolean)).toEqual(granted);
    const claims = await claimsOf(tokens.access_token);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(TOKEN_LIFETIME_SECONDS);
  });
});
