/** The Node library openid-client, used as in its documentation, against the running server. */
import * as oidc from 'openid-client';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { setDpop } from '../../support/dpop.ts';
import { newAddress } from '../../support/email.ts';
import { makeClient } from '../../support/own-client.ts';
import { signInOnPages } from '../../support/page-sign-in.ts';
import { PATIENT } from '../../support/patience.ts';
import { configure, signInWith } from '../../support/relying-party/openid-client.ts';
import { makeStayingClient } from '../../support/staying-client.ts';

const { baseUrl, clients } = inject('site');
const { web, shop, spa, service } = clients;

afterAll(async () => {
  // Discovery follows the client with DPoP within seconds.
  await vi.waitFor(async () => {
    const { dpop_signing_alg_values_supported: algorithms } = (await configure(web)).serverMetadata();
    expect(algorithms).toBeUndefined();
  }, PATIENT);
});

describe('openid-client', () => {
  test.each([
    ['client_secret_post', oidc.ClientSecretPost],
    ['client_secret_basic', oidc.ClientSecretBasic],
  ] as const)('from discovery to revocation with %s', async (_, authentication) => {
    const config = await configure(web, authentication(web.client_secret));
    oidc.enableNonRepudiationChecks(config);
    const email = newAddress();
    const tokens = await signInWith(config, web, email);
    expect(tokens.expiresIn()).toBeGreaterThan(3590);
    expect(tokens.refresh_token).toBeUndefined();
    const claims = tokens.claims();
    const sub = claims?.sub ?? '';

    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, sub);
    expect(userinfo).toEqual({
      sub,
      email,
      email_verified: true,
      name: email.split('@')[0],
      preferred_username: email,
    });

    const introspection = await oidc.tokenIntrospection(config, tokens.access_token);
    expect(introspection).toEqual({
      active: true,
      sub,
      client_id: web.client_id,
      exp: expect.any(Number),
      iat: expect.any(Number),
      iss: baseUrl,
      scope: expect.any(String),
      token_type: 'Bearer',
    });

    await oidc.tokenRevocation(config, tokens.access_token);
    expect(await oidc.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
    await expect(oidc.fetchUserInfo(config, tokens.access_token, sub)).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 401,
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
    });
  });

  test('a public client signs in with PKCE alone', async () => {
    const config = await configure(spa, oidc.None());
    const tokens = await signInWith(config, spa, newAddress());
    expect(tokens.claims()?.aud).toEqual(spa.client_id);
  });

  test.each([false, true])('a client with DPoP signs in (public: %j)', async (publicClient) => {
    const client = await makeClient({ publicClient });
    await setDpop(client, true);
    const config = await configure(client, publicClient ? oidc.None() : undefined);
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    const email = newAddress();
    const tokens = await signInWith(config, client, email, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const sub = tokens.claims()?.sub ?? '';
    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP });
    expect(userinfo).toMatchObject({ sub, email });
    // A new key has no nonce yet.
    const other = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
    await expect(oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP: other })).rejects.toMatchObject(
      { cause: [{ scheme: 'dpop', parameters: { error: 'invalid_token' } }] },
    );
    await client.remove();
  });

  test('a service account gets an access token and no ID token', async () => {
    const config = await configure(service);
    const tokens = await oidc.clientCredentialsGrant(config, { scope: 'openid' });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid' });
    expect(tokens).not.toHaveProperty('id_token');
  });

  test('a client without the client credentials grant gets unauthorized_client', async () => {
    const config = await configure(web);
    await expect(oidc.clientCredentialsGrant(config)).rejects.toMatchObject({
      name: 'ResponseBodyError',
      status: 400,
      error: 'unauthorized_client',
    });
  });

  test('a wrong secret causes 401 with a challenge', async () => {
    const config = await configure(service, oidc.ClientSecretPost('not the secret'));
    await expect(oidc.clientCredentialsGrant(config)).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 401,
    });
  });

  test('another client’s token is inactive for it', async () => {
    const tokens = await signInWith(await configure(web), web, newAddress());
    const other = await configure(shop);
    expect(await oidc.tokenIntrospection(other, tokens.access_token)).toEqual({ active: false });
  });

  test('prompt=none without a session is login_required', async () => {
    const config = await configure(web);
    const state = oidc.randomState();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: web.redirect_uri,
      scope: 'openid',
      state,
      prompt: 'none',
    });
    const callback = await signInOnPages(url.href, newAddress());
    await expect(
      oidc.authorizationCodeGrant(config, callback, { expectedState: state }),
    ).rejects.toMatchObject({ name: 'AuthorizationResponseError', error: 'login_required' });
  });

  test('sign-out works at the endpoint from discovery', async () => {
    const config = await configure(web);
    const url = oidc.buildEndSessionUrl(config);
    expect((await fetch(url)).status).toBe(200);
  });

  test('renews tokens of a client whose users stay signed in, and can’t use a refresh token twice', async () => {
    const client = await makeStayingClient('30');
    try {
      const config = await configure(client);
      const first = await signInWith(config, client, newAddress());
      const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? '');
      expect(second.claims()?.sub).toBe(first.claims()?.sub);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      const reuse = oidc.refreshTokenGrant(config, first.refresh_token ?? '');
      await expect(reuse).rejects.toMatchObject({ error: 'invalid_grant' });
      const ended = oidc.refreshTokenGrant(config, second.refresh_token ?? '');
      await expect(ended).rejects.toMatchObject({ error: 'invalid_grant' });
    } finally {
      await client.remove();
    }
  });
});
