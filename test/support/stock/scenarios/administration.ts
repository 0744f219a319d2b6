/** The admin API, client registration, and the account API. */
import { bearer } from '../../form.ts';
import { location, member, type Scenario, type ScenarioRequest } from '../scenario.ts';
import { ADMIN, administrator, basic, OIDC } from './requests.ts';

const ADA = 'ac3e0000-0001-4000-8000-000000000001';
const OTTO = 'ac3e0000-0001-4000-8000-000000000002';
const SHOP = 'ac3e0000-0002-4000-8000-000000000001';
const OFFICE = 'ac3e0000-0002-4000-8000-000000000002';
const ORDERS = 'ac3e0000-0002-4000-8000-000000000003';
const UNKNOWN_ID = 'ac3e0000-0009-4000-8000-000000000009';
const GLOBEX = 'ac3e0000-0007-4000-8000-000000000001';
const STAFF = 'ac3e0000-0006-4000-8000-000000000001';

const headers = bearer('{admin}');
const read = (status: number, path: string): ScenarioRequest => ({
  name: `GET ${path}`,
  status,
  path: `${ADMIN}${path}`,
  headers,
});
const send = (method: string, status: number, path: string, json?: unknown): ScenarioRequest => ({
  name: `${method} ${path}`,
  status,
  method,
  path: `${ADMIN}${path}`,
  headers,
  json,
});

const ADMIN_READS: Scenario = {
  title: 'reads through the admin API',
  requests: [
    administrator(),
    ...[
      ...[
        '',
        '/keys',
        '/events/config',
        '/client-scopes',
        '/default-default-client-scopes',
        '/roles',
        '/groups',
      ],
      ...[
        '/groups/count',
        `/groups/${STAFF}`,
        `/groups/${STAFF}/members`,
        '/roles/manager',
        '/roles/manager/users',
      ],
      ...[
        '/users/count',
        '/users?max=50',
        '/users?username=ada&exact=true',
        '/users?search=acme&briefRepresentation=true',
      ],
      ...['/users?emailVerified=false', '/users/profile', '/users/profile/metadata', `/users/${ADA}`],
      ...[
        `/users/${OTTO}/credentials`,
        `/users/${ADA}/role-mappings`,
        `/users/${ADA}/groups`,
        `/users/${ADA}/sessions`,
      ],
      ...[
        `/users/${ADA}/consents`,
        `/users/${ADA}/federated-identity`,
        `/users/${ADA}/configured-user-storage-credential-types`,
      ],
      ...[`/users/${ADA}/role-mappings/realm/composite`, `/attack-detection/brute-force/users/${ADA}`],
      ...[
        '/clients?max=50',
        `/clients/${SHOP}`,
        `/clients/${OFFICE}/client-secret`,
        `/clients/${ORDERS}/service-account-user`,
      ],
      ...[
        `/clients/${SHOP}/default-client-scopes`,
        `/clients/${SHOP}/optional-client-scopes`,
        `/clients/${SHOP}/roles`,
      ],
      ...[`/clients/${SHOP}/evaluate-scopes/generate-example-access-token?userId=${ADA}&scope=openid`],
      ...[`/clients/${SHOP}/evaluate-scopes/protocol-mappers?scope=openid`],
      ...[
        '/identity-provider/instances',
        '/identity-provider/instances/corp',
        '/identity-provider/instances/corp/mappers',
      ],
      ...['/organizations', `/organizations/${GLOBEX}`, `/organizations/${GLOBEX}/members`],
      ...['/authentication/required-actions', '/authentication/flows/direct%20grant/executions'],
      ...[
        '/authentication/flows/reset%20credentials/executions',
        '/authentication/flows/first%20broker%20login/executions',
      ],
      ...[
        '/localization',
        '/client-policies/policies',
        '/client-policies/profiles',
        '/clients-initial-access',
      ],
      ...[
        '/client-types',
        '/workflows',
        '/group-by-path/staff',
        '/components?type=org.keycloak.keys.KeyProvider',
      ],
    ].map((path) => read(path === '/client-types' ? 501 : 200, path)),
    ...[
      ...[
        `/users/${UNKNOWN_ID}`,
        '/roles/nobody',
        `/clients/${UNKNOWN_ID}`,
        '/identity-provider/instances/nobody',
      ],
      ...['/no-such-thing', `/organizations/${UNKNOWN_ID}`, '/authentication/flows/none/executions'],
    ].map((path) => read(404, path)),
    { ...read(401, '/users'), name: 'users without token', headers: {} },
    { ...read(401, '/users'), name: 'users with a bad token', headers: bearer('bad') },
    {
      ...read(403, '/users?max=1'),
      name: 'users, for another origin',
      headers: { ...headers, origin: 'https://evil.example' },
    },
    {
      name: 'a preflight',
      status: 200,
      method: 'OPTIONS',
      path: `${ADMIN}/users`,
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    },
    { name: 'another realm', status: 403, path: '/admin/realms/master/users', headers },
    { name: 'an unknown realm', status: 404, path: '/admin/realms/nowhere/users', headers },
    { name: 'the realms', status: 200, path: '/admin/realms', headers },
    { name: 'whoami', status: 403, path: '/admin/acme/console/whoami?currentRealm=acme', headers },
    { name: 'the admin console', status: 200, path: '/admin/acme/console/' },
    { name: 'the admin console’s configuration', status: 404, path: '/admin/acme/console/config' },
    { name: 'the server', status: 302, path: '/admin/' },
    { ...administrator('aide'), name: 'an assistant signs in' },
    read(200, '/users?max=1'),
    read(403, '/clients'),
    read(403, '/events'),
    send('POST', 403, '/users', { username: 'x' }),
    send('DELETE', 403, `/users/${ADA}`),
  ],
};

