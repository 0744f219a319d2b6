/** Malformed and unusual requests: bodies, headers, methods and paths that no application should send. */
import type { Scenario, ScenarioRequest } from '../scenario.ts';
import { authorize, basic, OIDC, request } from './requests.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = `${OIDC}/token`;
const LARGE = 100_000;
const LARGE_BODY = `x=${'y'.repeat(LARGE)}`;
const client = { ...FORM, ...basic('orders-api') };
const grant = 'grant_type=client_credentials';

const form = (name: string, status: number, body: string, others: Partial<ScenarioRequest> = {}) =>
  request(name, status, TOKEN, { headers: client, body, ...others });

export const WIRE: Scenario = {
  title: 'malformed and unusual requests',
  requests: [
    form('a form of 100 KB', 200, `${grant}&${LARGE_BODY}`),
    form('a form in chunks', 200, grant, { chunked: true }),
    form('a form of 3 MB', 413, `${grant}&x=${'y'.repeat(30 * LARGE)}`),
    form('many parameters', 500, `${grant}${'&a=b'.repeat(2000)}`),
    form('a badly encoded form', 500, `${grant}&x=%zz`),
    form('a form with invalid UTF-8', 200, `${grant}&x=%ff%fe`),
    request('a form in another charset', 200, TOKEN, {
      headers: { ...client, 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' },
      body: grant,
    }),
    request('a multipart form', 200, TOKEN, {
      headers: { ...client, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\nclient_credentials\r\n--b--\r\n',
    }),
    request('an invalid content type', 500, TOKEN, {
      headers: { ...client, 'content-type': 'nonsense' },
      body: grant,
    }),
    request('a GET with a body', 200, `${OIDC}/certs`, { method: 'GET', headers: FORM, body: 'a=b' }),
    request('a header of 7 KB', 200, authorize(), { headers: { 'x-long': 'y'.repeat(7000) } }),
    request('a header of 40 KB', 200, authorize(), { headers: { 'x-long': 'y'.repeat(40_000) } }),
    request('a header of 70 KB', 431, authorize(), { headers: { 'x-long': 'y'.repeat(70_000) } }),
    request('a state of 3 KB', 200, authorize({ state: 'y'.repeat(3000) })),
    request('a state of 5 KB', 200, authorize({ state: 'y'.repeat(5000) })),
    request('invalid cookies', 200, authorize(), {
      headers: { cookie: 'AUTH_SESSION_ID=nonsense; KEYCLOAK_IDENTITY=x.y.z; =; a' },
    }),
    request('an invalid Accept-Language header', 400, authorize(), {
      headers: { 'accept-language': 'x;;q=9' },
    }),
    request('an invalid Accept header', 200, authorize(), { headers: { accept: 'nonsense' } }),
    request('a header that the plugin uses internally', 200, '~/.well-known/openid-configuration', {
      headers: { 'x-linkgate-accepted': 'text/html' },
    }),
    request('the same header on another path', 200, '~', { headers: { 'x-linkgate-accepted': 'text/html' } }),
    request('untrusted proxy headers', 200, '~', {
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '1.2.3.4',
        forwarded: 'host=evil.example',
      },
    }),
    request('another host', 200, '~', { headers: { host: 'evil.example' } }),
    request('PATCH', 405, '~', { method: 'PATCH' }),
    request('TRACE', 405, '~', { method: 'TRACE' }),
    request('an unknown method', 405, '~', { method: 'PROPFIND' }),
    request('a path with dots', 400, '/realms/acme/../master'),
    request('a path with an encoded slash', 404, '/realms/acme%2Faccount'),
    request('a path with a parameter', 400, '/realms/acme;a=b/account'),
    request('a path with two slashes', 400, '/realms//acme'),
    request('a badly encoded path', 400, '/realms/%zz'),
    request('a missing page, for a browser', 404, '~/nothing', { headers: { accept: 'text/html' } }),
    request('a missing page, in German', 404, '~/nothing', {
      headers: { accept: 'text/html', 'accept-language': 'de' },
    }),
    request('a large body on a missing path', 404, '~/nothing', { headers: FORM, body: LARGE_BODY }),
    request('a large body for the admin API', 405, '/admin/nothing', { headers: FORM, body: LARGE_BODY }),
  ],
};

/**
 * The only requests that a server with the plugin handles differently, with its status: it buffers bodies before the realm is known, so that slow
 * senders block no thread (docs/operate.md).
 */
export const BODY_LIMITS: readonly (readonly [request: ScenarioRequest, statusWithPlugin: number])[] = [
  [
    request('a large body in chunks', 200, TOKEN, {
      headers: client,
      body: `${grant}&${LARGE_BODY}`,
      chunked: true,
    }),
    413,
  ],
  [request('a large body outside of realms', 404, '/nothing', { headers: FORM, body: LARGE_BODY }), 413],
];
