/** Authorization requests, good and bad, and the pages that they get. */
import { formAction, location, type Row, redirected, type Story } from '../story.ts';
import { authorize, basic, OFFICE, OIDC, SHOP, themeVersion } from './rows.ts';

type Fields = Readonly<Record<string, string | undefined>>;

const ask = (name: string, status: number, fields: Fields, headers: Record<string, string> = {}): Row => ({
  name,
  status,
  path: authorize(fields),
  headers,
});

const LEGACY = { client_id: 'legacy', redirect_uri: 'https://legacy.acme.example/' } as const;
const STRICT = { client_id: 'strict', redirect_uri: 'https://strict.acme.example/callback' } as const;
const REQUEST_OBJECT = 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJzaG9wLXNwYSJ9.';

export const AUTHORIZATION: Story = {
  title: 'authorization requests',
  rows: [
    ask('a good request', 200, {}),
    ask('in German by ui_locales', 200, { ui_locales: 'de' }),
    ask('in German by the browser', 200, {}, { 'accept-language': 'de-AT,de;q=0.9' }),
    ask('in a language that the realm lacks', 200, { ui_locales: 'fr' }, { 'accept-language': 'fr' }),
    ask('with a login hint', 200, { login_hint: 'ada' }),
    ask('with the address of an organization as a hint', 303, { login_hint: 'someone@globex.example' }),
    ask('with a hint for a broker', 303, { kc_idp_hint: 'social' }),
    ask('with a hint for a broker that is unknown', 200, { kc_idp_hint: 'nobody' }),
    ask('with a scope of the realm', 200, { scope: 'openid orders:read offline_access' }),
    ask('with an organization as scope', 200, { scope: 'openid organization' }),
    ask('with a level of authentication', 200, { acr_values: '1' }),
    ask('with claims', 400, { claims: '{"id_token":{"acr":{"essential":true,"values":["gold"]}}}' }),
    ask('with prompt=login', 200, { prompt: 'login' }),
    ask('with prompt=consent', 200, { prompt: 'consent' }),
    ask('with prompt=create', 200, { prompt: 'create' }),
    ask('with prompt=none', 302, { prompt: 'none' }),
    ask('with a prompt that is unknown', 200, { prompt: 'sometimes' }),
    ask('with a max_age', 200, { max_age: '60' }),
    ask('with a max_age that is no number', 400, { max_age: 'old' }),
    ask('without scope', 200, { scope: undefined }),
    ask('with a scope that is unknown', 302, { scope: 'openid orders:write' }),
    ask('without state and nonce', 200, { state: undefined, nonce: undefined }),
    ask('without client', 400, { client_id: undefined }),
    ask('with a client that is unknown', 400, { client_id: 'nobody' }),
    ask('with a client that is disabled', 400, {
      client_id: 'retired',
      redirect_uri: 'https://retired.acme.example/callback',
    }),
    ask('with a client that only bears tokens', 403, { client_id: 'bearer' }),
    ask('with a client of SAML', 400, {
      client_id: 'https://payroll.acme.example/saml',
      redirect_uri: 'https://payroll.acme.example/',
    }),
    ask('with a client without the flow', 400, { client_id: 'orders-api' }),
    ask('with a redirect URI that is not registered', 400, { redirect_uri: 'https://evil.example/' }),
    ask('with a redirect URI that is none', 400, { redirect_uri: 'javascript:alert(1)' }),
    ask('without redirect URI', 400, { redirect_uri: undefined }),
    ask('without response type', 302, { response_type: undefined }),
    ask('with a response type that is unknown', 302, { response_type: 'ticket' }),
    ask('with the implicit flow, which the client lacks', 302, { response_type: 'id_token token' }),
    ask('with the implicit flow', 200, { ...LEGACY, response_type: 'id_token token' }),
    ask('with the implicit flow without nonce', 302, {
      ...LEGACY,
      response_type: 'id_token',
      nonce: undefined,
    }),
    ask('with the hybrid flow', 200, { ...LEGACY, response_type: 'code id_token' }),
    ask('with a response mode that is unknown', 302, { response_mode: 'pigeon' }),
    ask('with response_mode=form_post and an error', 200, { response_mode: 'form_post', prompt: 'none' }),
    ask('with response_mode=fragment and an error', 302, { response_mode: 'fragment', prompt: 'none' }),
    ask('with response_mode=query.jwt and an error', 302, { response_mode: 'query.jwt', prompt: 'none' }),
    ask('with a challenge method that is unknown', 302, { code_challenge_method: 'S512' }),
    ask('with a challenge that is too short', 302, { code_challenge: 'short' }),
    ask('without a challenge that is required', 302, { ...STRICT, code_challenge: undefined }),
    ask('without a pushed request that is required', 302, STRICT),
    ask('with a request object', 200, { request: REQUEST_OBJECT }),
    ask('with a request URI that is unknown', 400, { request_uri: 'urn:ietf:params:oauth:request_uri:none' }),
    ask('with request and request_uri', 400, { request: REQUEST_OBJECT, request_uri: 'https://a.example/' }),
    { ...ask('with a parameter twice', 400, {}), path: `${authorize()}&client_id=back-office` },
    { ...ask('with another parameter twice', 302, {}), path: `${authorize()}&scope=openid` },
    {
      name: 'posted',
      status: 200,
      path: `${OIDC}/auth`,
      form: { response_type: 'code', scope: 'openid', ...SHOP },
    },
    { ...ask('HEAD', 200, {}), method: 'HEAD' },
    { ...ask('PUT', 405, {}), method: 'PUT' },
    { ...ask('OPTIONS', 200, {}), method: 'OPTIONS', headers: { origin: 'https://shop.acme.example' } },
    { name: 'for registration', status: 200, path: authorize().replace('/auth?', '/registrations?') },
    { name: 'for a new password', status: 200, path: authorize().replace('/auth?', '/forgot-credentials?') },
    { name: 'for the page of codes', status: 500, path: `${OIDC}/oauth/oob` },
    { name: 'for a delegated page', status: 404, path: `${OIDC}/delegated` },
  ],
};