const ADMIN_WRITES: Scenario = {
  title: 'writes through the admin API',
  requests: [
    administrator(),
    {
      ...send('POST', 201, '/users', { username: 'mona', email: 'mona@acme.example', enabled: true }),
      capture: { mona: location },
    },
    send('POST', 409, '/users', { username: 'mona' }),
    send('POST', 409, '/users', { username: 'mona2', email: 'ada@acme.example' }),
    send('POST', 400, '/users', { username: 'mona3', email: 'no address' }),
    send('POST', 400, '/users', {}),
    {
      ...send('PUT', 204, 'mona', { firstName: 'Mona', lastName: 'Muster', email: 'mona@acme.example' }),
      path: '{mona}',
    },
    {
      ...send('PUT', 204, 'mona/reset-password', { type: 'password', value: 'a', temporary: true }),
      path: '{mona}/reset-password',
    },
    {
      ...send('PUT', 400, 'mona/reset-password', { type: 'password', value: '' }),
      path: '{mona}/reset-password',
    },
    { ...read(200, 'mona'), path: '{mona}' },
    {
      ...send('PUT', 204, 'mona/execute-actions-email', ['UPDATE_PASSWORD']),
      path: '{mona}/execute-actions-email?client_id=shop-spa',
    },
    { ...send('PUT', 400, 'mona/execute-actions-email', ['FLY']), path: '{mona}/execute-actions-email' },
    { ...send('PUT', 204, 'mona/send-verify-email'), path: '{mona}/send-verify-email' },
    {
      ...send('PUT', 400, 'nora/send-verify-email'),
      path: `${ADMIN}/users/ac3e0000-0001-4000-8000-000000000006/send-verify-email`,
    },
    { ...send('POST', 204, 'mona/logout'), path: '{mona}/logout' },
    { ...send('DELETE', 204, 'mona'), path: '{mona}' },
    { ...send('DELETE', 404, 'mona again'), path: '{mona}' },
    {
      ...send('POST', 201, '/clients', {
        clientId: 'fresh',
        publicClient: true,
        redirectUris: ['https://fresh.example/*'],
      }),
      capture: { fresh: location },
    },
    send('POST', 409, '/clients', { clientId: 'fresh' }),
    send('POST', 400, '/clients', { clientId: 'bad', redirectUris: ['https://a.example/#fragment'] }),
    { ...read(200, 'fresh'), path: '{fresh}' },
    { ...send('DELETE', 204, 'fresh'), path: '{fresh}' },
    send('POST', 201, '/roles', { name: 'fresh' }),
    send('DELETE', 204, '/roles/fresh'),
    {
      ...send('PUT', 400, '/users'),
      name: 'invalid JSON',
      method: 'POST',
      body: '{"username":',
      headers: { ...headers, 'content-type': 'application/json' },
      json: undefined,
    },
    {
      ...send('POST', 415, '/users'),
      name: 'another content type',
      body: 'username=x',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    },
    { ...send('POST', 400, '/users', { username: 'x', nonsense: 1 }), name: 'an unknown field' },
    send('PATCH', 405, `/users/${ADA}`, {}),
    send('PUT', 405, '/users', {}),
    send('POST', 500, '/testSMTPConnection', { host: '127.0.0.1', port: '1' }),
    {
      ...send('POST', 201, '/clients-initial-access', { count: 2, expiration: 600 }),
      capture: { initial: member('token') },
    },
    {
      name: 'registers a client (RFC 7591)',
      status: 201,
      path: '~/clients-registrations/openid-connect',
      headers: bearer('{initial}'),
      json: { client_name: 'Registered', redirect_uris: ['https://registered.example/callback'] },
      capture: { registered: member('client_id'), registration: member('registration_access_token') },
    },
    {
      name: 'reads it',
      status: 200,
      path: '~/clients-registrations/openid-connect/{registered}',
      headers: bearer('{registration}'),
      capture: { registration: member('registration_access_token') },
    },
    {
      name: 'updates it',
      status: 200,
      method: 'PUT',
      path: '~/clients-registrations/openid-connect/{registered}',
      headers: bearer('{registration}'),
      json: {
        client_id: '{registered}',
        client_name: 'Renamed',
        redirect_uris: ['https://registered.example/callback'],
      },
      capture: { registration: member('registration_access_token') },
    },
    {
      name: 'reads another client',
      status: 401,
      path: '~/clients-registrations/openid-connect/shop-spa',
      headers: bearer('{registration}'),
    },
    {
      name: 'deletes it',
      status: 204,
      method: 'DELETE',
      path: '~/clients-registrations/openid-connect/{registered}',
      headers: bearer('{registration}'),
    },
    {
      name: 'reads it after its deletion',
      status: 401,
      path: '~/clients-registrations/openid-connect/{registered}',
      headers: bearer('{registration}'),
    },
    {
      name: 'registers a client in Keycloak’s format',
      status: 201,
      path: '~/clients-registrations/default',
      headers: bearer('{initial}'),
      json: { clientId: 'adapter' },
    },
    {
      name: 'registers a client without token',
      status: 403,
      path: '~/clients-registrations/openid-connect',
      json: { redirect_uris: ['https://a.example/'] },
    },
    {
      name: 'registers a client with a bad token',
      status: 401,
      path: '~/clients-registrations/openid-connect',
      headers: bearer('bad'),
      json: {},
    },
    {
      name: 'an adapter’s configuration',
      status: 200,
      path: '~/clients-registrations/install/back-office',
      headers: basic('back-office'),
    },
    {
      name: 'registers with invalid JSON',
      status: 400,
      path: '~/clients-registrations/openid-connect',
      headers: { ...bearer('{initial}'), 'content-type': 'application/json' },
      body: '{',
    },
    send('POST', 200, '/logout-all'),
  ],
};

