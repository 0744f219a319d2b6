/** What happens to tokens when an administrator changes the signing key (contract, sections 2.2 and 5). */
import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import type { Agent } from '../../support/agent.ts';
import { signedIn, tokensFrom } from '../../support/authorization.ts';
import { BOTH_KINDS } from '../../support/endpoints.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import type { Tokens } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const realm = 'linkgate';
const keySetUrl = new URL(`${baseUrl}/.well-known/jwks.json`);

async function keyIds(): Promise<string[]> {
  const { keys } = (await (await fetch(keySetUrl)).json()) as { keys: Record<string, string>[] };
  for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  return keys.map(({ kid }) => kid ?? '');
}

/** Verifies with the current key set. */
async function verifies(token: string): Promise<boolean> {
  const keys = createRemoteJWKSet(keySetUrl);
  return await jwtVerify(token, keys, { issuer: baseUrl }).then(
    () => true,
    () => false,
  );
}

describe('a new signing key of higher priority', () => {
  let live: Agent;
  let before: Tokens;
  let idsBefore: string[];
  let component = '';
  const remove = async () => {
    if (component) await (await admin()).components.del({ realm, id: component });
    component = '';
  };
  beforeAll(async () => {
    live = await signedIn(web);
    before = await tokensFrom(live, web);
    idsBefore = await keyIds();
    const { id } = await (await admin()).components.create({
      realm,
      name: `rotated-${randomBytes(4).toString('hex')}`,
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      config: { priority: ['200'], algorithm: ['RS256'] },
    });
    component = id;
  });
  afterAll(remove);

  test('is in the key set next to the old one, signs new tokens, and old ones stay valid', async () => {
    const added = (await keyIds()).filter((kid) => !idsBefore.includes(kid));
    expect(added).toHaveLength(1);
    expect(await keyIds()).toEqual(expect.arrayContaining(idsBefore));
    const after = await tokensFrom(live, web);
    for (const token of [after.access_token, after.id_token])
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', kid: added[0] });
    for (const token of [before.access_token, before.id_token, after.access_token, after.id_token])
      expect(await verifies(token)).toBe(true);
    for (const { userinfo } of BOTH_KINDS)
      expect((await fetch(userinfo, { headers: bearer(before.access_token) })).status).toBe(200);
    await remove();
    expect(await keyIds()).toEqual(idsBefore);
    expect(await verifies(after.id_token)).toBe(false);
    for (const { userinfo, introspect } of BOTH_KINDS) {
      expect((await fetch(userinfo, { headers: bearer(after.access_token) })).status).toBe(401);
      const response = await post(introspect, { token: after.access_token, ...credentials(web) });
      expect(await response.json()).toEqual({ active: false });
    }
  });
});

test.each(['openid-configuration', 'jwks.json'])(
  '/.well-known/%s is JSON and only to be read',
  async (name) => {
    const url = `${baseUrl}/.well-known/${name}`;
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toEqual(expect.stringMatching(/^application\/json/));
    const posted = await fetch(url, { method: 'POST' });
    expect(posted.status).toBe(405);
    expect(posted.headers.get('allow')).toEqual(expect.stringMatching(/\bGET\b/));
  },
);

test.each([
  ['jwks.json', 'application/jwk-set+json', 'application/jwk-set+json'],
  ['jwks.json', 'application/jwk-set+json, application/json', 'application/json'],
  ['jwks.json', 'text/html', 'application/json'],
  ['openid-configuration', 'text/html', 'application/json'],
  ['openid-configuration', 'image/png;q=0.1', 'application/json'],
  ['oauth-authorization-server', 'application/jwk-set+json', 'application/json'],
])('/.well-known/%s is returned to a caller that accepts %s', async (name, accept, type) => {
  const url = `${baseUrl}/.well-known/${name}`;
  const response = await fetch(url, { headers: { accept, origin: 'https://spa.example' } });
  expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  expect(response.headers.get('access-control-allow-origin')).toBeTruthy();
  expect(await response.json()).toEqual(await (await fetch(url)).json());
});
