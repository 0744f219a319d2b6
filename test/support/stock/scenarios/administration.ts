/** The admin API, client registration, and the account API. */
import { bearer } from '../../form.ts';
import { location, member, type Scenario, type ScenarioRequest } from '../scenario.ts';
import { ADMIN, administrator, basic, OIDC, post, request } from './requests.ts';

const ADA = 'ac3e0000-0001-4000-8000-000000000001';
const OTTO = 'ac3e0000-0001-4000-8000-000000000002';
const SHOP = 'ac3e0000-0002-4000-8000-000000000001';
const OFFICE = 'ac3e0000-0002-4000-8000-000000000002';
const ORDERS = 'ac3e0000-0002-4000-8000-000000000003';
const UNKNOWN_ID = 'ac3e0000-0009-4000-8000-000000000009';
const GLOBEX = 'ac3e0000-0007-4000-8000-000000000001';
const STAFF = 'ac3e0000-0006-4000-8000-000000000001';

type Others = Partial<ScenarioRequest>;
const headers = bearer('{admin}');
/** A captured URL is whole. */
const whole = (path: string) => (path.startsWith('{') ? path : `${ADMIN}${path}`);
const read = (status: number, path: string): ScenarioRequest =>
  request(`GET ${path}`, status, whole(path), { headers });
const send = (method: string, status: number, path: string, json?: unknown): ScenarioRequest =>
  request(`${method} ${path}`, status, whole(path), { method, headers, json });

const ADMIN_READS: Scenario = {
  title: 'reads through the admin API',
  requests: [
    administrator(),
    ...[
      '',
      '/keys',
      '/events/config',
      '/client-scopes',
      '/default-default-client-scopes',
      '/roles',
      '/groups',
      '/groups/count',
      `/groups/${STAFF}`,
      `/groups/${STAFF}/members`,
      '/roles/manager',
      '/roles/manager/users',
      '/users/count',
      '/users?max=50',
      '/users?username=ada&exact=true',
      '/users?search=acme&briefRepresentation=true',
      '/users?emailVerified=false',
      '/users/profile',
      '/users/profile/metadata',
      `/users/${ADA}`,
      `/users/${OTTO}/credentials`,
      `/users/${ADA}/role-mappings`,
      `/users/${ADA}/groups`,
      `/users/${ADA}/sessions`,
      `/users/${ADA}/consents`,
      `/users/${ADA}/federated-identity`,
      `/users/${ADA}/configured-user-storage-credential-types`,
      `/users/${ADA}/role-mappings/realm/composite`,
      `/attack-detection/brute-force/users/${ADA}`,
      '/clients?max=50',
      `/clients/${SHOP}`,
      `/clients/${OFFICE}/client-secret`,
      `/clients/${ORDERS}/service-account-user`,
      `/clients/${SHOP}/default-client-scopes`,
      `/clients/${SHOP}/optional-client-scopes`,
      `/clients/${SHOP}/roles`,
      `/clients/${SHOP}/evaluate-scopes/generate-example-access-token?userId=${ADA}&scope=openid`,
      `/clients/${SHOP}/evaluate-scopes/protocol-mappers?scope=openid`,
      '/identity-provider/instances',
      '/identity-provider/instances/corp',
      '/identity-provider/instances/corp/mappers',
      '/organizations',
      `/organizations/${GLOBEX}`,
      `/organizations/${GLOBEX}/members`,
      '/authentication/required-actions',
      '/authentication/flows/direct%20grant/executions',
      '/authentication/flows/reset%20credentials/executions',
      '/authentication/flows/first%20broker%20login/executions',
      '/localization',
      '/client-policies/policies',
      '/client-policies/profiles',
      '/clients-initial-access',
      '/client-types',
      '/workflows',
      '/group-by-path/staff',
      '/components?type=org.keycloak.keys.KeyProvider',
    ].map((path) => read(path === '/client-types' ? 501 : 200, path)),
    ...[
      `/users/${UNKNOWN_ID}`,
      '/roles/nobody',
      `/clients/${UNKNOWN_ID}`,
      '/identity-provider/instances/nobody',
      '/no-such-thing',
      `/organizations/${UNKNOWN_ID}`,
      '/authentication/flows/none/executions',
    ].map((path) => read(404, path)),
    { ...read(401, '/users'), name: 'users without token', headers: {} },
    { ...read(401, '/users'), name: 'users with a bad token', headers: bearer('bad') },
    {
      ...read(403, '/users?max=1'),
      name: 'users, for another origin',
      headers: { ...headers, origin: 'https://evil.example' },
    },
    request('a preflight', 200, `${ADMIN}/users`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    }),
    request('another realm', 403, '/admin/realms/master/users', { headers }),
    request('an unknown realm', 404, '/admin/realms/nowhere/users', { headers }),
    request('the realms', 200, '/admin/realms', { headers }),
    request('whoami', 403, '/admin/acme/console/whoami?currentRealm=acme', { headers }),
    request('the admin console', 200, '/admin/acme/console/'),
    request('the admin console’s configuration', 404, '/admin/acme/console/config'),
    request('the server', 302, '/admin/'),
    { ...administrator('aide'), name: 'an assistant signs in' },
    read(200, '/users?max=1'),
    read(403, '/clients'),
    read(403, '/events'),
    send('POST', 403, '/users', { username: 'x' }),
    send('DELETE', 403, `/users/${ADA}`),
  ],
};

