/** No content of a request starts a line of the server's log or controls a terminal that shows the log. */

import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, exchangeFields } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { BOTH_KINDS } from '../../support/endpoints.ts';
import { formActionOf } from '../../support/form.ts';
import { newCaller, type RequestFrom, requestFrom } from '../../support/from-address.ts';
import { type IdentityProvider, makeIdentityProvider } from '../../support/identity-provider.ts';
import { together } from '../../support/limits.ts';
import { initialToken } from '../../support/registration.ts';

const { baseUrl, clients, logFile } = inject('site');
const { web } = clients;
const REALM = 'linkgate';
const ISSUER = 'https://idp.example';

/** In groups, so that one group's rejection doesn't hide another's. */
const CONTROLS = ['\r\n', '\u001b', '\u0085\u2028'];
const MARK = `FORGED${randomBytes(4).toString('hex')}`;
const FORM = 'application/x-www-form-urlencoded';

const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const restore of undo) await restore();
});

/** The log from `start` on, where forged lines would appear. */
async function logFrom(start: number): Promise<string> {
  return (await readFile(logFile)).subarray(start).toString('utf8');
}

/** Finds lines of the log in which the mark follows a control character. */
function forged(log: string): string[] {
  const found = log.match(new RegExp(`.{0,80}[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]${MARK}`, 'gs'));
  return (found ?? []).map((text) => JSON.stringify(text));
}

type Fields = Record<string, string>;

/** Variants of the fields, each with the mark after control characters in one value, or in the name of an extra field. */
function marked(fields: Fields, control: string): Fields[] {
  const value = `x${control}${MARK}`;
  return [...Object.keys(fields).map((name) => ({ ...fields, [name]: value })), { ...fields, [value]: 'x' }];
}

/** A value that Keycloak decodes before it logs it: Base64, with an unreadable signature. */
function encoded(control: string): string {
  return Buffer.from(`x${control}${MARK}.#`).toString('base64url');
}