const json = { accept: 'application/json' };
const ACCOUNT: Scenario = {
  title: 'the account console and its API',
  requests: [
    { name: 'the console', status: 200, path: '~/account/' },
    { name: 'the console without slash', status: 200, path: '~/account' },
    { name: 'a page of the console', status: 200, path: '~/account/account-security/signing-in' },
    { name: 'the API without token', status: 401, path: '~/account/', headers: json },
    {
      name: 'the user signs in',
      status: 200,
      path: `${OIDC}/token`,
      headers: basic('back-office'),
      form: { grant_type: 'password', username: 'rita', password: 'rita-password', scope: 'openid' },
      capture: { user: member('access_token') },
    },
    ...[
      ...[
        '',
        'credentials',
        'sessions',
        'sessions/devices',
        'applications',
        'linked-accounts',
        'groups',
        'organizations',
      ],
      'supportedLocales',
    ].map(
      (path): ScenarioRequest => ({
        name: `GET /${path}`,
        status: 200,
        path: `~/account/${path}`,
        headers: { ...json, ...bearer('{user}') },
      }),
    ),
    {
      name: 'an unknown credential',
      status: 404,
      method: 'DELETE',
      path: '~/account/credentials/none',
      headers: { ...json, ...bearer('{user}') },
    },
    {
      name: 'updates the profile',
      status: 204,
      path: '~/account/',
      headers: { ...json, ...bearer('{user}') },
      json: { username: 'rita', email: 'rita@acme.example', firstName: 'Rita', lastName: 'Richter' },
    },
    {
      name: 'updates the profile with a bad address',
      status: 400,
      path: '~/account/',
      headers: { ...json, ...bearer('{user}') },
      json: { username: 'rita', email: 'nonsense', firstName: 'Rita', lastName: 'Richter' },
    },
    {
      name: 'a preflight',
      status: 200,
      method: 'OPTIONS',
      path: '~/account/',
      headers: { origin: 'https://back-office.acme.example', 'access-control-request-method': 'GET' },
    },
    { name: 'an invalid token', status: 401, path: '~/account/', headers: { ...json, ...bearer('bad') } },
    {
      name: 'an unknown path',
      status: 404,
      path: '~/account/no-such-thing',
      headers: { ...json, ...bearer('{user}') },
    },
    {
      name: 'resources that the realm doesn’t manage',
      status: 403,
      path: '~/account/resources',
      headers: { ...json, ...bearer('{user}') },
    },
    { name: 'resources of UMA', status: 403, path: '~/authz/protection/resource_set' },
    {
      name: 'a stored token of a broker',
      status: 403,
      path: '~/broker/social/token',
      headers: bearer('{user}'),
    },
  ],
};

export const ADMINISTRATION: readonly Scenario[] = [ADMIN_READS, ADMIN_WRITES, ACCOUNT];

/** Events and users after all other scenarios. */
export const EVENTS: Scenario = {
  title: 'recorded events',
  requests: [
    administrator(),
    read(200, '/events?max=2000'),
    read(200, '/admin-events?max=2000'),
    read(200, '/client-session-stats'),
    read(200, '/users?max=100'),
  ],
};