const REGISTRATIONS = '~/clients-registrations/openid-connect';
const nextToken = { registration: member('registration_access_token') };
const registration = (name: string, status: number, path: string, token: string, others: Others = {}) =>
  request(name, status, `${REGISTRATIONS}${path}`, { headers: bearer(token), ...others });

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
    send('PUT', 204, '{mona}', { firstName: 'Mona', lastName: 'Muster', email: 'mona@acme.example' }),
    send('PUT', 204, '{mona}/reset-password', { type: 'password', value: 'a', temporary: true }),
    send('PUT', 400, '{mona}/reset-password', { type: 'password', value: '' }),
    read(200, '{mona}'),
    send('PUT', 204, '{mona}/execute-actions-email?client_id=shop-spa', ['UPDATE_PASSWORD']),
    send('PUT', 400, '{mona}/execute-actions-email', ['FLY']),
    send('PUT', 204, '{mona}/send-verify-email'),
    {
      ...send('PUT', 400, 'nora/send-verify-email'),
      path: `${ADMIN}/users/ac3e0000-0001-4000-8000-000000000006/send-verify-email`,
    },
    send('POST', 204, '{mona}/logout'),
    send('DELETE', 204, '{mona}'),
    send('DELETE', 404, '{mona}'),
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
    read(200, '{fresh}'),
    send('DELETE', 204, '{fresh}'),
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
    registration('registers a client (RFC 7591)', 201, '', '{initial}', {
      json: { client_name: 'Registered', redirect_uris: ['https://registered.example/callback'] },
      capture: { registered: member('client_id'), ...nextToken },
    }),
    registration('reads it', 200, '/{registered}', '{registration}', { capture: nextToken }),
    registration('updates it', 200, '/{registered}', '{registration}', {
      method: 'PUT',
      json: {
        client_id: '{registered}',
        client_name: 'Renamed',
        redirect_uris: ['https://registered.example/callback'],
      },
      capture: nextToken,
    }),
    registration('reads another client', 401, '/shop-spa', '{registration}'),
    registration('deletes it', 204, '/{registered}', '{registration}', { method: 'DELETE' }),
    registration('reads it after its deletion', 401, '/{registered}', '{registration}'),
    request('registers a client in Keycloak’s format', 201, '~/clients-registrations/default', {
      headers: bearer('{initial}'),
      json: { clientId: 'adapter' },
    }),
    request('registers a client without token', 403, REGISTRATIONS, {
      json: { redirect_uris: ['https://a.example/'] },
    }),
    registration('registers a client with a bad token', 401, '', 'bad', { json: {} }),
    request('an adapter’s configuration', 200, '~/clients-registrations/install/back-office', {
      headers: basic('back-office'),
    }),
    request('registers with invalid JSON', 400, REGISTRATIONS, {
      headers: { ...bearer('{initial}'), 'content-type': 'application/json' },
      body: '{',
    }),
    send('POST', 200, '/logout-all'),
  ],
};

const json = { accept: 'application/json' };
/** A call of the API for the signed-in user. */
const account = (name: string, status: number, path: string, others: Others = {}) =>
  request(name, status, `~/account/${path}`, { headers: { ...json, ...bearer('{user}') }, ...others });
const readOwn = (path: string) => account(`GET /${path}`, 200, path);
const PROFILE = { username: 'rita', email: 'rita@acme.example', firstName: 'Rita', lastName: 'Richter' };

const ACCOUNT: Scenario = {
  title: 'the account console and its API',
  requests: [
    request('the console', 200, '~/account/'),
    request('the console without slash', 200, '~/account'),
    request('a page of the console', 200, '~/account/account-security/signing-in'),
    request('the API without token', 401, '~/account/', { headers: json }),
    post(
      'the user signs in',
      200,
      `${OIDC}/token`,
      { grant_type: 'password', username: 'rita', password: 'rita-password', scope: 'openid' },
      { headers: basic('back-office'), capture: { user: member('access_token') } },
    ),
    ...['', 'credentials', 'sessions', 'sessions/devices', 'applications', 'linked-accounts'].map(readOwn),
    ...['groups', 'organizations', 'supportedLocales'].map(readOwn),
    account('an unknown credential', 404, 'credentials/none', { method: 'DELETE' }),
    account('updates the profile', 204, '', { json: PROFILE }),
    account('updates the profile with a bad address', 400, '', { json: { ...PROFILE, email: 'nonsense' } }),
    request('a preflight', 200, '~/account/', {
      method: 'OPTIONS',
      headers: { origin: 'https://back-office.acme.example', 'access-control-request-method': 'GET' },
    }),
    request('an invalid token', 401, '~/account/', { headers: { ...json, ...bearer('bad') } }),
    account('an unknown path', 404, 'no-such-thing'),
    account('resources that the realm doesn’t manage', 403, 'resources'),
    request('resources of UMA', 403, '~/authz/protection/resource_set'),
    request('a stored token of a broker', 403, '~/broker/social/token', { headers: bearer('{user}') }),
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
