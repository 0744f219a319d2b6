/** Every grant of the token endpoint, valid and invalid requests. */
import { formAction, location, matched, member, type Scenario, type ScenarioRequest } from '../scenario.ts';
import { basic, type Form, OFFICE, OIDC, open, post, request, submit } from './requests.ts';

const TOKEN = `${OIDC}/token`;
const ada = { username: 'ada', password: 'ada-password' } as const;
const passwordOf = (username: string): Form => ({
  grant_type: 'password',
  username,
  password: `${username}-password`,
});

const token = (name: string, status: number, form: Form, headers: Form = {}): ScenarioRequest =>
  post(name, status, TOKEN, form, { headers });
const office = (name: string, status: number, form: Form): ScenarioRequest =>
  token(name, status, form, basic('back-office'));
/** A grant of a client, for which it authenticates by these headers or fields. */
const clientGrant = (name: string, status: number, headers: Form, fields: Form = {}): ScenarioRequest =>
  token(name, status, { grant_type: 'client_credentials', ...fields }, headers);
const orders = basic('orders-api');
const ORDERS = { client_id: 'orders-api', client_secret: 'orders-api-secret' } as const;
const EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token: '{access}',
  subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
} as const;
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export const TOKENS: Scenario = {
  title: 'the token endpoint',
  requests: [
    {
      ...office('a password', 200, { grant_type: 'password', scope: 'openid orders:read', ...ada }),
      capture: { access: member('access_token') },
    },
    office('a wrong password', 400, { grant_type: 'password', username: 'ada', password: 'x' }),
    office('an unknown user', 400, { grant_type: 'password', username: 'nobody', password: 'x' }),
    office('a password without one-time password', 400, passwordOf('otto')),
    office('a password with one-time password', 200, { ...passwordOf('otto'), totp: '{totpOfOtto}' }),
    office('a disabled user', 400, passwordOf('dora')),
    office('a user with a required action', 400, passwordOf('uta')),
    office('no user', 401, { grant_type: 'password' }),
    office('a password with an unknown scope', 400, { grant_type: 'password', scope: 'fly', ...ada }),
    office('offline access', 200, { grant_type: 'password', scope: 'openid offline_access', ...ada }),
    token('a password for a client without the grant', 400, {
      grant_type: 'password',
      client_id: 'shop-spa',
      ...ada,
    }),
    clientGrant('a client’s credentials', 200, orders),
    clientGrant('a client’s credentials in the form', 200, {}, ORDERS),
    clientGrant('a client’s credentials with a scope', 200, orders, { scope: 'orders:read' }),
    clientGrant('an unknown scope', 400, orders, { scope: 'fly' }),
    clientGrant('a wrong secret', 401, basic('orders-api', 'wrong')),
    clientGrant('a wrong secret in the form', 401, {}, { ...ORDERS, client_secret: 'x' }),
    clientGrant('no secret', 401, {}, { client_id: 'orders-api' }),
    clientGrant('an unknown client', 401, basic('nobody')),
    clientGrant('a disabled client', 401, {}, { client_id: 'retired' }),
    clientGrant('a client without service account', 401, basic('back-office')),
    clientGrant('a public client’s credentials', 401, {}, { client_id: 'shop-spa' }),
    clientGrant('two client authentication methods', 200, orders, ORDERS),
    clientGrant('an invalid Basic header', 401, { authorization: 'Basic %%%' }),
    clientGrant(
      'a signed assertion',
      200,
      {},
      {
        client_assertion_type: ASSERTION,
        client_assertion: '{assertion}',
      },
    ),
    clientGrant(
      'an invalid assertion',
      400,
      {},
      {
        client_id: 'asserting',
        client_assertion_type: ASSERTION,
        client_assertion: 'x.y.z',
      },
    ),
    office('an invalid code', 400, {
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: OFFICE.redirect_uri,
    }),
    office('no code', 400, { grant_type: 'authorization_code' }),
    office('no refresh token', 400, { grant_type: 'refresh_token' }),
    office('an invalid refresh token', 400, { grant_type: 'refresh_token', refresh_token: 'bad' }),
    office('an unknown grant', 400, { grant_type: 'urn:example:telepathy' }),
    office('no grant', 400, {}),
    office('a token exchange', 200, EXCHANGE),
    office('a token exchange for a refresh token', 400, {
      ...EXCHANGE,
      requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
    }),
    office('a token exchange for an audience', 400, { ...EXCHANGE, audience: 'orders-api' }),
    office('a token exchange without token', 400, { grant_type: EXCHANGE.grant_type }),
    token('a token exchange by a client without the grant', 400, EXCHANGE, orders),
    office('a JWT as grant', 400, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: '{access}',
    }),
    office('a UMA ticket', 401, { grant_type: 'urn:ietf:params:oauth:grant-type:uma-ticket', ticket: 'x' }),
    clientGrant('an invalid DPoP proof', 400, { ...orders, dpop: 'x' }),
    request('GET', 405, TOKEN),
    request('HEAD', 405, TOKEN, { method: 'HEAD' }),
    request('a preflight', 200, TOKEN, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.acme.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'dpop, authorization',
      },
    }),
    request('a preflight from an unknown origin', 200, TOKEN, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    }),
    request('JSON', 400, TOKEN, { json: { grant_type: 'client_credentials' }, headers: orders }),
    request('text', 400, TOKEN, {
      body: 'grant_type=client_credentials',
      headers: { 'content-type': 'text/plain', ...orders },
    }),
    request('no content type', 400, TOKEN, {
      body: 'grant_type=client_credentials',
      headers: orders,
    }),
    request('no body', 400, TOKEN, { method: 'POST', headers: orders }),
    clientGrant('an unregistered origin', 403, { ...orders, origin: 'https://evil.example' }),
    request('a parameter twice', 400, TOKEN, {
      body: 'grant_type=client_credentials&grant_type=password',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...orders },
    }),
  ],
};

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const deviceRequest = post(
  'a device requests a code',
  200,
  `${OIDC}/auth/device`,
  { scope: 'openid' },
  { headers: basic('back-office'), capture: { device: member('device_code'), user: member('user_code') } },
);

