/**
 * Keycloak's own paths respond like the contract's: the same status, headers and body to the same request, at every endpoint of the protocol
 * (contract, section 4). All other tests of the protocol rely on it and run on the contract's paths.
 */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { authUrl, codeFrom, exchangeFields, signedIn, tokensFrom } from '../../support/authorization.ts';
import { BOTH_KINDS } from '../../support/endpoints.ts';
import { basic, bearer, credentials, type Fields, formOf } from '../../support/form.ts';
import type { EndpointName } from '../../support/realm-endpoints.ts';

const { clients } = inject('site');
const { web, shop, spa, service, pending } = clients;
const FORM = 'application/x-www-form-urlencoded';

/** Headers that a caller acts on. */
const HEADERS = [
  ...['content-type', 'www-authenticate', 'allow', 'cache-control', 'retry-after'],
  ...['access-control-allow-origin', 'access-control-allow-methods', 'access-control-expose-headers'],
];
/** Fields of responses and parameters of redirects whose values are new each time. */
const NEW_EACH_TIME = [
  'access_token',
  'id_token',
  'code',
  'session_state',
  'exp',
  'iat',
  'jti',
  'sid',
  'auth_time',
];

/** A request to one of the endpoints, created anew for each kind of path. */
type Make = (url: string) => RequestInit | Promise<RequestInit>;

const form = (fields: Fields, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': FORM, ...headers },
  body: formOf(fields).toString(),
});

let live: Agent;
beforeAll(async () => {
  live = await signedIn(web);
});
const token = async () => (await tokensFrom(live, web)).access_token;

const CLIENT_CREDENTIALS = { grant_type: 'client_credentials' };

const REQUESTS: Record<Exclude<EndpointName, 'auth'>, Record<string, Make>> = {
  token: {
    'a code': async () => form(exchangeFields(web, await codeFrom(live, web))),
    'a code with the secret in a header': async () =>
      form({ ...exchangeFields(web, await codeFrom(live, web)), client_secret: undefined }, basic(web)),
    'a meaningless code': () => form(exchangeFields(web, 'nothing')),
    'a code without its redirect URI': async () =>
      form(exchangeFields(web, await codeFrom(live, web), { redirect_uri: undefined })),
    'a code of another client': async () => form(exchangeFields(shop, await codeFrom(live, web))),
    'client credentials': () => form({ ...CLIENT_CREDENTIALS, ...credentials(service) }),
    'an unknown scope': () => form({ ...CLIENT_CREDENTIALS, ...credentials(service), scope: 'everything' }),
    'a grant that the client doesn’t have': () => form({ ...CLIENT_CREDENTIALS, ...credentials(web) }),
    'an unknown grant': () => form({ grant_type: 'password', ...credentials(web) }),
    'a refresh token': () => form({ grant_type: 'refresh_token', refresh_token: 'x', ...credentials(web) }),
    'a wrong secret': () => form({ ...CLIENT_CREDENTIALS, ...credentials(service), client_secret: 'wrong' }),
    'no client': () => form(CLIENT_CREDENTIALS),
    'a pending client': () => form({ ...CLIENT_CREDENTIALS, ...credentials(pending) }),
    'a repeated parameter': () => form({ ...credentials(service), grant_type: ['client_credentials', 'x'] }),
    'another content type': () => ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }),
    'another method': () => ({ method: 'GET' }),
    'a preflight': () => ({
      method: 'OPTIONS',
      headers: { origin: new URL(spa.redirect_uri).origin, 'access-control-request-method': 'POST' },
    }),
  },
  userinfo: {
    'a token': async () => ({ headers: bearer(await token()) }),
    'a token in a form': async () => form({ access_token: await token() }),
    'no token': () => ({}),
    'a token that isn’t one': () => ({ headers: bearer('nothing') }),
    'another method': () => ({ method: 'DELETE' }),
  },
  introspect: {
    'a token': async () => form({ token: await token(), ...credentials(web) }),
    'a token of another client': async () => form({ token: await token(), ...credentials(shop) }),
    'no token': () => form(credentials(web)),
    'a wrong secret': () => form({ token: 'x', ...credentials(web), client_secret: 'wrong' }),
    'a public client': () => form({ token: 'x', ...credentials(spa) }),
    'a pending client': () => form({ token: 'x', ...credentials(pending) }),
    'another method': () => ({ method: 'GET' }),
  },
  revoke: {
    'a token': async () => form({ token: await token(), ...credentials(web) }),
    'a token that isn’t one': () => form({ token: 'nothing', ...credentials(web) }),
    'no token': () => form(credentials(web)),
    'a wrong secret': () => form({ token: 'x', ...credentials(web), client_secret: 'wrong' }),
    'a pending client': () => form({ token: 'x', ...credentials(pending) }),
    'another method': () => ({ method: 'GET' }),
  },
};

/** Authorization requests, by the change to a valid one. */
const AUTHORIZATIONS: Record<string, Fields> = {
  'a valid request': {},
  'no response type': { response_type: undefined },
  'another response type': { response_type: 'token' },
  'an unknown scope': { scope: 'openid everything' },
  'an unknown client': { client_id: 'nobody' },
  'a pending client': { client_id: pending.client_id },
  'another redirect URI': { redirect_uri: 'https://other.example.com/callback' },
  'no page': { prompt: 'none' },
  'a request object': { request: 'x' },
};

/** The location of a response, without the values that are new each time. */
function withoutNew(location: string | null): string | null {
  if (location === null) return null;
  const url = new URL(location);
  for (const name of NEW_EACH_TIME) if (url.searchParams.has(name)) url.searchParams.set(name, '(new)');
  return url.href;
}

/** The response, without the values that are new each time; a page is compared by its heading. */
async function seen(url: string, init: RequestInit) {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body: unknown = isJson
    ? JSON.parse(text, (name, value: unknown) => (NEW_EACH_TIME.includes(name) ? '(new)' : value))
    : /<h1[^>]*>[\s\S]*?<\/h1>/.exec(text)?.[0];
  return {
    status: response.status,
    headers: HEADERS.map((name) => [name, response.headers.get(name)]),
    limited: response.headers.has('ratelimit-limit'),
    location: withoutNew(response.headers.get('location')),
    isEmpty: text === '',
    body,
  };
}

const [CONTRACT, KEYCLOAK] = BOTH_KINDS;

describe.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])('/%s', (endpoint) => {
  test.each(Object.entries(REQUESTS[endpoint]))(
    'responds identically on both paths to %s',
    async (_, make) => {
      const [first, second] = [CONTRACT[endpoint], KEYCLOAK[endpoint]];
      const expected = await seen(first, await make(first));
      expect(await seen(second, await make(second))).toEqual(expected);
      expect(expected.status).toBeLessThan(500);
    },
  );
});

describe('/auth', () => {
  test.each(Object.entries(AUTHORIZATIONS))('responds identically on both paths to %s', async (_, fields) => {
    for (const accept of ['text/html', 'application/json']) {
      const [expected, other] = await Promise.all(
        [CONTRACT.auth, KEYCLOAK.auth].map((at) =>
          seen(authUrl(web, { at, fields }), { headers: { accept } }),
        ),
      );
      expect(other).toEqual(expected);
      expect(expected?.status).toBeLessThan(500);
    }
  });
});
