/** Authorization requests whose errors are returned to the client by redirect (contract, sections 4.3 and 7.2; RFC 6749, section 4.1.2.1). */
import { describe, expect, inject, test } from 'vitest';
import { RESPONSE_MODES } from '../../../provider-scripts/src/endpoints/keycloak/oauth/authorization/validate.ts';
import { Agent } from '../../support/agent.ts';
import { authFields, authUrl, expectErrorAtClient, pkcePair } from '../../support/authorization.ts';
import { clientResponseOf } from '../../support/client-response.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { type Fields, formOf } from '../../support/form.ts';

const { baseUrl, clients } = inject('site');
const { web, spa, mobile } = clients;
const iss = baseUrl;
const { challenge } = pkcePair();

type Row = readonly [what: string, error: string, fields: Fields];

const RESPONSE_TYPE: readonly Row[] = [
  ['no response_type', 'invalid_request', { response_type: undefined }],
  ['an empty response_type', 'invalid_request', { response_type: '' }],
  ['a repeated response_type', 'invalid_request', { response_type: ['code', 'code'] }],
  ['response_type=token', 'unsupported_response_type', { response_type: 'token' }],
  ['response_type=id_token', 'unsupported_response_type', { response_type: 'id_token', nonce: 'n' }],
  [
    'response_type=code id_token',
    'unsupported_response_type',
    { response_type: 'code id_token', nonce: 'n' },
  ],
  ['response_type=none', 'unsupported_response_type', { response_type: 'none' }],
  ['an unknown response_type', 'unsupported_response_type', { response_type: 'cod' }],
];

const SCOPE: readonly Row[] = [
  ['scopes separated by commas', 'invalid_scope', { scope: 'openid,profile' }],
  ['an unknown scope', 'invalid_scope', { scope: 'openid admin' }],
  ['a misspelled scope', 'invalid_scope', { scope: 'openid emial' }],
  ['a scope in another case', 'invalid_scope', { scope: 'OpenID' }],
  ['a scope of Keycloak’s that isn’t in the contract', 'invalid_scope', { scope: 'openid roles' }],
  ['quotation marks in the scope', 'invalid_request', { scope: 'openid "email"' }],
  ['a backslash in the scope', 'invalid_request', { scope: 'openid em\\ail' }],
  ['a line break in the scope', 'invalid_request', { scope: 'openid\nemail' }],
  ['letters outside ASCII in the scope', 'invalid_request', { scope: 'openid éemail' }],
  ['a repeated scope', 'invalid_request', { scope: ['openid', 'email'] }],
];

