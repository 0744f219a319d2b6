/** Sign-ins in browsers: passwords, one-time passwords, required actions, consent, registration and brokers. */
import { bearer } from '../../form.ts';
import {
  formAction,
  location,
  matched,
  redirected,
  type Scenario,
  type ScenarioRequest,
} from '../scenario.ts';
import {
  authorize,
  basic,
  exchangeCode,
  type Form,
  OFFICE,
  OIDC,
  open,
  post,
  request,
  SHOP,
  signIn,
  submit,
} from './requests.ts';

const start: ScenarioRequest = open('requests authorization', 200, authorize(), { action: formAction });
const code = { code: redirected('code') };
const next = { next: location };

const refreshes = (name: string, status: number, fields: Form = {}, headers: Form = {}): ScenarioRequest =>
  post(
    name,
    status,
    `${OIDC}/token`,
    { grant_type: 'refresh_token', refresh_token: '{refresh}', client_id: 'shop-spa', ...fields },
    { headers },
  );

const introspects = (name: string, status: number, form: Form, headers: Form = {}): ScenarioRequest =>
  post(name, status, `${OIDC}/token/introspect`, form, { headers: { ...basic('back-office'), ...headers } });

const PASSWORD: Scenario = {
  title: 'a session: password, tokens, single sign-on, logout',
  requests: [
    start,
    submit('no username', 200, { username: '' }),
    submit('an unknown username', 200, { username: 'nobody' }),
    submit('a password for it', 200, { username: 'nobody', password: 'x' }),
    submit('no password', 200, { username: 'ada', password: '' }),
    submit('a wrong password', 200, { username: 'ada', password: 'wrong' }),
    submit('the right password', 302, { username: 'ada', password: 'ada-password', rememberMe: 'on' }, code),
    submit('the same form again', 302, { username: 'ada', password: 'ada-password' }),
    exchangeCode(),
    { ...exchangeCode(), name: 'the same code again', status: 400, capture: {} },
    open('single sign-on', 302, authorize(), code),
    exchangeCode(),
    request('userinfo', 200, `${OIDC}/userinfo`, { headers: bearer('{access}') }),
    request('userinfo for a page of the application', 200, `${OIDC}/userinfo`, {
      headers: { ...bearer('{access}'), origin: 'https://shop.acme.example' },
    }),
    post('userinfo, posted', 200, `${OIDC}/userinfo`, { access_token: '{access}' }),
    request('userinfo without token', 401, `${OIDC}/userinfo`),
    request('userinfo with a bad token', 401, `${OIDC}/userinfo`, { headers: bearer('bad') }),
    request('userinfo by Basic', 401, `${OIDC}/userinfo`, { headers: basic('back-office') }),
    request('userinfo with an ID token', 401, `${OIDC}/userinfo`, { headers: bearer('{id}') }),
    request('userinfo, preflight', 200, `${OIDC}/userinfo`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.acme.example', 'access-control-request-method': 'GET' },
    }),
    request('userinfo, DELETE', 405, `${OIDC}/userinfo`, { method: 'DELETE' }),
    refreshes('refreshes', 200, {}, { origin: 'https://shop.acme.example' }),
    refreshes('refreshes with a scope', 200, { scope: 'openid' }),
    refreshes('refreshes with a scope that was not granted', 200, { scope: 'orders:read' }),
    refreshes('refreshes as another client', 400, { client_id: 'legacy' }),
    refreshes('refreshes with an access token', 400, { refresh_token: '{access}' }),
    introspects('introspects', 200, { token: '{access}' }),
    introspects('introspects a refresh token', 200, { token: '{refresh}', token_type_hint: 'refresh_token' }),
    introspects('introspects for a JWT', 200, { token: '{access}' }, { accept: 'application/jwt' }),
    introspects('introspects nonsense', 200, { token: 'nonsense' }),
    introspects('introspects nothing', 400, {}),
    post('introspects as a public client', 403, `${OIDC}/token/introspect`, {
      token: '{access}',
      client_id: 'shop-spa',
    }),
    request('introspects by GET', 405, `${OIDC}/token/introspect`),
    open('for another client', 302, authorize({ ...OFFICE, scope: 'openid orders:read' }), code),
    exchangeCode(OFFICE),
    open('with prompt=none', 302, authorize({ prompt: 'none' }), code),
    open('with prompt=login', 200, authorize({ prompt: 'login' }), { action: formAction }),
    submit('the password again', 302, { username: 'ada', password: 'ada-password' }, code),
    open('with a max_age that the session satisfies', 302, authorize({ max_age: '36000' })),
    open('with an unknown action', 302, authorize({ kc_action: 'FLY' })),
    open('with an action for the password', 302, authorize({ kc_action: 'UPDATE_PASSWORD' }), next),
    open('the action’s page', 200, '{next}', { action: formAction }),
    submit('two different passwords', 200, { 'password-new': 'one', 'password-confirm': 'two' }),
    submit('cancels the action', 302, { 'cancel-aia': 'true' }),
    open('with an action for one-time passwords', 302, authorize({ kc_action: 'CONFIGURE_TOTP' })),
    open('with an action for a passkey', 302, authorize({ kc_action: 'webauthn-register' })),
    open('with an action for the profile', 302, authorize({ kc_action: 'UPDATE_PROFILE' }), next),
    open('the profile page', 200, '{next}'),
    open('with an action to update the email address', 302, authorize({ kc_action: 'UPDATE_EMAIL' })),
    post('revokes the refresh token', 200, `${OIDC}/revoke`, {
      token: '{refresh}',
      client_id: 'back-office',
      client_secret: 'back-office-secret',
    }),
    post('revokes nonsense', 200, `${OIDC}/revoke`, { token: 'nonsense', client_id: 'shop-spa' }),
    post('revokes nothing', 400, `${OIDC}/revoke`, { client_id: 'shop-spa' }),
    post('revokes another client’s token', 400, `${OIDC}/revoke`, {
      token: '{access}',
      client_id: 'shop-spa',
    }),
    post(
      'refreshes with a revoked token',
      400,
      `${OIDC}/token`,
      { grant_type: 'refresh_token', refresh_token: '{refresh}' },
      { headers: basic('back-office') },
    ),
    open('logout without a hint', 200, `${OIDC}/logout`),
    open(
      'logout with a bad URI',
      400,
      `${OIDC}/logout?id_token_hint={id}&post_logout_redirect_uri=https://evil.example/`,
    ),
    open('logout with a bad hint', 400, `${OIDC}/logout?id_token_hint=bad`),
    open(
      'logout of a client',
      200,
      `${OIDC}/logout?client_id=shop-spa&post_logout_redirect_uri=https%3A%2F%2Fshop.acme.example%2F`,
    ),
    open(
      'logout',
      302,
      `${OIDC}/logout?id_token_hint={id}&state=s&post_logout_redirect_uri=https%3A%2F%2Fback-office.acme.example%2F`,
    ),
    request('userinfo after logout', 401, `${OIDC}/userinfo`, { headers: bearer('{access}') }),
    open('authorization after logout', 302, authorize({ prompt: 'none' })),
    post('backchannel logout with an expired refresh token', 204, `${OIDC}/logout`, {
      refresh_token: '{refresh}',
      client_id: 'back-office',
      client_secret: 'back-office-secret',
    }),
    post('backchannel logout from a broker', 400, `${OIDC}/logout/backchannel-logout`, { logout_token: 'x' }),
  ],
};