/** Every endpoint with its method and the parameters that Keycloak or Linkgate reads. */
function endpoints(alias: string): ['GET' | 'POST', string, Fields][] {
  const page = {
    client_id: web.client_id,
    tab_id: 'x',
    session_code: 'x',
    execution: 'x',
    auth_session_id: 'x',
    client_data: 'e30',
    key: 'x',
    kc_action: 'x',
    skip_logout: 'x',
  };
  const authorization = {
    client_id: web.client_id,
    redirect_uri: web.redirect_uri,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid',
    state: 'x',
    nonce: 'x',
    prompt: 'none',
    max_age: '1',
    login_hint: 'x',
    id_token_hint: 'x',
    ui_locales: 'de',
    acr_values: '1',
    claims: '{}',
    kc_action: 'x',
    kc_idp_hint: alias,
    code_challenge_method: 'S256',
    request: 'x',
    unknown: 'x',
  };
  const credentials = { client_id: web.client_id, client_secret: web.client_secret ?? '' };
  const logout = {
    client_id: web.client_id,
    post_logout_redirect_uri: web.redirect_uri,
    id_token_hint: 'x',
    state: 'x',
    ui_locales: 'de',
    initiating_idp: alias,
  };
  const code = { ...exchangeFields(web, 'x.x.x'), ...credentials };
  const both: [string, Fields][] = [
    [BOTH_KINDS[0].auth, authorization],
    [BOTH_KINDS[1].auth, authorization],
    [`${baseUrl}/protocol/openid-connect/logout`, logout],
    [`${baseUrl}/protocol/openid-connect/logout/logout-confirm`, { ...page, ...logout }],
    ...['authenticate', 'required-action', 'registration', 'first-broker-login', 'consent', 'restart'].map(
      (name): [string, Fields] => [`${baseUrl}/login-actions/${name}`, page],
    ),
    ...['reset-credentials', 'action-token', 'detached-info', 'post-broker-login'].map(
      (name): [string, Fields] => [`${baseUrl}/login-actions/${name}`, { ...page, kc_state_checker: 'x' }],
    ),
    [`${baseUrl}/broker/${alias}/login`, page],
    [
      `${baseUrl}/broker/${alias}/endpoint`,
      { state: 'x.y.z', code: 'x', error: 'x', error_description: 'x' },
    ],
    [
      `${baseUrl}/broker/${alias}/link`,
      { client_id: web.client_id, redirect_uri: 'x', nonce: 'x', hash: 'x' },
    ],
    [`${baseUrl}/broker/after-first-broker-login`, page],
    [`${baseUrl}/account`, { referrer: web.client_id, referrer_uri: web.redirect_uri }],
    [`${baseUrl}/verify-email`, { token: 'x', comparison_code: 'x' }],
    [`${baseUrl}/invitation`, { token: 'x' }],
    [`${baseUrl}/session`, { email: 'x', csrf_token: 'x' }],
    [`${baseUrl}/sign-in-state`, { tab_id: 'x' }],
    [`${baseUrl}/protocol/openid-connect/login-status-iframe.html/init`, { client_id: 'x', origin: 'x' }],
    [`${baseUrl}/.well-known/openid-configuration`, { x: 'x' }],
    [`${baseUrl}/protocol/saml`, { SAMLRequest: 'x', RelayState: 'x' }],
  ];
  return [
    ...both.flatMap(([url, fields]): ['GET' | 'POST', string, Fields][] => [
      ['GET', url, fields],
      ['POST', url, fields],
    ]),
    ...BOTH_KINDS.flatMap((kind): ['GET' | 'POST', string, Fields][] => [
      ['POST', kind.token, code],
      ['POST', kind.token, { grant_type: 'client_credentials', scope: 'openid', ...credentials }],
      ['POST', kind.token, { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'admin-cli' }],
      ['POST', kind.introspect, { token: 'x', token_type_hint: 'x', ...credentials }],
      ['POST', kind.revoke, { token: 'x', token_type_hint: 'x', ...credentials }],
      ['POST', kind.userinfo, { access_token: 'x' }],
    ]),
  ];
}

function requests(alias: string, access: string): [string, RequestFrom][] {
  const all: [string, RequestFrom][] = [];
  const query = (url: string, fields: Fields) => `${url}?${new URLSearchParams(fields)}`;
  const post = (fields: Fields): RequestFrom => ({
    method: 'POST',
    headers: { 'content-type': FORM },
    body: new URLSearchParams(fields).toString(),
  });
  for (const control of CONTROLS) {
    const raw = `x${control}${MARK}`;
    const path = encodeURIComponent(raw);
    for (const [method, url, fields] of endpoints(alias))
      for (const one of marked(fields, control)) {
        if (method === 'GET') all.push([query(url, one), {}]);
        else all.push([url, post(one)]);
      }
    for (const name of ['authenticate', 'required-action', 'action-token', 'reset-credentials']) {
      const url = `${baseUrl}/login-actions/${name}`;
      all.push([
        query(url, { client_id: web.client_id, tab_id: 'x', auth_session_id: encoded(control) }),
        {},
      ]);
    }
    for (const cookie of [encoded(control), `${encoded(control)}.node`, `"${encoded(control)}"`])
      for (const url of [authUrl(web), `${baseUrl}/session`, `${baseUrl}/broker/${alias}/login`])
        all.push([url, { headers: { cookie: `a=b; AUTH_SESSION_ID=${cookie}; c=d` } }]);
    const twice = { client_id: web.client_id, post_logout_redirect_uri: `https://a.example/${path}?state=1` };
    all.push([query(`${baseUrl}/protocol/openid-connect/logout`, twice), {}]);
    const basic = Buffer.from(`${path}:x`).toString('base64');
    const form = { grant_type: 'client_credentials' };
    for (const { token } of BOTH_KINDS)
      all.push([
        token,
        { ...post(form), headers: { 'content-type': FORM, authorization: `Basic ${basic}` } },
      ]);
    for (const at of [`broker/${path}/login`, `login-actions/${path}`, `protocol/${path}/auth`, path])
      all.push([`${baseUrl}/${at}`, {}]);
    const json = { 'content-type': 'application/json' };
    const { client_id, redirect_uri } = web;
    for (const fields of marked(
      { email: newAddress(), client_id, redirect_uri, referral_code: 'x' },
      control,
    ))
      all.push([
        `${baseUrl}/request-magic-link`,
        { method: 'POST', headers: json, body: JSON.stringify(fields) },
      ]);
    const headers = { ...json, authorization: `Bearer ${access}` };
    for (const fields of marked(
      { client_name: 'x', scope: 'openid', client_id: 'x', contacts: 'x' },
      control,
    ))
      all.push([
        `${baseUrl}/clients-registrations/openid-connect`,
        {
          method: 'POST',
          headers,
          body: JSON.stringify({ redirect_uris: ['https://a.example/'], ...fields }),
        },
      ]);
  }
  return all;
}

