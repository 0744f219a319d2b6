/** Which pages may call the endpoints from a browser (contract, section 4). */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { codeFrom, exchangeFields, pkcePair, signedIn } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, type Fields, post } from '../../support/form.ts';
import type { Tokens } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { spa } = clients;
const { origin } = new URL(spa.redirect_uri);
const foreign = 'https://evil.example';
const allowOrigin = 'access-control-allow-origin';
const { verifier, challenge } = pkcePair();

async function preflight(url: string, method: string, header: string): Promise<Response> {
  return await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': header,
    },
  });
}

async function expectPreflight(url: string, method: string, header: string): Promise<void> {
  const response = await preflight(url, method, header);
  expect(response.status).toBeOneOf([200, 204]);
  expect(response.headers.get(allowOrigin)).toBeOneOf([origin, '*']);
  expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(header);
}

describe.each(ENDPOINTS)('a page’s call at $kind', (at) => {
  let live: Agent;
  beforeAll(async () => {
    live = await signedIn(spa, challenge);
  });
  const exchange = async (headers: Record<string, string>, fields: Fields = {}) => {
    const code = await codeFrom(live, spa, { at: at.auth, fields: challenge });
    return await post(at.token, exchangeFields(spa, code, { code_verifier: verifier, ...fields }), headers);
  };

  test.each([
    ['token', 'POST', 'content-type'],
    ['revoke', 'POST', 'content-type'],
    ['userinfo', 'GET', 'authorization'],
    ['userinfo', 'POST', 'authorization'],
  ] as const)('to /%s passes preflight: %s with %s', async (endpoint, method, header) => {
    await expectPreflight(at[endpoint], method, header);
  });

  test('to /token is open to the client’s origin', async () => {
    const response = await exchange({ origin });
    expect(response.status).toBe(200);
    expect(response.headers.get(allowOrigin)).toBe(origin);
  });

  test.each<[string, string, Fields]>([
    ['invalid_grant', '400 of the grant', { code: 'nonsense' }],
    ['invalid_request', '400 of the form', { code: undefined }],
    ['unsupported_grant_type', '400 of the grant type', { grant_type: 'password' }],
  ])('to /token can read its error: %s', async (error, _, fields) => {
    const response = await exchange({ origin }, fields);
    expect(await response.json()).toMatchObject({ error });
    expect(response.headers.get(allowOrigin)).toBeOneOf([origin, '*']);
  });

  test('to /token is closed to another origin', async () => {
    const response = await exchange({ origin: foreign });
    expect(response.headers.get(allowOrigin)).toBeNull();
    expect(await response.text()).not.toContain('access_token');
  });

  test('to /userinfo and /revoke is open to the client’s origin, errors too', async () => {
    const { access_token } = (await (await exchange({ origin })).json()) as Tokens;
    const read = async (token: string) => await fetch(at.userinfo, { headers: { ...bearer(token), origin } });
    const good = await read(access_token);
    expect([good.status, good.headers.get(allowOrigin)]).toEqual([200, origin]);
    const revoked = await post(at.revoke, { token: access_token, client_id: spa.client_id }, { origin });
    expect([revoked.status, revoked.headers.get(allowOrigin)]).toEqual([200, origin]);
    for (const token of [access_token, 'nonsense']) {
      const bad = await read(token);
      expect([bad.status, bad.headers.get(allowOrigin)]).toEqual([401, expect.toBeOneOf([origin, '*'])]);
    }
  });
});

describe('a page’s call of /request-magic-link', () => {
  const url = `${baseUrl}/request-magic-link`;
  const send = async (from: string, extra: Record<string, unknown> = {}) =>
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: from },
      body: JSON.stringify({
        email: newAddress(),
        client_id: spa.client_id,
        redirect_uri: spa.redirect_uri,
        ...challenge,
        ...extra,
      }),
    });

  test('passes preflight', async () => {
    await expectPreflight(url, 'POST', 'content-type');
  });

  test('is open to the client’s origin, its errors too', async () => {
    for (const [extra, status] of [
      [{}, 200],
      [{ scope: 'admin' }, 400],
      [{ email: 'nonsense' }, 400],
    ] as const) {
      const response = await send(origin, extra);
      expect([response.status, response.headers.get(allowOrigin)]).toEqual([status, origin]);
    }
  });

  test('is closed to another origin', async () => {
    expect((await send(foreign)).headers.get(allowOrigin)).toBeNull();
  });
});

test.each(['openid-configuration', 'jwks.json'])('/.well-known/%s is open to every page', async (name) => {
  const url = `${baseUrl}/.well-known/${name}`;
  const response = await fetch(url, { headers: { origin } });
  expect(response.headers.get(allowOrigin)).toBeOneOf([origin, '*']);
  const allowed = await preflight(url, 'GET', 'accept');
  expect(allowed.status).toBeOneOf([200, 204]);
  expect(allowed.headers.get(allowOrigin)).toBeOneOf([origin, '*']);
});