const ONE_TIME_PASSWORD: Scenario = {
  title: 'a one-time password',
  requests: [
    start,
    submit('the name', 200, { username: 'otto' }),
    submit('the password', 200, { username: 'otto', password: 'otto-password' }),
    submit('no one-time password', 200, { otp: '' }),
    submit('a wrong one', 200, { otp: '000000' }),
    submit('the right one', 302, { otp: '{totpOfOtto}' }, code),
    exchangeCode(),
  ],
};

const ACCOUNTS: readonly Scenario[] = [
  ['an account with an unverified email address', 'ulla'],
  ['an account without email address', 'nora'],
  ['a member of the organization', 'greta'],
].map(([title = '', username = '']) => ({
  title,
  requests: [
    start,
    submit('the name', 200, { username }),
    submit('the password', 302, { username, password: `${username}-password` }),
  ],
}));

const REQUIRED_ACTION: Scenario = {
  title: 'a password that must be changed',
  requests: [
    start,
    submit('the name', 200, { username: 'vera' }),
    submit('the password', 302, { username: 'vera', password: 'vera-password' }, next),
    open('the action’s page', 200, '{next}', { action: formAction }),
    submit('two different passwords', 200, { 'password-new': 'one', 'password-confirm': 'two' }),
    submit(
      'a new password',
      302,
      { 'password-new': 'new-password', 'password-confirm': 'new-password' },
      code,
    ),
    exchangeCode(),
  ],
};