test('no parameter, path, cookie or header of any endpoint forges a line of the log', async () => {
  const provider: IdentityProvider = await makeIdentityProvider();
  undo.push(provider.remove);
  const start = (await stat(logFile)).size;
  const all = requests(provider.alias, await initialToken());
  const responses = await together(all.length, async (index) => {
    const [url, request] = all[index] ?? ['', {}];
    return await requestFrom(newCaller(), url, {
      ...request,
      headers: { accept: 'text/html', ...request.headers },
    });
  });
  const failed = responses.flatMap(({ status }, index) =>
    status >= 500 ? [`${status} ${JSON.stringify(all[index])}`] : [],
  );
  expect(failed).toEqual([]);
  const log = await logFrom(start);
  // The log must contain something of these requests, or the test would check nothing.
  expect(log).toContain('type="');
  expect(forged(log)).toEqual([]);
});

/** An identity provider whose keys Keycloak fetches: it uses the realm's own keys. */
async function makeKeyedProvider(): Promise<{ alias: string; remove(): Promise<void> }> {
  const alias = `keyed-${randomBytes(4).toString('hex')}`;
  await (await admin()).identityProviders.create({
    realm: REALM,
    alias,
    providerId: 'keycloak-oidc',
    enabled: true,
    config: {
      clientId: 'linkgate',
      clientSecret: 'secret',
      issuer: ISSUER,
      authorizationUrl: `${ISSUER}/auth`,
      tokenUrl: `${ISSUER}/token`,
      validateSignature: 'true',
      useJwksUrl: 'true',
      jwksUrl: `${baseUrl}/protocol/openid-connect/certs`,
    },
  });
  return { alias, remove: async () => (await admin()).identityProviders.del({ realm: REALM, alias }) };
}