export const PUSHED: Story = {
  title: 'pushed authorization requests (RFC 9126)',
  rows: [
    {
      name: 'pushes a request',
      status: 201,
      path: `${OIDC}/ext/par/request`,
      headers: basic('back-office'),
      form: { response_type: 'code', scope: 'openid', state: 's', nonce: 'n', ...OFFICE },
      capture: { pushed: (response) => JSON.parse(response.body).request_uri },
    },
    {
      name: 'uses it',
      status: 302,
      path: `${OIDC}/auth?client_id=back-office&request_uri={pushed}`,
      browser: 'ada',
      capture: { next: location },
    },
    { name: 'the page', status: 200, path: '{next}', browser: 'ada', capture: { action: formAction } },
    { name: 'uses it again', status: 302, path: `${OIDC}/auth?client_id=back-office&request_uri={pushed}` },
    {
      name: 'gives the name',
      status: 200,
      path: '{action}',
      browser: 'ada',
      form: { username: 'ada' },
      capture: { action: formAction },
    },
    {
      name: 'gives the password',
      status: 302,
      path: '{action}',
      browser: 'ada',
      form: { username: 'ada', password: 'ada-password' },
      capture: { code: redirected('code') },
    },
    {
      name: 'pushes without credentials',
      status: 401,
      path: `${OIDC}/ext/par/request`,
      form: { response_type: 'code', ...OFFICE },
    },
    {
      name: 'pushes a redirect URI that is not registered',
      status: 400,
      path: `${OIDC}/ext/par/request`,
      headers: basic('back-office'),
      form: { response_type: 'code', client_id: 'back-office', redirect_uri: 'https://evil.example/' },
    },
    {
      name: 'pushes without what the client must have',
      status: 400,
      path: `${OIDC}/ext/par/request`,
      headers: basic('strict'),
      form: { response_type: 'code', ...STRICT },
    },
    { name: 'GET', status: 405, path: `${OIDC}/ext/par/request` },
    {
      name: 'preflight',
      status: 200,
      method: 'OPTIONS',
      path: `${OIDC}/ext/par/request`,
      headers: { origin: 'https://back-office.acme.example', 'access-control-request-method': 'POST' },
    },
  ],
};

export const THEME: Story = {
  title: 'files of themes',
  rows: [
    { name: 'a page', status: 200, path: authorize(), capture: { version: themeVersion } },
    { name: 'the style', status: 200, path: '/resources/{version}/login/acme/css/styles.css' },
    {
      name: 'the style, packed',
      status: 200,
      path: '/resources/{version}/login/keycloak.v2/css/styles.css',
      headers: { 'accept-encoding': 'identity', 'if-none-match': '"none"' },
    },
    {
      name: 'the style, HEAD',
      status: 200,
      method: 'HEAD',
      path: '/resources/{version}/login/acme/css/styles.css',
    },
    { name: 'a script', status: 200, path: '/resources/{version}/login/acme/js/authChecker.js' },
    { name: 'a file that is missing', status: 404, path: '/resources/{version}/login/acme/css/none.css' },
    { name: 'another version', status: 307, path: '/resources/00000/login/acme/css/styles.css' },
    {
      name: 'outside of the theme',
      status: 400,
      path: '/resources/{version}/login/acme/../../theme.properties',
    },
    { name: 'the messages of a page', status: 404, path: '/resources/{version}/login/acme/en' },
    { name: 'the messages of the account console', status: 200, path: '/resources/acme/account/en' },
    {
      name: 'a theme that is unknown',
      status: 200,
      path: '/resources/{version}/login/unknown/css/styles.css',
    },
    { name: 'a POST', status: 405, path: '/resources/{version}/login/acme/css/styles.css', form: { a: 'b' } },
  ],
};