const PKCE: readonly Row[] = [
  [
    'an unknown challenge method',
    'invalid_request',
    { code_challenge: 'a'.repeat(43), code_challenge_method: 'S512' },
  ],
  [
    'a challenge method in another case',
    'invalid_request',
    { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' },
  ],
  ['a method without a challenge', 'invalid_request', { code_challenge_method: 'S256' }],
  ['an empty challenge', 'invalid_request', { ...challenge, code_challenge: '' }],
  ['a challenge that is too short', 'invalid_request', { ...challenge, code_challenge: 'a'.repeat(42) }],
  ['a challenge that is too long', 'invalid_request', { ...challenge, code_challenge: 'a'.repeat(129) }],
  [
    'characters a challenge can’t have',
    'invalid_request',
    { ...challenge, code_challenge: `${'a'.repeat(43)}+/` },
  ],
  [
    'a repeated challenge',
    'invalid_request',
    { ...challenge, code_challenge: ['a'.repeat(43), 'b'.repeat(43)] },
  ],
];

const OTHERS: readonly Row[] = [
  ['a request object', 'request_not_supported', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
  ['a request object by URL', 'request_uri_not_supported', { request_uri: 'https://rp.example/request' }],
  [
    'a pushed request',
    'request_uri_not_supported',
    { request_uri: 'urn:ietf:params:oauth:request_uri:e2a1' },
  ],
  ['prompt=none beside another', 'invalid_request', { prompt: 'none login' }],
  ['a repeated prompt', 'invalid_request', { prompt: ['none', 'login'] }],
  ['a max_age that isn’t a number', 'invalid_request', { max_age: 'soon' }],
  ['a negative max_age', 'invalid_request', { max_age: '-1' }],
  ['an unknown response_mode', 'invalid_request', { response_mode: 'carrier_pigeon' }],
  ['a response_mode that Keycloak alone knows', 'invalid_request', { response_mode: 'form_post.jwt' }],
  ['a nonce that is too long', 'invalid_request', { nonce: 'n'.repeat(1025) }],
  ['a repeated nonce', 'invalid_request', { nonce: ['a', 'b'] }],
  ['a nonce with a line break', 'invalid_request', { nonce: 'YWJj\nZGVm' }],
  ['a login_hint with a line break', 'invalid_request', { login_hint: 'ada@example.com\n' }],
  ['acr_values with a tab', 'invalid_request', { acr_values: '1\t2' }],
  // Anyone with access to the mailbox would set up the second factor that other clients require.
  ['kc_action=CONFIGURE_TOTP', 'invalid_request', { kc_action: 'CONFIGURE_TOTP' }],
  ['such an action with a parameter', 'invalid_request', { kc_action: 'CONFIGURE_TOTP:x' }],
  [
    'such an action with characters that Keycloak removes',
    'invalid_request',
    { kc_action: 'CONFIGURE%00_TOTP' },
  ],
  [
    'such an action with other characters that it removes',
    'invalid_request',
    { kc_action: 'CONFIGURE[0m_TOTP' },
  ],
  ['kc_action=webauthn-register', 'invalid_request', { kc_action: 'webauthn-register' }],
  ['kc_action=delete_credential', 'invalid_request', { kc_action: 'delete_credential:otp-id' }],
  ['kc_action=UPDATE_PASSWORD', 'invalid_request', { kc_action: 'UPDATE_PASSWORD' }],
];

const acr = (request: object) => ({ claims: JSON.stringify({ id_token: { acr: request } }) });
const SILVER = 'urn:mace:incommon:iap:silver';

const LEVELS: readonly Row[] = [
  ['values that stand for no level', 'access_denied', acr({ essential: true, values: [SILVER, 'gold'] })],
  ['one such value', 'access_denied', acr({ essential: true, value: SILVER })],
  [
    'such a value and prompt=none',
    'access_denied',
    { ...acr({ essential: true, value: SILVER }), prompt: 'none' },
  ],
  ['a level that no flow grants', 'access_denied', acr({ essential: true, values: ['7'] })],
  ['a level without a flow for it', 'access_denied', acr({ essential: true, value: '2' })],
];

describe.each(ENDPOINTS)('an authorization request at $kind', ({ auth }) => {
  const requestAuth = async (fields: Fields, client = web) =>
    await new Agent().request(authUrl(client, { at: auth, fields }));

  test.each([...RESPONSE_TYPE, ...SCOPE, ...PKCE, ...OTHERS, ...LEVELS])(
    'with %s sends %s to the client',
    async (_, error, fields) => {
      expectErrorAtClient(await requestAuth(fields), web, { error, iss });
    },
  );

  test.each<[string, object]>([
    ['one that can be met', { essential: true, values: [SILVER, '1'] }],
    ['none that is essential', { values: [SILVER] }],
    ['an essential one without a value', { essential: true }],
  ])('isn’t rejected for a claim of acr with %s', async (_, claim) => {
    for (const request of [authUrl(web, { at: auth, fields: acr(claim) }), '']) {
      const body = formOf(authFields(web, acr(claim)));
      const page =
        request === ''
          ? await new Agent().open(auth, { method: 'POST', body })
          : await new Agent().open(request);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('name="email"')]);
    }
  });

  test.each([
    ['spa', spa],
    ['mobile', mobile],
  ])('of a client without a secret (%s) needs a challenge', async (_, client) => {
    expectErrorAtClient(await requestAuth({}, client), client, { error: 'invalid_request', iss });
  });

  test('with a state that is too long is invalid_request', async () => {
    const state = 's'.repeat(1025);
    const target = new URL((await requestAuth({ state })).headers.get('location') ?? '');
    expect(target.href.startsWith(web.redirect_uri)).toBe(true);
    expect(target.searchParams.get('error')).toBe('invalid_request');
  });

  // Keycloak itself responds 400 to most of the others, whatever the parameter.
  test.each(['\n', '\u007f'])(
    'with the control character %j in its state gets no state back',
    async (character) => {
      const page = await requestAuth({ state: `YWJj${character}ZGVm` });
      expectErrorAtClient(page, web, { error: 'invalid_request', iss, state: null });
    },
  );

  test('with a repeated state is invalid_request', async () => {
    const target = new URL((await requestAuth({ state: ['a', 'b'] })).headers.get('location') ?? '');
    expect(target.href.startsWith(web.redirect_uri)).toBe(true);
    expect(target.searchParams.get('error')).toBe('invalid_request');
  });

  test('without a state gets its error without one', async () => {
    const page = await requestAuth({ state: undefined, scope: 'admin' });
    expectErrorAtClient(page, web, { error: 'invalid_scope', iss, state: null });
  });

  test('gets its state back unchanged', async () => {
    const state = 'a b&c=d#é%20"+';
    expectErrorAtClient(await requestAuth({ state, scope: 'admin' }), web, {
      error: 'invalid_scope',
      iss,
      state,
    });
  });

  test('gets its error in the fragment if requested', async () => {
    const page = await requestAuth({ response_mode: 'fragment', scope: 'admin' });
    const target = new URL(page.headers.get('location') ?? '');
    expect(target.search).toBe('');
    expect(new URLSearchParams(target.hash.slice(1)).get('error')).toBe('invalid_scope');
  });

  describe('as a request object', () => {
    const unsigned = (claims: object) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    const rejected = (state: string) =>
      expect.objectContaining({ error: 'request_not_supported', iss, state });

    test.each(RESPONSE_MODES)(
      'is rejected in its own response_mode %s and with its own state',
      async (mode) => {
        const request = unsigned({ response_mode: mode, state: 'st\u{1f600}' });
        const page = await requestAuth({ state: undefined, request });
        expect(clientResponseOf(page)).toEqual({
          mode,
          to: web.redirect_uri,
          parameters: rejected('st\u{1f600}'),
        });
      },
    );

    test('is rejected by its own content, not by parameters next to it', async () => {
      const request = unsigned({ response_mode: 'fragment', state: 'inside' });
      const page = await requestAuth({ response_mode: 'form_post', state: 'beside', request });
      expect(clientResponseOf(page)).toMatchObject({ mode: 'fragment', parameters: rejected('inside') });
    });

    test('with a response_mode that only Keycloak has is rejected in the query', async () => {
      const page = await requestAuth({ request: unsigned({ response_mode: 'form_post.jwt' }) });
      expectErrorAtClient(page, web, { error: 'request_not_supported', iss });
    });
  });

  test('is checked in the same way when posted', async () => {
    const page = await new Agent().request(auth, {
      method: 'POST',
      body: formOf(authFields(web, { response_type: 'token' })),
    });
    expectErrorAtClient(page, web, { error: 'unsupported_response_type', iss });
  });

  test('is checked in the same way when the caller accepts JSON', async () => {
    const caller = new Agent({ accept: 'application/json' });
    const page = await caller.request(authUrl(web, { at: auth, fields: { scope: 'admin' } }));
    expectErrorAtClient(page, web, { error: 'invalid_scope', iss });
  });
});
