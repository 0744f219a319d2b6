/** Every grant of the token endpoint, valid and invalid requests. */
import { formAction, location, matched, member, type Scenario, type ScenarioRequest } from '../scenario.ts';
import { basic, OFFICE, OIDC } from './requests.ts';

type Form = Readonly<Record<string, string>>;
const TOKEN = `${OIDC}/token`;
const ada = { username: 'ada', password: 'ada-password' } as const;

const token = (name: string, status: number, form: Form, headers: Form = {}): ScenarioRequest => ({
  name,
  status,
  path: TOKEN,
  form,
  headers,
});
const office = (name: string, status: number, form: Form): ScenarioRequest =>
  token(name, status, form, basic('back-office'));

export const TOKENS: Scenario = {
  title: 'the token endpoint',
  requests: [
    {
      ...office('a password', 200, { grant_type: 'password', scope: 'openid orders:read', ...ada }),
      capture: { access: member('access_token') },
    },
    office('a wrong password', 400, { grant_type: 'password', username: 'ada', password: 'x' }),
    office('an unknown user', 400, { grant_type: 'password', username: 'nobody', password: 'x' }),
    office('a password without one-time password', 400, {
      grant_type: 'password',
      username: 'otto',
      password: 'otto-password',
    }),
    office('a password with one-time password', 200, {
      grant_type: 'password',
      username: 'otto',
      password: 'otto-password',
      totp: '{totpOfOtto}',
    }),
    office('a disabled user', 400, { grant_type: 'password', username: 'dora', password: 'dora-password' }),
    office('a user with a required action', 400, {
      grant_type: 'password',
      username: 'uta',
      password: 'uta-password',
    }),
    office('no user', 401, { grant_type: 'password' }),
    office('a password with an unknown scope', 400, { grant_type: 'password', scope: 'fly', ...ada }),
    office('offline access', 200, { grant_type: 'password', scope: 'openid offline_access', ...ada }),
    token('a password for a client without the grant', 400, {
      grant_type: 'password',
      client_id: 'shop-spa',
      ...ada,
    }),
    token('a client’s credentials', 200, { grant_type: 'client_credentials' }, basic('orders-api')),
    token('a client’s credentials in the form', 200, {
      grant_type: 'client_credentials',
      client_id: 'orders-api',
      client_secret: 'orders-api-secret',
    }),
    token(
      'a client’s credentials with a scope',
      200,
      { grant_type: 'client_credentials', scope: 'orders:read' },
      basic('orders-api'),
    ),
    token('an unknown scope', 400, { grant_type: 'client_credentials', scope: 'fly' }, basic('orders-api')),
    token('a wrong secret', 401, { grant_type: 'client_credentials' }, basic('orders-api', 'wrong')),
    token('a wrong secret in the form', 401, {
      grant_type: 'client_credentials',
      client_id: 'orders-api',
      client_secret: 'x',
    }),
    token('no secret', 401, { grant_type: 'client_credentials', client_id: 'orders-api' }),
    token('an unknown client', 401, { grant_type: 'client_credentials' }, basic('nobody')),
    token('a disabled client', 401, { grant_type: 'client_credentials', client_id: 'retired' }),
    token(
      'a client without service account',
      401,
      { grant_type: 'client_credentials' },
      basic('back-office'),
    ),
    token('a public client’s credentials', 401, { grant_type: 'client_credentials', client_id: 'shop-spa' }),
    token(
      'two client authentication methods',
      200,
      { grant_type: 'client_credentials', client_id: 'orders-api', client_secret: 'orders-api-secret' },
      basic('orders-api'),
    ),
    token(
      'an invalid Basic header',
      401,
      { grant_type: 'client_credentials' },
      { authorization: 'Basic %%%' },
    ),
    token('a signed assertion', 200, {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: '{assertion}',
    }),
    token('an invalid assertion', 400, {
      grant_type: 'client_credentials',
      client_id: 'asserting',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'x.y.z',
    }),
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
    office('a token exchange', 200, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: '{access}',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }),
    office('a token exchange for a refresh token', 400, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: '{access}',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
    }),
    office('a token exchange for an audience', 400, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: '{access}',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'orders-api',
    }),
    office('a token exchange without token', 400, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    }),
    token(
      'a token exchange by a client without the grant',
      400,
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: '{access}',
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      },
      basic('orders-api'),
    ),
    office('a JWT as grant', 400, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: '{access}',
    }),
    office('a UMA ticket', 401, { grant_type: 'urn:ietf:params:oauth:grant-type:uma-ticket', ticket: 'x' }),
    token(
      'an invalid DPoP proof',
      400,
      { grant_type: 'client_credentials' },
      { ...basic('orders-api'), dpop: 'x' },
    ),
    { name: 'GET', status: 405, path: TOKEN },
    { name: 'HEAD', status: 405, method: 'HEAD', path: TOKEN },
    {
      name: 'a preflight',
      status: 200,
      method: 'OPTIONS',
      path: TOKEN,
      headers: {
        origin: 'https://shop.acme.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'dpop, authorization',
      },
    },
    {
      name: 'a preflight from an unknown origin',
      status: 200,
      method: 'OPTIONS',
      path: TOKEN,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    },
    {
      name: 'JSON',
      status: 400,
      path: TOKEN,
      json: { grant_type: 'client_credentials' },
      headers: basic('orders-api'),
    },
    {
      name: 'text',
      status: 400,
      path: TOKEN,
      body: 'grant_type=client_credentials',
      headers: { 'content-type': 'text/plain', ...basic('orders-api') },
    },
    {
      name: 'no content type',
      status: 400,
      path: TOKEN,
      body: 'grant_type=client_credentials',
      headers: basic('orders-api'),
    },
    { name: 'no body', status: 400, method: 'POST', path: TOKEN, headers: basic('orders-api') },
    {
      name: 'an unregistered origin',
      status: 403,
      path: TOKEN,
      form: { grant_type: 'client_credentials' },
      headers: { ...basic('orders-api'), origin: 'https://evil.example' },
    },
    {
      name: 'a parameter twice',
      status: 400,
      path: TOKEN,
      body: 'grant_type=client_credentials&grant_type=password',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...basic('orders-api') },
    },
  ],
};

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const request: ScenarioRequest = {
  name: 'a device requests a code',
  status: 200,
  path: `${OIDC}/auth/device`,
  headers: basic('back-office'),
  form: { scope: 'openid' },
  capture: { device: member('device_code'), user: member('user_code') },
};

