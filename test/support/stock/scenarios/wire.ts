/** Malformed and unusual requests: bodies, headers, methods and paths that no application should send. */
import type { Scenario, ScenarioRequest } from '../scenario.ts';
import { authorize, basic, OIDC } from './requests.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = `${OIDC}/token`;
const LARGE = 100_000;
const LARGE_BODY = `x=${'y'.repeat(LARGE)}`;
const client = { ...FORM, ...basic('orders-api') };
const grant = 'grant_type=client_credentials';

export const WIRE: Scenario = {
  title: 'malformed and unusual requests',
  requests: [
    { name: 'a form of 100 KB', status: 200, path: TOKEN, headers: client, body: `${grant}&${LARGE_BODY}` },
    { name: 'a form in chunks', status: 200, path: TOKEN, headers: client, body: grant, chunked: true },
    {
      name: 'a form of 3 MB',
      status: 413,
      path: TOKEN,
      headers: client,
      body: `${grant}&x=${'y'.repeat(30 * LARGE)}`,
    },
    {
      name: 'many parameters',
      status: 500,
      path: TOKEN,
      headers: client,
      body: `${grant}${'&a=b'.repeat(2000)}`,
    },
    {
      name: 'a badly encoded form',
      status: 500,
      path: TOKEN,
      headers: client,
      body: `${grant}&x=%zz`,
    },
    {
      name: 'a form with invalid UTF-8',
      status: 200,
      path: TOKEN,
      headers: client,
      body: `${grant}&x=%ff%fe`,
    },
    {
      name: 'a form in another charset',
      status: 200,
      path: TOKEN,
      headers: { ...client, 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' },
      body: grant,
    },
    {
      name: 'a multipart form',
      status: 200,
      path: TOKEN,
      headers: { ...client, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\nclient_credentials\r\n--b--\r\n',
    },
    {
      name: 'an invalid content type',
      status: 500,
      path: TOKEN,
      headers: { ...client, 'content-type': 'nonsense' },
      body: grant,
    },
    {
      name: 'a GET with a body',
      status: 200,
      method: 'GET',
      path: `${OIDC}/certs`,
      headers: FORM,
      body: 'a=b',
    },
    { name: 'a header of 7 KB', status: 200, path: authorize(), headers: { 'x-long': 'y'.repeat(7000) } },
    { name: 'a header of 40 KB', status: 200, path: authorize(), headers: { 'x-long': 'y'.repeat(40_000) } },
    { name: 'a header of 70 KB', status: 431, path: authorize(), headers: { 'x-long': 'y'.repeat(70_000) } },
    { name: 'a state of 3 KB', status: 200, path: authorize({ state: 'y'.repeat(3000) }) },
    { name: 'a state of 5 KB', status: 200, path: authorize({ state: 'y'.repeat(5000) }) },
    {
      name: 'invalid cookies',
      status: 200,
      path: authorize(),
      headers: { cookie: 'AUTH_SESSION_ID=nonsense; KEYCLOAK_IDENTITY=x.y.z; =; a' },
    },
    {
      name: 'an invalid Accept-Language header',
      status: 400,
      path: authorize(),
      headers: { 'accept-language': 'x;;q=9' },
    },
    {
      name: 'an invalid Accept header',
      status: 200,
      path: authorize(),
      headers: { accept: 'nonsense' },
    },
    {
      name: 'a header that the plugin uses internally',
      status: 200,
      path: '~/.well-known/openid-configuration',
      headers: { 'x-linkgate-accepted': 'text/html' },
    },
    {
      name: 'the same header on another path',
      status: 200,
      path: '~',
      headers: { 'x-linkgate-accepted': 'text/html' },
    },
    {
      name: 'untrusted proxy headers',
      status: 200,
      path: '~',
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '1.2.3.4',
        forwarded: 'host=evil.example',
      },
    },
    { name: 'another host', status: 200, path: '~', headers: { host: 'evil.example' } },
    { name: 'PATCH', status: 405, method: 'PATCH', path: '~' },
    { name: 'TRACE', status: 405, method: 'TRACE', path: '~' },
    { name: 'an unknown method', status: 405, method: 'PROPFIND', path: '~' },
    { name: 'a path with dots', status: 400, path: '/realms/acme/../master' },
    { name: 'a path with an encoded slash', status: 404, path: '/realms/acme%2Faccount' },
    { name: 'a path with a parameter', status: 400, path: '/realms/acme;a=b/account' },
    { name: 'a path with two slashes', status: 400, path: '/realms//acme' },
    { name: 'a badly encoded path', status: 400, path: '/realms/%zz' },
    {
      name: 'a missing page, for a browser',
      status: 404,
      path: '~/nothing',
      headers: { accept: 'text/html' },
    },
    {
      name: 'a missing page, in German',
      status: 404,
      path: '~/nothing',
      headers: { accept: 'text/html', 'accept-language': 'de' },
    },
    {
      name: 'a large body on a missing path',
      status: 404,
      path: '~/nothing',
      headers: FORM,
      body: LARGE_BODY,
    },
    {
      name: 'a large body for the admin API',
      status: 405,
      path: '/admin/nothing',
      headers: FORM,
      body: LARGE_BODY,
    },
  ],
};

/**
 * The only requests that a server with the plugin handles differently, with its status: it buffers bodies before the realm is known, so that slow
 * senders block no thread (docs/operate.md).
 */
export const BODY_LIMITS: readonly (readonly [request: ScenarioRequest, statusWithPlugin: number])[] = [
  [
    {
      name: 'a large body in chunks',
      status: 200,
      path: TOKEN,
      headers: client,
      body: `${grant}&${LARGE_BODY}`,
      chunked: true,
    },
    413,
  ],
  [
    {
      name: 'a large body outside of realms',
      status: 404,
      path: '/nothing',
      headers: FORM,
      body: LARGE_BODY,
    },
    413,
  ],
];
