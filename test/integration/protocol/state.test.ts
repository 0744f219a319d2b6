/** A client's `state` is returned exactly, whatever its characters (RFC 6749, section 4.1.2). */
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { requestOnPage, requireCode } from '../../support/check-email-page.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { clientResponseOf } from '../../support/client-response.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { type Fields, formOf } from '../../support/form.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web, shop } = clients;

/** Contains what Keycloak treats as escaped control characters and terminal colours, and removes. */
const STATE = 'a b?😀&é=%3F%3F+#"<Grüße> {x} 𝒳 /?q=a%0Ab%7f [1m';
/** At sign-out Keycloak 26.6 itself fails at braces, which it treats as parameters of the URI, and decodes what looks encoded. */
const SIGN_OUT_STATE = KEYCLOAK_VERSION.startsWith('26.6.')
  ? STATE.replace(/[{}]|%[0-9a-f]{2}/gi, '')
  : STATE;

describe.each(['query', 'fragment', 'form_post'])(
  'a state beyond the basic plane with response_mode=%s',
  (mode) => {
    const email = newAddress();
    let live: Agent;
    beforeAll(async () => {
      live = await signedIn(web, {}, email);
    });
    const fields = (more: Fields = {}): Fields => ({ state: STATE, response_mode: mode, ...more });
    const openAuth = async (more: Fields = {}, agent = live, client = web) =>
      await chooseSignedInAccount(agent, await agent.open(authUrl(client, { fields: fields(more) })));
    const expected = (state: string | undefined = STATE) => ({
      mode,
      parameters: expect.objectContaining({ state }),
    });

    test('is returned with a code', async () => {
      const page = await openAuth();
      expect(clientResponseOf(page)).toMatchObject(expected());
      expect(clientResponseOf(page)?.parameters.code).toBeTruthy();
    });

    test('is returned by a posted form', async () => {
      const form = new URL(authUrl(web, { fields: fields({ prompt: 'none' }) })).searchParams;
      const page = await live.open(ENDPOINTS[0].auth, { method: 'POST', body: form });
      expect(clientResponseOf(page)).toMatchObject(expected());
    });

    test('is returned after a link and after a one-time code, in any browser', async () => {
      const [agent, address] = [new Agent(), newAddress()];
      await requestOnPage(agent, address, web, fields());
      const elsewhere = new Agent();
      const consent = await elsewhere.open(linkIn(await emailTo(address)));
      expect(clientResponseOf(await elsewhere.submit(consent, { accept: 'Yes' }))).toMatchObject(expected());
      const checkEmail = await requestOnPage(agent, address, web, fields());
      const page = await agent.submit(checkEmail, { code: requireCode(await emailTo(address, 2)) });
      expect(clientResponseOf(page)).toMatchObject(expected());
    });

    test.each<[string, Fields, string]>([
      ['no page may be shown', { prompt: 'none' }, 'login_required'],
      ['the request is rejected', { scope: 'openid nonsense' }, 'invalid_scope'],
      ['client_data is unreadable', { prompt: 'none', client_data: 'x' }, 'login_required'],
    ])('is returned if %s', async (_, more, error) => {
      const response = clientResponseOf(await openAuth(more, new Agent()));
      expect(response).toMatchObject({ mode, parameters: { state: STATE, error } });
    });

    test('is returned if consent is missing, or denied', async () => {
      const passive = clientResponseOf(await openAuth({ prompt: 'none' }, live, shop));
      expect(passive).toMatchObject({ mode, parameters: { state: STATE, error: 'interaction_required' } });
      const rejected = clientResponseOf(
        await live.submit(await openAuth({ prompt: 'consent' }), { cancel: 'No' }),
      );
      expect(rejected).toMatchObject({ mode, parameters: { state: STATE, error: 'access_denied' } });
    });
  },
);

test('a state beyond the basic plane is returned after a link that was requested over the API', async () => {
  const target = await follow(await linkFor(newAddress(), web, { state: STATE }));
  expect(target.searchParams.get('state')).toBe(STATE);
});

test('a state of question marks stays unchanged', async () => {
  const agent = await signedIn(web);
  const page = await agent.open(authUrl(web, { fields: { state: '??%3F%3F', prompt: 'none' } }));
  expect(clientResponseOf(page)?.parameters.state).toBe('??%3F%3F');
});

test('a state beyond the basic plane is returned after a sign-out', async () => {
  const agent = await signedIn(web);
  const { id_token } = await tokensFrom(agent, web);
  const query = formOf({
    id_token_hint: id_token,
    post_logout_redirect_uri: new URL('/', web.redirect_uri).href,
    state: SIGN_OUT_STATE,
  });
  const page = await agent.open(`${baseUrl}/protocol/openid-connect/logout?${query}`);
  expect(clientResponseOf(page)?.parameters).toEqual({ state: SIGN_OUT_STATE });
});

test('a nonce with an escaped line break is returned in the ID token', async () => {
  const nonce = 'a%0Ab [0m';
  const agent = await signedIn(web);
  const { id_token } = await tokensFrom(agent, web, { fields: { nonce } });
  expect(decodeJwt(id_token).nonce).toBe(nonce);
});
