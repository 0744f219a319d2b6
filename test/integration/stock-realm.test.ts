/** A stock realm is plain Keycloak. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';

const { serverUrl, baseUrl } = inject('site');
const master = `${serverUrl}/realms/master`;

describe('a stock realm', () => {
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
    'my-account',
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

  test('rejects other types for that document, as Keycloak does', async () => {
    const response = await fetch(`${master}/.well-known/openid-configuration`, {
      headers: { accept: 'application/jwk-set+json' },
    });
    expect([response.status, await response.json()]).toEqual([
      406,
      { error: 'The accept header value did not match the value in @Produces' },
    ]);
  });

  test('has Keycloak’s own token responses', async () => {
    const { admin } = inject('site');
    const response = await fetch(`${master}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...admin }),
    });
    expect(await response.json()).toHaveProperty('refresh_token');
  });
});

describe('the discovery document of a Linkgate realm', () => {
  test('has the contract’s fields with exactly its values, at every address where Keycloak serves it', async () => {
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

describe('a realm whose linkgate.enabled is neither true nor false', () => {
  let client: OwnClient;
  beforeAll(async () => {
    client = await makeClient({ consentRequired: false });
    await client.setApproval('pending');
  });
  afterAll(async () => await client.remove());

  test.each(['yes', '1', 'true ', 'TRUE', 'False'])(
    'is a Linkgate realm, and the log says so: "%s"',
    async (value) => {
      const line = 'realm "linkgate": linkgate.enabled is neither true nor false; treated as true';
      const logged = async () => (await readFile(inject('site').logFile, 'utf8')).split(line).length - 1;
      const before = await logged();
      const restore = await setRealmAttributes({ 'linkgate.enabled': value });
      try {
        for (let i = 0; i < 3; i++) {
          const page = await new Agent().open(authUrl(client));
          expect([page.status, page.text.includes('name="email"')]).toEqual([403, false]);
        }
        expect((await fetch(`${baseUrl}/.well-known/jwks.json`)).status).toBe(200);
        expect((await logged()) - before).toBe(1);
      } finally {
        await restore();
      }
    },
  );

  test.each(['false', ''])('is plain Keycloak by "%s"', async (value) => {
    const restore = await setRealmAttributes({ 'linkgate.enabled': value });
    try {
      expect((await fetch(`${baseUrl}/.well-known/jwks.json`)).status).toBe(404);
    } finally {
      await restore();
    }
  });
});
