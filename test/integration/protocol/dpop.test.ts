/** Proofs of possession (RFC 9449; contract, section 2.11), at clients that require them. */
import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { authUrl, codeFrom, exchangeFields, pkcePair, signedIn } from '../../support/authorization.ts';
import { addClientPolicy } from '../../support/client-policy.ts';
import { accessTokenHash, type ProofKey, proofKey, setDpop } from '../../support/dpop.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { basic, bearer, credentials, type Fields, formOf, post } from '../../support/form.ts';
import { requestFrom } from '../../support/from-address.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { follow } from '../../support/sign-in.ts';
import { makeStayingClient } from '../../support/staying-client.ts';

const { baseUrl, clients } = inject('site');

let client: OwnClient;
let live: Agent;
let key: ProofKey;

beforeAll(async () => {
  client = await makeClient({ serviceAccountsEnabled: true });
  await setDpop(client, true);
  live = await signedIn(client);
  key = await proofKey();
});

afterAll(async () => {
  await client.remove();
  await untilOffered(false);
});

/** A valid public key, of which no test has the private one. */
const OTHER_KEY = await exportJWK((await generateKeyPair('ES256')).publicKey);

type Tokens = { access_token: string; token_type: string; error: string; error_description: string };

const discovered = async () =>
  (await (await fetch(`${baseUrl}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;

/** Waits until discovery has followed. */
async function untilOffered(isOffered: boolean): Promise<void> {
  await vi.waitFor(async () => {
    const algorithms = (await discovered()).dpop_signing_alg_values_supported;
    expect(algorithms).toEqual(isOffered ? expect.arrayContaining(['ES256', 'RS256']) : undefined);
  }, PATIENT);
}

describe.each(ENDPOINTS)('at $kind', ({ auth, token, userinfo, introspect, revoke }) => {
  /** A current nonce, which any rejection offers. */
  async function nonce(): Promise<string> {
    const response = await post(token, { grant_type: 'client_credentials', ...credentials(client) });
    return response.headers.get('dpop-nonce') ?? '';
  }

  async function exchange(code: string, dpop?: string) {
    const response = await post(token, exchangeFields(client, code), dpop === undefined ? {} : { dpop });
    return { response, json: (await response.json()) as Tokens };
  }

  const provedExchange = async (code: string, by = key) =>
    await exchange(code, await by.prove(token, 'POST', { claims: { nonce: await nonce() } }));

  const provedUserinfo = async (
    accessToken: string,
    { by = key, claims = {}, scheme = 'DPoP' }: { by?: ProofKey; claims?: object; scheme?: string } = {},
  ) => {
    const dpop = await by.prove(userinfo, 'GET', {
      claims: { nonce: await nonce(), ath: accessTokenHash(accessToken), ...claims },
    });
    return await fetch(userinfo, { headers: { authorization: `${scheme} ${accessToken}`, dpop } });
  };

  const boundToken = async () => (await provedExchange(await codeFrom(live, client, { at: auth }))).json;

  test('a code is exchanged for a bound token, which only its key can use', async () => {
    const { access_token: accessToken, token_type: type } = await boundToken();
    expect(type).toBe('DPoP');
    expect(decodeJwt(accessToken).cnf).toMatchObject({ jkt: key.thumbprint });

    const used = await provedUserinfo(accessToken);
    expect([used.status, await used.json()]).toMatchObject([200, { sub: decodeJwt(accessToken).sub }]);
    const rejections = [
      await provedUserinfo(accessToken, { by: await proofKey() }),
      await provedUserinfo(accessToken, { claims: { ath: accessTokenHash('another') } }),
      await provedUserinfo(accessToken, { claims: { ath: undefined } }),
      await provedUserinfo(accessToken, { scheme: 'Bearer' }),
      await post(userinfo, { access_token: accessToken }),
    ];
    for (const rejected of rejections) {
      expect([rejected.status, await rejected.json()]).toMatchObject([401, { error: 'invalid_token' }]);
    }
  });

  test('introspection names the key, and revocation ends the token', async () => {
    const { access_token: accessToken } = await boundToken();
    const described = async () =>
      (await (await post(introspect, { token: accessToken, ...credentials(client) })).json()) as object;
    expect(await described()).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt: key.thumbprint },
    });
    expect(Object.keys(((await described()) as { cnf: object }).cnf)).toEqual(['jkt']);
    await post(revoke, { token: accessToken, ...credentials(client) });
    expect(await described()).toEqual({ active: false });
    expect((await provedUserinfo(accessToken)).status).toBe(401);
  });

  test('a client gets bound tokens for itself', async () => {
    const dpop = await key.prove(token, 'POST', { claims: { nonce: await nonce() } });
    const response = await post(token, { grant_type: 'client_credentials' }, { ...basic(client), dpop });
    expect([response.status, await response.json()]).toMatchObject([200, { token_type: 'DPoP' }]);
  });

  test('a request without a proof is rejected, with a nonce, and doesn’t use the code', async () => {
    const code = await codeFrom(live, client, { at: auth });
    const { response, json } = await exchange(code);
    expect([response.status, json.error]).toEqual([400, 'invalid_dpop_proof']);
    const challenge = await exchange(code, await key.prove(token, 'POST'));
    expect([challenge.response.status, challenge.json.error]).toEqual([400, 'use_dpop_nonce']);
    const given = challenge.response.headers.get('dpop-nonce') ?? '';
    const { response: used } = await exchange(
      code,
      await key.prove(token, 'POST', { claims: { nonce: given } }),
    );
    expect(used.status).toBe(200);
    expect(used.headers.get('dpop-nonce')).toMatch(/^[\w.-]+$/);
  });

  test('userinfo requires a nonce, and names the scheme', async () => {
    const { access_token: accessToken } = await boundToken();
    for (const claims of [{ nonce: undefined }, { nonce: 'a.b.c' }, { nonce: `${await nonce()}x` }]) {
      const response = await provedUserinfo(accessToken, { claims });
      expect([response.status, await response.json()]).toMatchObject([401, { error: 'use_dpop_nonce' }]);
      expect(response.headers.get('www-authenticate')).toBe('DPoP error="use_dpop_nonce"');
      expect(response.headers.get('dpop-nonce')).toMatch(/^[\w.-]+$/);
    }
    const missing = await fetch(userinfo, { headers: { authorization: `DPoP ${accessToken}` } });
    expect([missing.status, await missing.json()]).toMatchObject([401, { error: 'invalid_dpop_proof' }]);
  });

  test('a proof works once', async () => {
    const dpop = await key.prove(token, 'POST', { claims: { nonce: await nonce() } });
    const request = async () =>
      await post(token, { grant_type: 'client_credentials', ...credentials(client) }, { dpop });
    expect((await request()).status).toBe(200);
    const again = await request();
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_dpop_proof' }]);
  });

  describe('a proof is invalid', () => {
    const seconds = () => Math.floor(Date.now() / 1000);
    const secret = { kty: 'oct', k: 'AAAA' };
    const point = { kty: 'EC', crv: 'P-256' };
    test.each<[string, object, Record<string, unknown>]>([
      ['for another method', { htm: 'GET' }, {}],
      ['for another path', { htu: `${baseUrl}/userinfo` }, {}],
      ['for another server', { htu: 'https://evil.example/realms/linkgate/token' }, {}],
      ['without a URL', { htu: undefined }, {}],
      ['without an identifier', { jti: undefined }, {}],
      ['without a time', { iat: undefined }, {}],
      ['with a time that is no number', { iat: 'now' }, {}],
      ['with a broken time', { iat: 1.5 }, {}],
      ['that is as old as Keycloak’s own limit', { iat: seconds() - 25 }, {}],
      ['from the future', { iat: seconds() + 60 }, {}],
      ['of another type', {}, { typ: 'jwt' }],
      ['without a key', {}, { jwk: undefined }],
      ['with a key that is no object', {}, { jwk: 'key' }],
      ['with another key than it was signed with', {}, { jwk: OTHER_KEY }],
      ['with a secret as its key', {}, { jwk: secret }],
      ['with half a key', {}, { jwk: { ...point, x: 'AAAA' } }],
      ['with a point that isn’t on the curve', {}, { jwk: { ...point, x: 'AAAA', y: 'AAAA' } }],
      ['with an unknown curve', {}, { jwk: { kty: 'EC', crv: 'P-1', x: 'AAAA', y: 'AAAA' } }],
      ['with an RSA key', {}, { jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }],
      ['with an Edwards key', {}, { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' } }],
      ['with an unknown kind of key', {}, { jwk: { kty: 'XYZ' } }],
      ['with a private key', {}, { jwk: { ...OTHER_KEY, d: OTHER_KEY.x } }],
    ])('%s', async (_, claims, header) => {
      const dpop = await key.prove(token, 'POST', { claims: { nonce: await nonce(), ...claims }, header });
      const response = await post(
        token,
        { grant_type: 'client_credentials', ...credentials(client) },
        { dpop },
      );
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_dpop_proof' }]);
    });

    test('that was made for another server, whose name is in the Host header', async () => {
      const other = token.replace(new URL(token).host, 'evil.example');
      const dpop = await key.prove(other, 'POST', { claims: { nonce: await nonce() } });
      const { status, text } = await requestFrom('127.0.0.1', token, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'evil.example', dpop },
        body: formOf({ grant_type: 'client_credentials', ...credentials(client) }).toString(),
      });
      expect([status, JSON.parse(text)]).toEqual([
        400,
        {
          error: 'invalid_dpop_proof',
          error_description: 'DPoP: its htu is not a URL of this server',
        },
      ]);
    });

    test('that isn’t a JWT, is signed with a secret, or is given twice', async () => {
      const claims = { nonce: await nonce() };
      const valid = await key.prove(token, 'POST', { claims });
      const [, payload, signature] = valid.split('.');
      const withoutAlgorithm = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', jwk: OTHER_KEY }));
      const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: OTHER_KEY }));
      for (const dpop of [
        'nonsense',
        'a.b.c',
        `${valid}, ${await key.prove(token, 'POST', { claims })}`,
        `${unsigned.toString('base64url')}.${payload}.${signature}`,
        `${withoutAlgorithm.toString('base64url')}.${payload}.${signature}`,
        `${valid.slice(0, -8)}AAAAAAAA`,
      ]) {
        const response = await post(
          token,
          { grant_type: 'client_credentials', ...credentials(client) },
          { dpop },
        );
        expect([dpop, response.status, await response.json()]).toMatchObject([
          dpop,
          400,
          { error: 'invalid_dpop_proof' },
        ]);
      }
    });
  });

  test.each(['RS256', 'PS256', 'EdDSA', 'ES384'])('a proof may be signed with %s', async (alg) => {
    const dpop = await (await proofKey(alg)).prove(token, 'POST', { claims: { nonce: await nonce() } });
    const response = await post(
      token,
      { grant_type: 'client_credentials', ...credentials(client) },
      { dpop },
    );
    expect([response.status, await response.json()]).toMatchObject([200, { token_type: 'DPoP' }]);
  });

  describe('dpop_jkt', () => {
    test('binds the code to the key', async () => {
      const request = { at: auth, fields: { dpop_jkt: key.thumbprint } };
      const wrong = await provedExchange(await codeFrom(live, client, request), await proofKey());
      expect([wrong.response.status, wrong.json.error]).toEqual([400, 'invalid_dpop_proof']);
      const right = await provedExchange(await codeFrom(live, client, request));
      expect([right.response.status, right.json.token_type]).toEqual([200, 'DPoP']);
    });

    test.each([
      ['malformed', 'short'],
      ['repeated', ['a'.repeat(43), 'a'.repeat(43)]],
    ])('is rejected if it is %s', async (_, thumbprint) => {
      const page = await live.open(authUrl(client, { at: auth, fields: { dpop_jkt: thumbprint } }));
      const target = new URL(page.headers.get('location') ?? '');
      expect(target.searchParams.get('error')).toBe('invalid_request');
    });
  });

  test('another client’s requests ignore proofs, also beside a bound token', async () => {
    const { access_token: accessToken } = await boundToken();
    const dpop = await key.prove(token, 'POST', { claims: { nonce: await nonce() } });
    const response = await post(
      token,
      { grant_type: 'client_credentials', ...credentials(clients.service) },
      { dpop, authorization: `DPoP ${accessToken}` },
    );
    expect(response.headers.has('dpop-nonce')).toBe(false);
    expect([response.status, await response.json()]).toMatchObject([200, { token_type: 'Bearer' }]);
  });

  test('scripts of the client’s origins can read the nonce', async () => {
    const origin = 'https://shop.example';
    await client.update({ webOrigins: [origin] });
    const rejected = await post(
      token,
      { grant_type: 'client_credentials', ...credentials(client) },
      { origin },
    );
    const dpop = await key.prove(token, 'POST', { claims: { nonce: await nonce() } });
    const accepted = await post(
      token,
      { grant_type: 'client_credentials', ...credentials(client) },
      { origin, dpop },
    );
    expect([rejected.status, accepted.status]).toEqual([400, 200]);
    for (const { headers } of [rejected, accepted]) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-expose-headers')?.split(/, ?/)).toContain('DPoP-Nonce');
    }
  });
});

test('a link that is opened in another browser carries dpop_jkt', async () => {
  const [{ auth, token }] = ENDPOINTS;
  const requesting = new Agent();
  const email = newAddress();
  const page = await requesting.open(authUrl(client, { at: auth, fields: { dpop_jkt: key.thumbprint } }));
  await requesting.submit(page, { email });
  const code = (await follow(linkIn(await emailTo(email, 1)))).searchParams.get('code') ?? '';
  const other = await proofKey();
  const given = (await post(token, exchangeFields(client, code))).headers.get('dpop-nonce') ?? '';
  const dpop = await other.prove(token, 'POST', { claims: { nonce: given } });
  const response = await post(token, exchangeFields(client, code), { dpop });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error_description: 'DPoP Proof public key thumbprint does not match dpop_jkt' },
  ]);
});

test('discovery offers it while a client has it on, some seconds later', async () => {
  await untilOffered(true);
  await client.setApproval('pending');
  await untilOffered(false);
  await client.setApproval('approved');
  await untilOffered(true);
  await setDpop(client, false);
  await untilOffered(false);
  await setDpop(client, true);
});

test('switching it on or off ends the tokens of the other kind', async () => {
  const [{ token, userinfo, introspect }] = ENDPOINTS;
  const own = await makeClient({ serviceAccountsEnabled: true });
  const isActive = async (accessToken: string) => {
    const response = await post(introspect, { token: accessToken, ...credentials(own) });
    return ((await response.json()) as { active: boolean }).active;
  };
  const form = { grant_type: 'client_credentials', scope: 'openid', ...credentials(own) };
  const { access_token: plain } = (await (await post(token, form)).json()) as Tokens;
  expect(await isActive(plain)).toBe(true);

  await setDpop(own, true);
  expect(await isActive(plain)).toBe(false);
  expect((await fetch(userinfo, { headers: bearer(plain) })).status).toBe(401);
  const offered = (await post(token, form)).headers.get('dpop-nonce') ?? '';
  const dpop = await key.prove(token, 'POST', { claims: { nonce: offered } });
  const { access_token: bound } = (await (await post(token, form, { dpop })).json()) as Tokens;
  expect(await isActive(bound)).toBe(true);

  await setDpop(own, false);
  expect(await isActive(bound)).toBe(false);
  expect(await isActive(plain)).toBe(true);
  await own.remove();
});

describe('a client without Keycloak’s own switch', () => {
  const [{ token, userinfo }] = ENDPOINTS;
  const fields = async (own: OwnClient) => {
    const { verifier, challenge } = pkcePair();
    const code = await codeFrom(await signedIn(own, challenge), own, { fields: challenge });
    return exchangeFields(own, code, { client_secret: undefined, code_verifier: verifier });
  };
  const prove = async (form: Fields) => {
    const offered = (await post(token, form)).headers.get('dpop-nonce') ?? '';
    return await key.prove(token, 'POST', { claims: { nonce: offered } });
  };

  test('gets bound tokens only, too', async () => {
    const own = await makeClient({ publicClient: true });
    await own.update({ attributes: { 'linkgate.dpop': 'required' } });
    const form = await fields(own);
    const unproved = await post(token, form);
    expect([unproved.status, await unproved.json()]).toMatchObject([400, { error: 'invalid_dpop_proof' }]);
    const response = await post(token, form, { dpop: await prove(form) });
    const tokens = (await response.json()) as Tokens;
    expect([response.status, tokens.token_type]).toEqual([200, 'DPoP']);
    const used = await fetch(userinfo, { headers: bearer(tokens.access_token) });
    expect(used.status).toBe(401);
    await own.remove();
  });

  test('gets no tokens if a client policy keeps Keycloak from binding them', async () => {
    const policy = await addClientPolicy('dpop-bind-enforcer', {
      'auto-configure': false,
      'allow-only-refresh-token-binding': true,
    });
    const own = await makeClient({ publicClient: true });
    await own.update({ attributes: { 'linkgate.dpop': 'required' } });
    await own.update({ attributes: { ...policy.attributes, 'use.refresh.tokens': 'true' } });
    const form = await fields(own);
    const response = await post(token, form, { dpop: await prove(form) });
    expect([response.status, await response.json()]).toMatchObject([500, { error: 'server_error' }]);
    await policy.remove();
    await own.remove();
  });
});

test.each([true, false])('refreshing needs a proof (public: %j)', async (publicClient) => {
  const [{ token }] = ENDPOINTS;
  const own = await makeStayingClient('session', { publicClient });
  await setDpop(own, true);
  const secret = publicClient ? { client_secret: undefined } : {};
  const { verifier, challenge } = pkcePair();
  const code = await codeFrom(await signedIn(own, challenge), own, { fields: challenge });
  const send = async (form: Fields, by: ProofKey) => {
    const offered = (await post(token, form)).headers.get('dpop-nonce') ?? '';
    const dpop = await by.prove(token, 'POST', { claims: { nonce: offered } });
    const response = await post(token, form, { dpop });
    return { status: response.status, json: (await response.json()) as Tokens & { refresh_token: string } };
  };
  const first = await send(exchangeFields(own, code, { ...secret, code_verifier: verifier }), key);
  const form = {
    grant_type: 'refresh_token',
    refresh_token: first.json.refresh_token,
    ...credentials(own),
    ...secret,
  };
  // A public client's token works with its key only; a secret's holder may change the key (RFC 9449, section 5).
  const other = await proofKey();
  if (publicClient) {
    const wrong = await send(form, other);
    expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_grant']);
  }
  const by = publicClient ? key : other;
  const second = await send(form, by);
  expect([second.status, second.json.token_type]).toEqual([200, 'DPoP']);
  expect(decodeJwt(second.json.access_token).cnf).toMatchObject({ jkt: by.thumbprint });
  await own.remove();
});