export const DEVICE: Scenario = {
  title: 'devices (RFC 8628)',
  requests: [
    deviceRequest,
    office('it polls', 400, { grant_type: DEVICE_GRANT, device_code: '{device}' }),
    // Each device polls once: a second poll may be rejected as too early, depending on timing.
    { ...deviceRequest, name: 'another device requests a code' },
    office('an unknown code', 400, { grant_type: DEVICE_GRANT, device_code: 'x' }),
    post('a client without the grant', 400, `${OIDC}/auth/device`, { client_id: 'shop-spa' }),
    open('the page for the user code', 200, '~/device'),
    { ...submit('a form to the endpoint', 401, { device_user_code: 'x' }), path: '~/device' },
    open('a wrong code', 200, '~/device?user_code=WRNG-CODE'),
    open('the right code', 302, '~/device?user_code={user}', { next: location }),
    open('the sign-in page', 200, '{next}', { action: formAction }),
    submit('the name', 200, { username: 'ada' }, { action: formAction }),
    submit('the password', 302, { ...ada }, { next: location }),
    open('the consent page', 200, '{next}', {
      action: formAction,
      code: matched(/name="code" value="([^"]+)"/),
    }),
    submit('consent', 302, { code: '{code}', accept: 'Yes' }),
    office('it polls after the user has consented', 200, {
      grant_type: DEVICE_GRANT,
      device_code: '{device}',
    }),
    request('the status', 200, '~/device/status?error=access_denied'),
  ],
};

const backchannel = (name: string, status: number, form: Form, headers: Form = basic('back-office')) =>
  post(name, status, `${OIDC}/ext/ciba/auth`, { scope: 'openid', ...form }, { headers });

export const BACKCHANNEL: Scenario = {
  title: 'backchannel authentication (CIBA)',
  requests: [
    backchannel('a request without a configured channel', 503, { login_hint: 'ada' }),
    backchannel('an unknown user', 400, { login_hint: 'nobody' }),
    backchannel('no hint', 400, {}),
    backchannel('a client without the grant', 401, { login_hint: 'ada' }, orders),
    office('an unknown request', 400, { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: 'x' }),
    request('a callback without token', 401, `${OIDC}/ext/ciba/auth/callback`, {
      json: { status: 'SUCCEED' },
    }),
  ],
};
