/** Valid and invalid authorization requests, and the pages in response. */
import { formAction, location, redirected, type Scenario, type ScenarioRequest } from '../scenario.ts';
import { authorize, basic, type Form, OFFICE, OIDC, post, request, SHOP, themeVersion } from './requests.ts';

type Fields = Readonly<Record<string, string | undefined>>;

const authorization = (name: string, status: number, fields: Fields, headers: Form = {}): ScenarioRequest =>
  request(name, status, authorize(fields), { headers });

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
    post('posted', 200, `${OIDC}/auth`, { response_type: 'code', scope: 'openid', ...SHOP }),
    { ...authorization('HEAD', 200, {}), method: 'HEAD' },
    { ...authorization('PUT', 405, {}), method: 'PUT' },
    {
      ...authorization('OPTIONS', 200, {}),
      method: 'OPTIONS',
      headers: { origin: 'https://shop.acme.example' },
    },
    request('for registration', 200, authorize().replace('/auth?', '/registrations?')),
    request('for a new password', 200, authorize().replace('/auth?', '/forgot-credentials?')),
    request('for the out-of-band page', 500, `${OIDC}/oauth/oob`),
    request('for a delegated page', 404, `${OIDC}/delegated`),
  ],
};

export const PUSHED: Scenario = {
  title: 'pushed authorization requests (RFC 9126)',
  requests: [
    post(
      'pushes a request',
      201,
      `${OIDC}/ext/par/request`,
      { response_type: 'code', scope: 'openid', state: 's', nonce: 'n', ...OFFICE },
      {
        headers: basic('back-office'),
        capture: { pushed: (response) => JSON.parse(response.body).request_uri },
      },
    ),
    request('uses it', 302, `${OIDC}/auth?client_id=back-office&request_uri={pushed}`, {
      browser: 'ada',
      capture: { next: location },
    }),
    request('the page', 200, '{next}', { browser: 'ada', capture: { action: formAction } }),
    request('uses it again', 302, `${OIDC}/auth?client_id=back-office&request_uri={pushed}`),
    post(
      'enters the username',
      200,
      '{action}',
      { username: 'ada' },
      { browser: 'ada', capture: { action: formAction } },
    ),
    post(
      'enters the password',
      302,
      '{action}',
      { username: 'ada', password: 'ada-password' },
      { browser: 'ada', capture: { code: redirected('code') } },
    ),
    post('pushes without credentials', 401, `${OIDC}/ext/par/request`, { response_type: 'code', ...OFFICE }),
    post(
      'pushes an unregistered redirect URI',
      400,
      `${OIDC}/ext/par/request`,
      { response_type: 'code', client_id: 'back-office', redirect_uri: 'https://evil.example/' },
      { headers: basic('back-office') },
    ),
    post(
      'pushes without the parameters that the client requires',
      400,
      `${OIDC}/ext/par/request`,
      { response_type: 'code', ...STRICT },
      { headers: basic('strict') },
    ),
    request('GET', 405, `${OIDC}/ext/par/request`),
    request('preflight', 200, `${OIDC}/ext/par/request`, {
      method: 'OPTIONS',
      headers: { origin: 'https://back-office.acme.example', 'access-control-request-method': 'POST' },
    }),
  ],
};

export const THEME: Scenario = {
  title: 'files of themes',
  requests: [
    request('a page', 200, authorize(), { capture: { version: themeVersion } }),
    request('the style', 200, '/resources/{version}/login/acme/css/styles.css'),
    request('the style, packed', 200, '/resources/{version}/login/keycloak.v2/css/styles.css', {
      headers: { 'accept-encoding': 'identity', 'if-none-match': '"none"' },
    }),
    request('the style, HEAD', 200, '/resources/{version}/login/acme/css/styles.css', { method: 'HEAD' }),
    request('a script', 200, '/resources/{version}/login/acme/js/authChecker.js'),
    request('a missing file', 404, '/resources/{version}/login/acme/css/none.css'),
    request('another version', 307, '/resources/00000/login/acme/css/styles.css'),
    request('outside the theme', 400, '/resources/{version}/login/acme/../../theme.properties'),
    request('the messages of a page', 404, '/resources/{version}/login/acme/en'),
    request('the messages of the account console', 200, '/resources/acme/account/en'),
    request('an unknown theme', 200, '/resources/{version}/login/unknown/css/styles.css'),
    post('a POST', 405, '/resources/{version}/login/acme/css/styles.css', { a: 'b' }),
  ],
};
