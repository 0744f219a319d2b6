/** Forged tokens: other algorithms, other keys, other realms, other purposes (RFC 8725, section 2). */
import { createPublicKey, createSecretKey, type JsonWebKey } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { codeFrom, exchangeFields, signedIn, tokensFrom } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import { listenForLogout } from '../../support/logout-listener.ts';
import { makeClient } from '../../support/own-client.ts';
import { linkFor, signIn, type Tokens } from '../../support/sign-in.ts';

const { baseUrl, betaUrl, clients } = inject('site');
const { web } = clients;
const [contract] = ENDPOINTS;

let tokens: Tokens;
let link: string;

beforeAll(async () => {
  tokens = await signIn(newAddress(), web);
  link = new URL(await linkFor(newAddress(), web)).searchParams.get('token') ?? '';
});

async function publishedKey(): Promise<JsonWebKey> {
  const { keys } = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as { keys: JsonWebKey[] };
  const key = keys.find(({ kid }) => kid === decodeProtectedHeader(tokens.access_token).kid);
  if (key === undefined) throw new Error('the token was signed with no published key');
  return key;
}

/** The claims and header of a valid token, signed in another way. */
const FORGERIES: [string, (good: string) => Promise<string>][] = [
  ['unsigned, with the algorithm none', async (good) => new UnsecuredJWT(decodeJwt(good)).encode()],
  ['with its signature cut off', async (good) => `${good.slice(0, good.lastIndexOf('.'))}.`],
  [
    'signed by HMAC with the public key as the secret (key confusion)',
    async (good) => {
      const pem = createPublicKey({ key: await publishedKey(), format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      });
      return await sign(good, { alg: 'HS256' }, createSecretKey(Buffer.from(pem)));
    },
  ],
  [
    'signed by HMAC with the modulus as the secret',
    async (good) => {
      const { n } = await publishedKey();
      return await sign(good, { alg: 'HS512' }, createSecretKey(Buffer.from(String(n), 'base64url')));
    },
  ],
  [
    'signed by a key of the attacker under the right key ID',
    async (good) => sign(good, { alg: 'RS256' }, (await generateKeyPair('RS256')).privateKey),
  ],
  [
    'signed by a key in its own header',
    async (good) => {
      const pair = await generateKeyPair('RS256', { extractable: true });
      const jwk = await exportJWK(pair.publicKey);
      return await sign(good, { alg: 'RS256', jwk }, pair.privateKey);
    },
  ],
  [
    'signed by a key that its header references',
    async (good) =>
      sign(
        good,
        { alg: 'RS256', jku: 'https://evil.example/keys' },
        (await generateKeyPair('RS256')).privateKey,
      ),
  ],
  [
    'with a key ID that is a path',
    async (good) =>
      sign(good, { alg: 'HS256', kid: '../../../../dev/null' }, createSecretKey(Buffer.alloc(32))),
  ],
  [
    'signed with another algorithm of the same family',
    async (good) => sign(good, { alg: 'PS256' }, (await generateKeyPair('PS256')).privateKey),
  ],
];

async function sign(
  good: string,
  header: JWTHeaderParameters,
  key: Parameters<SignJWT['sign']>[0],
): Promise<string> {
  const { kid, typ } = decodeProtectedHeader(good);
  return await new SignJWT(decodeJwt(good))
    .setProtectedHeader({ ...(kid && { kid }), ...(typ && { typ }), ...header })
    .sign(key);
}

async function expectNoAccess(token: string): Promise<void> {
  const userinfo = await fetch(contract.userinfo, { headers: { authorization: `Bearer ${token}` } });
  expect(userinfo.status).toBe(401);
  expect(userinfo.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  const introspection = await post(contract.introspect, { token, ...credentials(web) });
  expect({ status: introspection.status, body: await introspection.json() }).toEqual({
    status: 200,
    body: { active: false },
  });
}

async function expectNoSignIn(token: string): Promise<void> {
  const response = await fetch(`${baseUrl}/verify-email?token=${encodeURIComponent(token)}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
  });
  expect(response.status).toBe(401);
  expect(response.headers.getSetCookie()).toEqual([]);
}

describe('an access token', () => {
  test('is accepted if it is valid', async () => {
    const userinfo = await fetch(contract.userinfo, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(200);
  });

  test.each(FORGERIES)('is rejected %s', async (_, forge) => {
    await expectNoAccess(await forge(tokens.access_token));
  });

  test('is rejected if it belongs to another realm', async () => {
    const response = await post(`${betaUrl}/introspect`, {
      token: tokens.access_token,
      ...credentials(clients.betaWeb),
    });
    expect(await response.json()).toEqual({ active: false });
    const userinfo = await fetch(`${betaUrl}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });

  test.each([
    ['an ID token', () => tokens.id_token],
    ['the token of a link', () => link],
  ])('can’t be replaced by %s', async (_, other) => {
    await expectNoAccess(other());
  });
});

describe('the token of a link', () => {
  test.each(FORGERIES)('is rejected %s', async (_, forge) => {
    await expectNoSignIn(await forge(link));
  });

  test.each([
    ['an access token', () => tokens.access_token],
    ['an ID token', () => tokens.id_token],
  ])('can’t be replaced by %s', async (_, other) => {
    await expectNoSignIn(other());
  });

  test('still works after all of these', async () => {
    const response = await fetch(`${baseUrl}/verify-email?token=${link}`, { redirect: 'manual' });
    expect(response.status).toBeOneOf([302, 303]);
  });
});

test('a client’s keys are never fetched from a URL, and nothing is encrypted with them', async () => {
  const hanging = await listenForLogout({ drips: true });
  const client = await makeClient({ consentRequired: false });
  const agent = await signedIn(client);
  const { access_token } = await tokensFrom(agent, client);
  const code = await codeFrom(agent, client);
  const encrypted = Object.fromEntries(
    ['id.token', 'user.info'].flatMap((what) => [
      [`${what}.encrypted.response.alg`, 'RSA-OAEP'],
      [`${what}.encrypted.response.enc`, 'A128GCM'],
    ]),
  );
  await client.update({ attributes: { 'use.jwks.url': 'true', 'jwks.url': hanging.url, ...encrypted } });
  for (const response of [
    await post(`${baseUrl}/token`, exchangeFields(client, code)),
    await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) }),
  ]) {
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'unauthorized_client' });
  }
  expect(hanging.received).toEqual([]);
  await client.remove();
  await hanging.close();
});
