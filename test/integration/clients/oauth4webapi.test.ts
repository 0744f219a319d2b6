/** The library oauth4webapi, which checks every response strictly against its RFC, against the running server. */
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { newAddress } from '../../support/email.ts';
import { signInOnPages } from '../../support/page-sign-in.ts';
import { initialToken } from '../../support/registration.ts';
import type { SiteClient } from '../../support/site.ts';

const { baseUrl, clients } = inject('site');
const { web, mobile } = clients;
const insecure = { [oauth.allowInsecureRequests]: true };

let server: oauth.AuthorizationServer;

beforeAll(async () => {
  const issuer = new URL(baseUrl);
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
});

/** A client's authentication method. */
function authentication({ client_secret }: SiteClient): oauth.ClientAuth {
  return client_secret === undefined ? oauth.None() : oauth.ClientSecretBasic(client_secret);
}

interface SignIn {
  scope: string;
  method?: 'S256' | 'plain';
  parameters?: Record<string, string>;
}

async function signIn(site: SiteClient, email: string, { scope, method = 'S256', parameters = {} }: SignIn) {
  const client: oauth.Client = { client_id: site.client_id };
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = `${server.authorization_endpoint}?${new URLSearchParams({
    ...parameters,
    client_id: site.client_id,
    redirect_uri: site.redirect_uri,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: method === 'plain' ? verifier : await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: method,
  })}`;
  const callback = await signInOnPages(url, email);
  const reply = oauth.validateAuthResponse(server, client, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication(site),
    reply,
    site.redirect_uri,
    verifier,
    insecure,
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
    ...(parameters.max_age === undefined ? {} : { maxAge: Number(parameters.max_age) }),
  });
  await oauth.validateApplicationLevelSignature(server, response, insecure);
  return { client, tokens: result, claims: oauth.getValidatedIdTokenClaims(result) };
}

describe('oauth4webapi', () => {
  test('from discovery to revocation', async () => {
    const email = newAddress();
    const { client, tokens, claims } = await signIn(web, email, { scope: 'openid email' });
    const sub = claims?.sub ?? '';
    const token = tokens.access_token;

    const userinfo = await oauth.userInfoRequest(server, client, token, insecure);
    expect(await oauth.processUserInfoResponse(server, client, sub, userinfo)).toEqual({
      sub,
      email,
      email_verified: true,
    });

    const introspect = async () => {
      const response = await oauth.introspectionRequest(server, client, authentication(web), token, insecure);
      return await oauth.processIntrospectionResponse(server, client, response);
    };
    expect(await introspect()).toMatchObject({ active: true, sub, client_id: web.client_id, iss: baseUrl });
    const revoked = await oauth.revocationRequest(server, client, authentication(web), token, insecure);
    const body = await revoked.clone().text();
    await oauth.processRevocationResponse(revoked);
    expect(body).toBe('');
    expect(await introspect()).toEqual({ active: false });
  });

  test.each(['S256', 'plain'] as const)('a public client with PKCE %s', async (method) => {
    const { claims } = await signIn(mobile, newAddress(), { scope: 'openid', method });
    expect(claims?.aud).toBe(mobile.client_id);
  });

  test('a client that registers itself signs users in once an administrator has approved it', async () => {
    const at = { ...server, registration_endpoint: `${baseUrl}/clients-registrations/openid-connect` };
    const metadata = { redirect_uris: [web.redirect_uri], client_name: 'Fish', scope: 'email' };
    const initialAccessToken = await initialToken();
    const response = await oauth.dynamicClientRegistrationRequest(at, metadata, {
      initialAccessToken,
      ...insecure,
    });
    const { client_id, client_secret } = await oauth.processDynamicClientRegistrationResponse(response);
    const [{ id = '' } = {}] = await (await admin()).clients.find({ realm: 'linkgate', clientId: client_id });
    const { version } = (await callAdminApi<{ version: string }>('GET', `/clients/${id}`)).json;
    const body = { state: 'approved', version };
    const { status } = await callAdminApi('PUT', `/clients/${id}/approval`, { body });
    expect(status).toBe(200);
    const own = { client_id, client_secret: String(client_secret), redirect_uri: web.redirect_uri };
    const { client, tokens } = await signIn(own, newAddress(), { scope: 'openid email' });
    const token = tokens.access_token;
    const introspection = await oauth.introspectionRequest(
      server,
      client,
      authentication(own),
      token,
      insecure,
    );
    expect(await oauth.processIntrospectionResponse(server, client, introspection)).toMatchObject({
      active: true,
    });
    await (await admin()).clients.del({ realm: 'linkgate', id });
  });

  test('auth_time is present if max_age requests it', async () => {
    const { claims } = await signIn(web, newAddress(), {
      scope: 'openid',
      parameters: { max_age: '600' },
    });
    expect(claims?.auth_time).toEqual(expect.any(Number));
  });

  test('the error of a rejected scope is returned with state and issuer', async () => {
    const state = oauth.generateRandomState();
    const url = `${server.authorization_endpoint}?${new URLSearchParams({
      client_id: web.client_id,
      redirect_uri: web.redirect_uri,
      response_type: 'code',
      scope: 'openid phone',
      state,
    })}`;
    const callback = await signInOnPages(url, newAddress());
    expect(() => oauth.validateAuthResponse(server, { client_id: web.client_id }, callback, state)).toThrow(
      expect.objectContaining({ error: 'invalid_scope' }),
    );
  });

  test('a code that was used is invalid_grant', async () => {
    const client: oauth.Client = { client_id: web.client_id };
    const url = `${server.authorization_endpoint}?${new URLSearchParams({
      client_id: web.client_id,
      redirect_uri: web.redirect_uri,
      response_type: 'code',
      scope: 'openid',
    })}`;
    const callback = await signInOnPages(url, newAddress());
    const result = oauth.validateAuthResponse(server, client, callback, oauth.expectNoState);
    const use = async () => {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication(web),
        result,
        web.redirect_uri,
        oauth.nopkce,
        insecure,
      );
      return await oauth.processAuthorizationCodeResponse(server, client, response);
    };
    await use();
    await expect(use()).rejects.toMatchObject({ name: 'ResponseBodyError', error: 'invalid_grant' });
  });
});