export const DEVICE: Scenario = {
  title: 'devices (RFC 8628)',
  requests: [
    request,
    office('it polls', 400, { grant_type: DEVICE_GRANT, device_code: '{device}' }),
    // Each device polls once: a second poll may be rejected as too early, depending on timing.
    { ...request, name: 'another device requests a code' },
    office('an unknown code', 400, {
      grant_type: DEVICE_GRANT,
      device_code: 'x',
    }),
    {
      name: 'a client without the grant',
      status: 400,
      path: `${OIDC}/auth/device`,
      form: { client_id: 'shop-spa' },
    },
    { name: 'the page for the user code', status: 200, path: '~/device', browser: 'b' },
    {
      name: 'a form to the endpoint',
      status: 401,
      path: '~/device',
      browser: 'b',
      form: { device_user_code: 'x' },
    },
    { name: 'a wrong code', status: 200, path: '~/device?user_code=WRNG-CODE', browser: 'b' },
    {
      name: 'the right code',
      status: 302,
      path: '~/device?user_code={user}',
      browser: 'b',
      capture: { next: location },
    },
    { name: 'the sign-in page', status: 200, path: '{next}', browser: 'b', capture: { action: formAction } },
    {
      name: 'the name',
      status: 200,
      path: '{action}',
      browser: 'b',
      form: { username: 'ada' },
      capture: { action: formAction },
    },
    {
      name: 'the password',
      status: 302,
      path: '{action}',
      browser: 'b',
      form: { ...ada },
      capture: { next: location },
    },
    {
      name: 'the consent page',
      status: 200,
      path: '{next}',
      browser: 'b',
      capture: { action: formAction, code: matched(/name="code" value="([^"]+)"/) },
    },
    { name: 'consent', status: 302, path: '{action}', browser: 'b', form: { code: '{code}', accept: 'Yes' } },
    office('it polls after the user has consented', 200, {
      grant_type: DEVICE_GRANT,
      device_code: '{device}',
    }),
    { name: 'the status', status: 200, path: '~/device/status?error=access_denied' },
  ],
};

export const BACKCHANNEL: Scenario = {
  title: 'backchannel authentication (CIBA)',
  requests: [
    {
      name: 'a request without a configured channel',
      status: 503,
      path: `${OIDC}/ext/ciba/auth`,
      headers: basic('back-office'),
      form: { scope: 'openid', login_hint: 'ada' },
    },
    {
      name: 'an unknown user',
      status: 400,
      path: `${OIDC}/ext/ciba/auth`,
      headers: basic('back-office'),
      form: { scope: 'openid', login_hint: 'nobody' },
    },
    {
      name: 'no hint',
      status: 400,
      path: `${OIDC}/ext/ciba/auth`,
      headers: basic('back-office'),
      form: { scope: 'openid' },
    },
    {
      name: 'a client without the grant',
      status: 401,
      path: `${OIDC}/ext/ciba/auth`,
      headers: basic('orders-api'),
      form: { scope: 'openid', login_hint: 'ada' },
    },
    office('an unknown request', 400, { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: 'x' }),
    {
      name: 'a callback without token',
      status: 401,
      path: `${OIDC}/ext/ciba/auth/callback`,
      json: { status: 'SUCCEED' },
    },
  ],
};