const AT_PARTNER = authorize({
  client_id: 'partner',
  redirect_uri: 'https://partner.example/callback',
  scope: 'openid orders:read',
});
const consentPage = { action: formAction, sessionCode: matched(/name="code" value="([^"]+)"/) };

const CONSENT: Scenario = {
  title: 'consent',
  requests: [
    open('requests authorization', 200, AT_PARTNER, { action: formAction }),
    submit('the name', 200, { username: 'sam' }),
    submit('the password', 302, { username: 'sam', password: 'sam-password' }, next),
    open('the consent page', 200, '{next}', consentPage),
    submit('denies', 302, { code: '{sessionCode}', cancel: 'No' }),
    open('requests again', 200, AT_PARTNER, { action: formAction }),
    submit('the name again', 200, { username: 'sam' }),
    submit('the password again', 302, { username: 'sam', password: 'sam-password' }, next),
    open('the consent page again', 200, '{next}', consentPage),
    submit('grants', 302, { code: '{sessionCode}', accept: 'Yes' }, code),
    open('needs no consent again', 302, AT_PARTNER),
  ],
};

const REGISTERED: Form = {
  username: 'new',
  email: 'new@acme.example',
  firstName: 'New',
  lastName: 'User',
  password: 'new-password',
  'password-confirm': 'new-password',
};

const REGISTRATION: Scenario = {
  title: 'registration',
  requests: [
    open('the page', 200, authorize().replace('/auth?', '/registrations?'), { action: formAction }),
    submit('no username', 200, { username: '' }),
    submit('an existing username', 200, { ...REGISTERED, username: 'ada' }),
    submit('an existing email address', 200, { ...REGISTERED, email: 'ada@acme.example' }),
    submit('an invalid email address', 200, {
      ...REGISTERED,
      email: 'no address',
      'password-confirm': 'another',
    }),
    submit('all required fields', 302, REGISTERED, code),
    exchangeCode(),
  ],
};

const MISSING_GET: Readonly<Record<string, number>> = {
  'reset-credentials': 200,
  consent: 404,
  'no-such-action': 404,
};
const MISSING_POST: Readonly<Record<string, number>> = {
  restart: 404,
  'detached-info': 404,
  'action-token': 404,
  'no-such-action': 404,
};

const LOGIN_ACTIONS: Scenario = {
  title: 'pages of flows, opened out of order',
  requests: [
    ...[
      ...['authenticate', 'registration', 'reset-credentials', 'required-action', 'first-broker-login'],
      ...['post-broker-login', 'restart', 'detached-info', 'action-token', 'consent', 'no-such-action'],
    ].flatMap((path): ScenarioRequest[] => [
      request(`GET ${path}`, MISSING_GET[path] ?? 400, `~/login-actions/${path}`),
      post(`POST ${path}`, MISSING_POST[path] ?? 400, `~/login-actions/${path}`, { code: 'x' }),
    ]),
    request('an invalid action token', 400, '~/login-actions/action-token?key=bad&client_id=shop-spa'),
    request(
      'an invalid code',
      400,
      '~/login-actions/authenticate?session_code=x&client_id=shop-spa&tab_id=y',
    ),
    start,
    open('reload', 302, '~/login-actions/authenticate?client_id=shop-spa&tab_id=unknown', {}),
    open('restart', 302, '~/login-actions/restart?client_id=shop-spa'),
    open('an unknown execution', 302, '~/login-actions/authenticate?execution=unknown&client_id=shop-spa'),
    { ...start, browser: 'c' },
    post('a form without cookies', 400, '{action}', { username: 'ada' }),
    post('a form with another browser’s cookies', 400, '{action}', { username: 'ada' }, { browser: 'd' }),
  ],
};

const toProvider = {
  ...start,
  capture: { social: matched(/href="([^"]*broker\/social\/login[^"]*)"/) },
};

