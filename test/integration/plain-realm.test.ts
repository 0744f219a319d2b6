/** A realm that isn't a Linkgate realm is plain Keycloak. */
import { describe, expect, inject, test } from 'vitest';

const { serverUrl, baseUrl } = inject('site');
const master = `${serverUrl}/realms/master`;

describe('a realm without linkgate.enabled', () => {
  test.each([
    'auth',
    'token',
    'userinfo',
    'introspect',
    'revoke',
    'request-magic-link',
    'verify-email',
    'invitation',
    'sign-in-state',
    '.well-known/jwks.json',
  ])('has no /%s', async (path) => {
    for (const method of ['GET', 'POST'])
      expect((await fetch(`${master}/${path}`, { method })).status).toBeGreaterThanOrEqual(404);
  });

  test('has Keycloak’s own discovery document', async () => {
    const document = (await (await fetch(`${master}/.well-known/openid-configuration`)).json()) as Record<
      string,
      string
    >;
    expect(document.token_endpoint).toBe(`${master}/protocol/openid-connect/token`);
    expect(document).toHaveProperty('registration_endpoint');
  });

  test('refuses to send that document as another type, as Keycloak does', async () => {
    const answer = await fetch(`${master}/.well-known/openid-configuration`, {
      headers: { accept: 'application/jwk-set+json' },
    });
    expect([answer.status, await answer.json()]).toEqual([
      406,
      { error: 'The accept header value did not match the value in @Produces' },
    ]);
  });

  test('has Keycloak’s own token answers', async () => {
    const { admin } = inject('site');
    const answer = await fetch(`${master}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
    });
    expect(await answer.json()).toHaveProperty('refresh_token');
  });
});

describe('the discovery document of a Linkgate realm', () => {
  test('has the contract’s fields with exactly its values, under every address that Keycloak serves it at', async () => {
    const document = (await (await fetch(`${baseUrl}/.well-known/openid-configuration`)).json()) as Record<
      string,
      unknown
    >;
    expect(document).toMatchObject({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/auth`,
      token_endpoint: `${baseUrl}/token`,
      userinfo_endpoint: `${baseUrl}/userinfo`,
      jwks_uri: `${baseUrl}/.well-known/jwks.json`,
      introspection_endpoint: `${baseUrl}/introspect`,
      revocation_endpoint: `${baseUrl}/revoke`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'email', 'address'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256', 'plain'],
    });
    for (const address of [
      `${baseUrl}/.well-known/oauth-authorization-server`,
      `${serverUrl}/.well-known/oauth-authorization-server/realms/linkgate`,
    ]) {
      expect(await (await fetch(address)).json()).toEqual(document);
    }
  });

  test('leads to a key set of RS256 signature keys with the contract’s members', async () => {
    const { keys } = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as {
      keys: Record<string, string>[];
    };
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toEqual({
        kty: 'RSA',
        use: 'sig',
        alg: 'RS256',
        kid: expect.any(String),
        n: expect.any(String),
        e: 'AQAB',
      });
    }
  });
});