/** Requests to endpoints that decode a value, and would log it. */
function decoded(alias: string, keyed: string, restart: string): [string, RequestFrom][] {
  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  const form = (fields: Fields, headers = {}): RequestFrom => ({
    method: 'POST',
    headers: { 'content-type': FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  const own = {
    client_id: 'account-console',
    redirect_uri: `${baseUrl}/account/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  };
  const all: [string, RequestFrom][] = [];
  for (const control of ['\n', '\u001b', '\u0085', '\u009b', '\u2028']) {
    const raw = `x${control}${MARK}`;
    const json = `x\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}${MARK}`;
    const uri = `${web.redirect_uri}${encodeURIComponent(control)}${MARK}`;
    const claims = [
      `{"id_token":{"acr":{"values":["${json}"]}}}`,
      `{"id_token":{"acr":{"essential":true,"value":"${json}"}}}`,
      `{"id_token":{"acr":"${json}"}} x`,
    ];
    for (const value of claims) {
      all.push([authUrl(web, { fields: { claims: value } }), {}]);
      all.push([`${BOTH_KINDS[1].auth}?${new URLSearchParams({ ...own, claims: value })}`, {}]);
    }
    for (const name of ['acr_values', 'claims', 'login_hint', 'ui_locales', 'kc_idp_hint'])
      all.push([`${BOTH_KINDS[1].auth}?${new URLSearchParams({ ...own, [name]: raw })}`, {}]);
    const details = { authorization_details: `["${json}"]` };
    all.push([authUrl(web, { fields: details }), {}]);
    all.push([
      BOTH_KINDS[0].token,
      form({ ...exchangeFields(web, 'x.x.x', details), client_secret: web.client_secret ?? '' }),
    ]);
    all.push([authUrl({ ...web, redirect_uri: `${uri}?state=1` }), {}]);
    all.push([
      `${baseUrl}/request-magic-link`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email: newAddress(),
          client_id: web.client_id,
          redirect_uri: `${uri}?state=1`,
        }),
      },
    ]);
    const data = base64(JSON.stringify({ ru: `${uri}?code=1`, rt: 'code' }));
    all.push([
      `${baseUrl}/login-actions/authenticate?client_id=${web.client_id}&tab_id=x&client_data=${data}`,
      { headers: { cookie: `KC_RESTART=${restart}` } },
    ]);
    for (const part of [data, base64(raw)])
      all.push([`${baseUrl}/broker/${alias}/endpoint?code=x&state=x.y.${base64(web.client_id)}.${part}`, {}]);
    const now = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const token = [
      `{"alg":"RS256","typ":"logout+jwt","kid":"${json}"}`,
      JSON.stringify({
        iss: ISSUER,
        aud: 'linkgate',
        sub: 'x',
        iat: now,
        jti: randomBytes(4).toString('hex'),
        events,
      }),
      'sig',
    ];
    all.push([
      `${baseUrl}/protocol/openid-connect/logout/backchannel-logout`,
      form({ logout_token: token.map(base64).join('.') }),
    ]);
    for (const type of ['text/plain', FORM])
      all.push([
        `${baseUrl}/broker/${keyed}/endpoint/k_logout`,
        { method: 'POST', headers: { 'content-type': type }, body: token.map(base64).join('.') },
      ]);
  }
  return all;
}

test('no value that Keycloak decodes forges a line of the log', async () => {
  const provider = await makeIdentityProvider();
  const keyed = await makeKeyedProvider();
  undo.push(provider.remove, keyed.remove);
  const agent = new Agent();
  await agent.open(authUrl(web));
  const start = (await stat(logFile)).size;
  const all = decoded(provider.alias, keyed.alias, agent.cookie('KC_RESTART') ?? '');
  const responses = await together(all.length, async (index) => {
    const [url, request] = all[index] ?? ['', {}];
    return await requestFrom(newCaller(), url, request);
  });
  const wrong = responses.flatMap(({ status }, index) =>
    [302, 303, 400].includes(status) ? [] : [`${status} ${JSON.stringify(all[index])}`],
  );
  expect(wrong).toEqual([]);
  const log = await logFrom(start);
  expect(log).toContain('type="');
  expect(forged(log)).toEqual([]);
});

test('a browser with a malformed sign-in cookie starts a new sign-in', async () => {
  const agent = Agent.withCookies({ AUTH_SESSION_ID: encoded('\n') });
  const page = await agent.open(authUrl(web));
  expect([page.status, page.text.includes('name="email"')]).toEqual([200, true]);
  expect(agent.cookie('AUTH_SESSION_ID')).not.toBe(encoded('\n'));
});

test('form fields may still contain several lines', async () => {
  const agent = new Agent();
  const page = await agent.open(authUrl(web));
  const action = formActionOf(page);
  const send = async (note: string) =>
    await agent.open(action, { method: 'POST', body: new URLSearchParams({ email: newAddress(), note }) });
  expect((await send('one\u001b[2K')).text).not.toContain('linkgate-check-email');
  expect((await send('one\r\ntwo')).url).toContain('login-actions/authenticate');
});
