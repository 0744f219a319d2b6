/** Valid and invalid authorization requests, and the pages in response. */
import { formAction, location, redirected, type Scenario, type ScenarioRequest } from '../scenario.ts';
import { authorize, basic, OFFICE, OIDC, SHOP, themeVersion } from './requests.ts';

type Fields = Readonly<Record<string, string | undefined>>;

const authorization = (
  name: string,
  status: number,
  fields: Fields,
  headers: Record<string, string> = {},
): ScenarioRequest => ({
  name,
  status,
  path: authorize(fields),
  headers,
});

const LEGACY = { client_id: 'legacy', redirect_uri: 'https://legacy.acme.example/' } as const;
const STRICT = { client_id: 'strict', redirect_uri: 'https://strict.acme.example/callback' } as const;
const REQUEST_OBJECT = 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJzaG9wLXNwYSJ9.';

export const AUTHORIZATION: Scenario = {
  title: 'authorization requests',
  requests: [
    authorization('a valid request', 200, {}),
    authorization('in German by ui_locales', 200, { ui_locales: 'de' }),
    authorization('in German by the browser', 200, {}, { 'accept-language': 'de-AT,de;q=0.9' }),
    authorization(
      'in a language that the realm does not support',
      200,
      { ui_locales: 'fr' },
      { 'accept-language': 'fr' },
    ),
    authorization('with a login hint', 200, { login_hint: 'ada' }),
    authorization('with the address of an organization as a hint', 303, {
      login_hint: 'someone@globex.example',
    }),
    authorization('with a hint for a broker', 303, { kc_idp_hint: 'social' }),
    authorization('with a hint for an unknown broker', 200, { kc_idp_hint: 'nobody' }),
    authorization('with a scope of the realm', 200, { scope: 'openid orders:read offline_access' }),
    authorization('with an organization as scope', 200, { scope: 'openid organization' }),
    authorization('with a level of authentication', 200, { acr_values: '1' }),
    authorization('with claims', 400, {
      claims: '{"id_token":{"acr":{"essential":true,"values":["gold"]}}}',
    }),
    authorization('with prompt=login', 200, { prompt: 'login' }),
    authorization('with prompt=consent', 200, { prompt: 'consent' }),
    authorization('with prompt=create', 200, { prompt: 'create' }),
    authorization('with prompt=none', 302, { prompt: 'none' }),
    authorization('with an unknown prompt', 200, { prompt: 'sometimes' }),
    authorization('with a max_age', 200, { max_age: '60' }),
    authorization('with a non-numeric max_age', 400, { max_age: 'old' }),
    authorization('without scope', 200, { scope: undefined }),
    authorization('with an unknown scope', 302, { scope: 'openid orders:write' }),
    authorization('without state and nonce', 200, { state: undefined, nonce: undefined }),
    authorization('without client', 400, { client_id: undefined }),
    authorization('with an unknown client', 400, { client_id: 'nobody' }),
    authorization('with a disabled client', 400, {
      client_id: 'retired',
      redirect_uri: 'https://retired.acme.example/callback',
    }),
    authorization('with a bearer-only client', 403, { client_id: 'bearer' }),
    authorization('with a SAML client', 400, {
      client_id: 'https://payroll.acme.example/saml',
      redirect_uri: 'https://payroll.acme.example/',
    }),
    authorization('with a client without the flow', 400, { client_id: 'orders-api' }),
    authorization('with an unregistered redirect URI', 400, {
      redirect_uri: 'https://evil.example/',
    }),
    authorization('with an invalid redirect URI', 400, { redirect_uri: 'javascript:alert(1)' }),
    authorization('without redirect URI', 400, { redirect_uri: undefined }),
    authorization('without response type', 302, { response_type: undefined }),
    authorization('with an unknown response type', 302, { response_type: 'ticket' }),
    authorization('with the implicit flow, which the client may not use', 302, {
      response_type: 'id_token token',
    }),
    authorization('with the implicit flow', 200, { ...LEGACY, response_type: 'id_token token' }),
    authorization('with the implicit flow without nonce', 302, {
      ...LEGACY,
      response_type: 'id_token',
      nonce: undefined,
    }),
    authorization('with the hybrid flow', 200, { ...LEGACY, response_type: 'code id_token' }),
    authorization('with an unknown response mode', 302, { response_mode: 'pigeon' }),
    authorization('with response_mode=form_post and an error', 200, {
      response_mode: 'form_post',
      prompt: 'none',
    }),
    authorization('with response_mode=fragment and an error', 302, {
      response_mode: 'fragment',
      prompt: 'none',
    }),
    authorization('with response_mode=query.jwt and an error', 302, {
      response_mode: 'query.jwt',
      prompt: 'none',
    }),
    authorization('with an unknown challenge method', 302, { code_challenge_method: 'S512' }),
    authorization('with a challenge that is too short', 302, { code_challenge: 'short' }),
    authorization('without the required challenge', 302, { ...STRICT, code_challenge: undefined }),
    authorization('without the required pushed request', 302, STRICT),
    authorization('with a request object', 200, { request: REQUEST_OBJECT }),
    authorization('with an unknown request URI', 400, {
      request_uri: 'urn:ietf:params:oauth:request_uri:none',
    }),
    authorization('with request and request_uri', 400, {
      request: REQUEST_OBJECT,
      request_uri: 'https://a.example/',
    }),
    { ...authorization('with a parameter twice', 400, {}), path: `${authorize()}&client_id=back-office` },
    { ...authorization('with another parameter twice', 302, {}), path: `${authorize()}&scope=openid` },
    {
      name: 'posted',
      status: 200,
      path: `${OIDC}/auth`,
      form: { response_type: 'code', scope: 'openid', ...SHOP },
    },
    { ...authorization('HEAD', 200, {}), method: 'HEAD' },
    { ...authorization('PUT', 405, {}), method: 'PUT' },
    {
      ...authorization('OPTIONS', 200, {}),
      method: 'OPTIONS',
      headers: { origin: 'https://shop.acme.example' },
    },
    { name: 'for registration', status: 200, path: authorize().replace('/auth?', '/registrations?') },
    { name: 'for a new password', status: 200, path: authorize().replace('/auth?', '/forgot-credentials?') },
    { name: 'for the out-of-band page', status: 500, path: `${OIDC}/oauth/oob` },
    { name: 'for a delegated page', status: 404, path: `${OIDC}/delegated` },
  ],
};

