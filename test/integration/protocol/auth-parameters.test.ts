/** The parameters of OpenID Connect Core, section 3.1.2.1, in authorization requests that are valid. */
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { Agent, type Page } from '../../support/agent.ts';
import {
  authFields,
  authUrl,
  codeFrom,
  exchangeFields,
  expectErrorAtClient,
  pkcePair,
  signedIn,
  tokensFrom,
} from '../../support/authorization.ts';
import { chooseSignedInAccount, requiresEmail } from '../../support/chooser.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { type Fields, formOf, post } from '../../support/form.ts';
import { PATIENT } from '../../support/patience.ts';
import { follow, linkFor, type Tokens } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, shop, spa } = clients;
const iss = baseUrl;

/** How long a test waits until a session is older than zero seconds, in milliseconds. */

function isAddressPage(page: Page): boolean {
  return page.status === 200 && /<input[^>]*\bname="email"/.test(page.text);
}

function codeOf(page: Page): string | null {
  const location = page.headers.get('location');
  return location === null ? null : new URL(location).searchParams.get('code');
}

describe.each(ENDPOINTS)('an authorization request at $kind', ({ auth }) => {
  const email = newAddress();
  let live: Agent;
  let tokens: Tokens;
  beforeAll(async () => {
    live = await signedIn(web, {}, email);
    tokens = await tokensFrom(live, web);
  });
  const openAuth = async (fields: Fields, agent = new Agent(), client = web) =>
    await agent.open(authUrl(client, { at: auth, fields }));
  /** The same for a signed-in user, who chooses their own account in the chooser. */
  const requestLive = async (fields: Fields, client = web) =>
    chooseSignedInAccount(live, await openAuth(fields, live, client));

  test.each<[string, Fields]>([
    ['nothing more', {}],
    ['no scope', { scope: undefined }],
    ['an empty scope', { scope: '' }],
    ['no state', { state: undefined }],
    ['a state of 1,024 characters', { state: 's'.repeat(1024) }],
    ['a nonce of 1,024 characters', { nonce: 'n'.repeat(1024) }],
    ['a challenge by S256', pkcePair('S256').challenge],
    ['a plain challenge', pkcePair('plain').challenge],
    ['a challenge without a method', { code_challenge: 'a'.repeat(43) }],
    ['an empty challenge method', { code_challenge: 'a'.repeat(43), code_challenge_method: '' }],
    ['a challenge of 128 characters', { code_challenge: 'a'.repeat(128), code_challenge_method: 'plain' }],
    ['all scopes', { scope: 'openid profile email address' }],
    ['response_mode=query', { response_mode: 'query' }],
    ['display=page', { display: 'page' }],
    ['display=popup', { display: 'popup' }],
    ['display=touch', { display: 'touch' }],
    ['display=wap', { display: 'wap' }],
    ['ui_locales', { ui_locales: 'de-AT en' }],
    ['unknown ui_locales', { ui_locales: 'xx-klingon' }],
    ['claims_locales', { claims_locales: 'en' }],
    ['acr_values', { acr_values: '1 2' }],
    ['a claims parameter', { claims: '{"userinfo":{"email":{"essential":true}},"id_token":{"name":null}}' }],
    ['an unknown parameter', { something: 'else' }],
    ['prompt=login', { prompt: 'login' }],
    ['prompt=consent', { prompt: 'consent' }],
    ['prompt=select_account', { prompt: 'select_account' }],
    ['prompt=login consent', { prompt: 'login consent' }],
    ['max_age', { max_age: '3600' }],
  ])('with %s shows a signed-out user the sign-in page', async (_, fields) => {
    expect(isAddressPage(await openAuth(fields))).toBe(true);
  });

  test('may be posted (OpenID Connect Core, section 3.1.2.1)', async () => {
    const page = await new Agent().open(auth, { method: 'POST', body: formOf(authFields(web)) });
    expect(isAddressPage(page)).toBe(true);
  });

  test('of a client without a secret is valid with a challenge', async () => {
    expect(isAddressPage(await openAuth(pkcePair().challenge, new Agent(), spa))).toBe(true);
  });

  test('returns invalid_request for a claims parameter that isn’t JSON', async () => {
    const { headers } = await openAuth({ claims: 'nonsense' });
    expect(new URL(headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  test('puts login_hint into the address field', async () => {
    const page = await openAuth({ login_hint: 'hint@example.com' });
    expect(isAddressPage(page)).toBe(true);
    expect(page.text).toContain('value="hint@example.com"');
  });

  test('shows a login_hint as text, whatever it is', async () => {
    const page = await openAuth({ login_hint: '"><script>alert(1)</script>' });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<script>alert(1)');
  });

  test('of a signed-in user returns exactly a code, the state and the issuer', async () => {
    const target = new URL((await requestLive({ state: 'a b&c' })).headers.get('location') ?? '');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      code: expect.stringMatching(/./),
      state: 'a b&c',
      iss,
    });
  });

  test('gets its code in the fragment if requested', async () => {
    const page = await requestLive({ response_mode: 'fragment' });
    const target = new URL(page.headers.get('location') ?? '');
    expect(target.search).toBe('');
    expect(new URLSearchParams(target.hash.slice(1)).get('code')).toBeTruthy();
  });

  test('gets its code by a posted form if requested', async () => {
    const page = await requestLive({ response_mode: 'form_post' });
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<form[^>]*method="post"/i);
    expect(page.text).toMatch(/name="code"/i);
  });

  test.each<[string, Fields]>([
    ['prompt=none', { prompt: 'none' }],
    ['a max_age that isn’t exceeded', { max_age: '3600' }],
    ['prompt=none and a max_age that isn’t exceeded', { prompt: 'none', max_age: '3600' }],
  ])('with %s needs no email in a live session', async (_, fields) => {
    expect(codeOf(await requestLive(fields))).toBeTruthy();
  });

  test('with prompt=none is login_required without a session', async () => {
    expectErrorAtClient(await openAuth({ prompt: 'none' }), web, { error: 'login_required', iss });
  });

  test('with prompt=none is interaction_required without consent', async () => {
    const page = await openAuth({ prompt: 'none' }, live, shop);
    expectErrorAtClient(page, shop, { error: 'interaction_required', iss });
  });

  test('with prompt=login needs a new link', async () => {
    expect(requiresEmail(await openAuth({ prompt: 'login' }, live))).toBe(true);
  });

  test('with prompt=consent requests consent again', async () => {
    const page = await requestLive({ prompt: 'consent' });
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/name="accept"/);
  });

  test('with prompt=select_account shows the chooser, even in a live session', async () => {
    const page = await openAuth({ prompt: 'select_account' }, live);
    expect(page.status).toBe(200);
    expect(page.headers.get('location')).toBeNull();
  });

  test('with an exceeded max_age needs a new link', async () => {
    await vi.waitFor(
      async () => expect(requiresEmail(await openAuth({ max_age: '0' }, live))).toBe(true),
      PATIENT,
    );
    expectErrorAtClient(await openAuth({ max_age: '0', prompt: 'none' }, live), web, {
      error: 'login_required',
      iss,
    });
  });

  test.each<Fields>([{ max_age: '0' }, { max_age: '00', prompt: 'consent' }])(
    'with %j needs a new link within the second of the sign-in, too',
    async (fields) => {
      const fresh = new Agent();
      const target = await follow(await linkFor(newAddress(), web), fresh);
      expect(target.searchParams.get('code')).toBeTruthy();
      expect(requiresEmail(await openAuth(fields, fresh))).toBe(true);
      expect(requiresEmail(await openAuth({}, fresh))).toBe(false);
      expectErrorAtClient(await openAuth({ max_age: '0', prompt: 'none' }, fresh), web, {
        error: 'login_required',
        iss,
      });
    },
  );

  test('with an id_token_hint of the signed-in user continues without a page', async () => {
    expect(codeOf(await openAuth({ prompt: 'none', id_token_hint: tokens.id_token }, live))).toBeTruthy();
  });

  test('with an id_token_hint of another user is login_required', async () => {
    const other = await tokensFrom(await signedIn(web), web);
    const page = await openAuth({ prompt: 'none', id_token_hint: other.id_token }, live);
    expectErrorAtClient(page, web, { error: 'login_required', iss });
  });

  test('with a forged id_token_hint returns no code without a page', async () => {
    const page = await openAuth({ prompt: 'none', id_token_hint: 'nonsense' }, live);
    const error = new URL(page.headers.get('location') ?? '').searchParams.get('error');
    expect(error).toBeOneOf(['login_required', 'invalid_request']);
  });

  test.each<[string, (hint: string) => Record<string, string>]>([
    ['too long', (hint) => ({ id_token_hint: `${hint}.${'x'.repeat(2000)}` })],
    [
      'behind five unknown parameters',
      (hint) => ({ a: '1', b: '1', c: '1', d: '1', e: '1', id_token_hint: hint }),
    ],
    ['behind one that is too long', (hint) => ({ a: 'x'.repeat(2001), id_token_hint: hint })],
    ['blank', () => ({ id_token_hint: ' ' })],
  ])('with an id_token_hint of another user that is %s is invalid_request', async (_, fields) => {
    const other = await tokensFrom(await signedIn(web), web);
    const page = await openAuth({ prompt: 'none', ...fields(other.id_token) }, live);
    expectErrorAtClient(page, web, { error: 'invalid_request', iss });
  });

  test('with a prompt so long that Keycloak ignores it is invalid_request', async () => {
    const page = await openAuth({ prompt: Array(700).fill('login').join(' ') }, live);
    expectErrorAtClient(page, web, { error: 'invalid_request', iss });
  });

  test('grants openid if the scope is absent or omits it', async () => {
    for (const scope of [undefined, 'email']) {
      const code = await codeFrom(live, web, { at: auth, fields: { scope } });
      const response = await post(ENDPOINTS[0].token, exchangeFields(web, code));
      const granted = (await response.json()) as Tokens;
      expect(granted.id_token).toBeTruthy();
      expect(granted.scope.split(' ')).toContain('openid');
    }
  });
});
