/** Discovery documents and keys, and paths that don't exist. */
import type { Scenario, ScenarioRequest } from '../scenario.ts';

const WELL_KNOWN = '~/.well-known';
const ORIGIN = { origin: 'https://shop.acme.example' };
const PREFLIGHT = { ...ORIGIN, 'access-control-request-method': 'POST' };

const get = (status: number, path: string, headers: Record<string, string> = {}): ScenarioRequest => ({
  name: `GET ${path} ${Object.values(headers).join(' ')}`.trim(),
  status,
  path,
  headers,
});
const withMethod = (
  method: string,
  status: number,
  path: string,
  headers: Record<string, string> = {},
): ScenarioRequest => ({
  ...get(status, path, headers),
  name: `${method} ${path}`,
  method,
});

export const DISCOVERY: Scenario = {
  title: 'discovery and keys',
  requests: [
    get(200, `${WELL_KNOWN}/openid-configuration`),
    get(200, `${WELL_KNOWN}/openid-configuration`, ORIGIN),
    get(406, `${WELL_KNOWN}/openid-configuration`, { accept: 'text/html' }),
    get(406, `${WELL_KNOWN}/openid-configuration`, { accept: 'application/jwk-set+json' }),
    get(200, `${WELL_KNOWN}/openid-configuration`, { accept: 'text/html, application/json;q=0.5' }),
    get(200, `${WELL_KNOWN}/openid-configuration`, { accept: 'application/jwt' }),
    get(200, `${WELL_KNOWN}/openid-configuration/`),
    withMethod('HEAD', 200, `${WELL_KNOWN}/openid-configuration`),
    withMethod('OPTIONS', 200, `${WELL_KNOWN}/openid-configuration`, {
      ...ORIGIN,
      'access-control-request-method': 'GET',
    }),
    withMethod('POST', 404, `${WELL_KNOWN}/openid-configuration`),
    withMethod('DELETE', 404, `${WELL_KNOWN}/openid-configuration`),
    get(200, `${WELL_KNOWN}/oauth-authorization-server`),
    get(406, `${WELL_KNOWN}/oauth-authorization-server`, { accept: 'image/png' }),
    get(200, '/.well-known/oauth-authorization-server/realms/acme'),
    get(404, '/.well-known/openid-configuration/realms/acme'),
    get(406, '/.well-known/oauth-authorization-server/realms/acme', { accept: 'text/plain' }),
    get(404, '/.well-known/oauth-authorization-server/realms/nowhere'),
    get(404, '/.well-known/oauth-authorization-server'),
    get(200, `${WELL_KNOWN}/uma2-configuration`),
    get(406, `${WELL_KNOWN}/uma2-configuration`, { accept: 'text/html' }),
    get(404, `${WELL_KNOWN}/jwks.json`),
    get(406, `${WELL_KNOWN}/jwks.json`, { accept: 'application/jwk-set+json' }),
    get(404, '/.well-known/jwks.json/realms/acme'),
    withMethod('HEAD', 404, `${WELL_KNOWN}/jwks.json`),
    withMethod('OPTIONS', 200, `${WELL_KNOWN}/jwks.json`, {
      ...ORIGIN,
      'access-control-request-method': 'GET',
    }),
    get(404, `${WELL_KNOWN}/webfinger`),
    get(404, `${WELL_KNOWN}/linkgate-openid-configuration`),
    get(200, '~/protocol/openid-connect/certs', ORIGIN),
    get(200, '~/protocol/openid-connect/certs', { accept: 'text/html' }),
    withMethod('HEAD', 200, '~/protocol/openid-connect/certs'),
    withMethod('OPTIONS', 200, '~/protocol/openid-connect/certs', ORIGIN),
    get(200, '~'),
    get(200, '~/'),
    get(406, '~', { accept: 'text/html' }),
    withMethod('OPTIONS', 200, '~', ORIGIN),
    get(200, '~/protocol/saml/descriptor'),
    get(200, '~/protocol/openid-connect/login-status-iframe.html'),
    get(
      204,
      '~/protocol/openid-connect/login-status-iframe.html/init?client_id=shop-spa&origin=https%3A%2F%2Fshop.acme.example',
    ),
    get(
      403,
      '~/protocol/openid-connect/login-status-iframe.html/init?client_id=shop-spa&origin=https%3A%2F%2Fevil.example',
    ),
    get(200, '~/protocol/openid-connect/3p-cookies/step1.html'),
    get(404, '~/protocol/openid-connect/unknown'),
    get(404, '~/protocol/unknown'),
    get(404, '~/protocol/docker-v2/auth'),
  ],
};

/** Paths of Linkgate realms, and some that no realm has. */
const LINKGATE_PATHS = [
  ...['auth', 'token', 'userinfo', 'introspect', 'revoke', 'request-magic-link', 'verify-email', 'session'],
  ...[
    'sign-in-state',
    'invitation',
    'linkgate',
    'linkgate/app.js',
    'my-account',
    'session/end',
    'no-such-thing',
  ],
];

export const MISSING_PATHS: Scenario = {
  title: 'paths of Linkgate realms, and other missing paths',
  requests: [
    ...LINKGATE_PATHS.flatMap((path) => [
      get(404, `~/${path}`),
      { ...get(404, `~/${path}`), name: `POST ~/${path}`, form: { email: 'ada@acme.example', token: 'x' } },
      withMethod('OPTIONS', 404, `~/${path}`, PREFLIGHT),
    ]),
    get(404, '~/verify-email?token=eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'),
    get(404, '~/auth?client_id=shop-spa&response_type=code&redirect_uri=https%3A%2F%2Fshop.acme.example%2F'),
    get(404, '~/linkgate', { accept: 'text/html' }),
    withMethod('HEAD', 404, '~/verify-email'),
    withMethod('PUT', 404, '~/session'),
    withMethod('DELETE', 404, '~/session'),
    get(404, '/realms/nowhere'),
    get(404, '/realms/nowhere/.well-known/openid-configuration'),
    get(404, '/realms/nowhere/.well-known/jwks.json'),
    get(404, '/realms/nowhere/verify-email'),
    { ...get(404, '/realms/nowhere/token'), name: 'POST /realms/nowhere/token', form: { grant_type: 'x' } },
    withMethod('OPTIONS', 404, '/realms/nowhere/protocol/openid-connect/token', PREFLIGHT),
    get(404, '/realms/ACME'),
    get(404, '/realms'),
    get(404, '/realms/'),
    get(404, '/unknown'),
    { ...get(404, '/unknown'), name: 'POST /unknown', form: { a: 'b' } },
    get(404, '/verify-email'),
    get(302, '/'),
    get(404, '/health'),
    get(404, '/metrics'),
    get(404, '/robots.txt'),
    get(401, '/admin/realms/acme/no-such-thing'),
  ],
};