export const PUSHED: Scenario = {
  title: 'pushed authorization requests (RFC 9126)',
  requests: [
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
      name: 'enters the username',
      status: 200,
      path: '{action}',
      browser: 'ada',
      form: { username: 'ada' },
      capture: { action: formAction },
    },
    {
      name: 'enters the password',
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
      name: 'pushes an unregistered redirect URI',
      status: 400,
      path: `${OIDC}/ext/par/request`,
      headers: basic('back-office'),
      form: { response_type: 'code', client_id: 'back-office', redirect_uri: 'https://evil.example/' },
    },
    {
      name: 'pushes without the parameters that the client requires',
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

export const THEME: Scenario = {
  title: 'files of themes',
  requests: [
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
    { name: 'a missing file', status: 404, path: '/resources/{version}/login/acme/css/none.css' },
    { name: 'another version', status: 307, path: '/resources/00000/login/acme/css/styles.css' },
    {
      name: 'outside the theme',
      status: 400,
      path: '/resources/{version}/login/acme/../../theme.properties',
    },
    { name: 'the messages of a page', status: 404, path: '/resources/{version}/login/acme/en' },
    { name: 'the messages of the account console', status: 200, path: '/resources/acme/account/en' },
    {
      name: 'an unknown theme',
      status: 200,
      path: '/resources/{version}/login/unknown/css/styles.css',
    },
    { name: 'a POST', status: 405, path: '/resources/{version}/login/acme/css/styles.css', form: { a: 'b' } },
  ],
};