const BROKERS: Scenario = {
  title: 'brokers',
  requests: [
    toProvider,
    open('redirects to the provider', 303, '{social}', { state: redirected('state') }),
    open('the user cancels there', 200, '~/broker/social/endpoint?error=access_denied&state={state}'),
    toProvider,
    open('redirects there again', 303, '{social}', { state: redirected('state') }),
    open('the provider’s response names no user', 502, '~/broker/social/endpoint?code=c&state={state}'),
    open('a response without state', 400, '~/broker/social/endpoint?code=c'),
    open('a response with a bad state', 400, '~/broker/social/endpoint?code=c&state=bad'),
    open('without a code', 400, '~/broker/social/login'),
    open('an unknown provider', 302, '~/broker/nobody/login?session_code=x&client_id=shop-spa&tab_id=y'),
    open('an unknown provider’s endpoint', 404, '~/broker/nobody/endpoint'),
    request('a stored token without rights', 400, '~/broker/social/token'),
    start,
    submit('an address of the organization', 303, { username: 'someone@globex.example' }),
    request('SAML metadata of a broker of another kind', 404, '~/broker/social/endpoint/descriptor'),
  ],
};

/** A sign-in at a provider, which then redirects the user back. */
const brokerSignIn = (
  subject: string,
  email: string,
  status: number,
  capture: ScenarioRequest['capture'],
): ScenarioRequest[] => [
  toProvider,
  open('redirects to the provider', 303, '{social}', {
    state: redirected('state'),
    nonce: redirected('nonce'),
  }),
  open(
    'returns from the provider',
    status,
    `~/broker/social/endpoint?state={state}&code=${subject}~${encodeURIComponent(email)}~{nonce}`,
    capture,
  ),
];

const BROKERED: readonly Scenario[] = [
  {
    title: 'a brokered user',
    requests: [...brokerSignIn('social-erika', 'erika@acme.example', 302, code), exchangeCode()],
  },
  {
    title: 'a new brokered user',
    requests: [
      ...brokerSignIn('social-new', 'newcomer@acme.example', 302, next),
      open('reviews the profile', 200, '{next}', { action: formAction }),
      submit('submits it incomplete', 200, { username: 'newcomer', email: '' }),
      submit(
        'completes it',
        302,
        { username: 'newcomer', email: 'newcomer@acme.example', firstName: 'New', lastName: 'Comer' },
        next,
      ),
    ],
  },
  {
    title: 'a brokered user whose email address has an account',
    requests: [
      ...brokerSignIn('social-sam', 'sam@acme.example', 302, next),
      open('reviews the profile', 200, '{next}', { action: formAction }),
      submit('completes it', 200, {
        username: 'sam',
        email: 'sam@acme.example',
        firstName: 'Sam',
        lastName: 'Suter',
      }),
      submit('links the account', 200, { submitAction: 'linkAccount' }, {}),
    ],
  },
];

export const SIGN_IN_SCENARIOS: readonly Scenario[] = [
  PASSWORD,
  ONE_TIME_PASSWORD,
  ...ACCOUNTS,
  REQUIRED_ACTION,
  CONSENT,
  REGISTRATION,
  LOGIN_ACTIONS,
  BROKERS,
  ...BROKERED,
  {
    title: 'the implicit flow',
    requests: [
      open(
        'requests tokens',
        200,
        authorize({
          client_id: 'legacy',
          redirect_uri: 'https://legacy.acme.example/',
          response_type: 'code id_token token',
        }),
        { action: formAction },
      ),
      submit('the name', 200, { username: 'ada' }),
      submit('the password', 302, { username: 'ada', password: 'ada-password' }),
    ],
  },
  {
    title: 'an application is notified of a logout',
    requests: [
      ...signIn('ada', OFFICE),
      exchangeCode(OFFICE),
      open(
        'logout',
        302,
        `${OIDC}/logout?id_token_hint={id}&post_logout_redirect_uri=https%3A%2F%2Fback-office.acme.example%2F`,
      ),
    ],
  },
  {
    title: 'response modes',
    requests: [
      ...signIn('ada'),
      ...['fragment', 'query.jwt', 'form_post'].map((mode) =>
        open(mode, mode === 'form_post' ? 200 : 302, authorize({ response_mode: mode })),
      ),
      {
        ...exchangeCode(),
        name: 'a code with another redirect URI',
        status: 400,
        form: {
          grant_type: 'authorization_code',
          code: '{code}',
          ...SHOP,
          redirect_uri: 'https://shop.acme.example/other',
        },
        capture: {},
      },
    ],
  },
];
