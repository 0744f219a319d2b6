/** What an authorization code is bound to, and its lifetime (contract, sections 2.7 and 3). */
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { admin } from '../../support/admin.ts';
import type { Agent } from '../../support/agent.ts';
import { codeFrom, exchangeFields, signedIn } from '../../support/authorization.ts';
import { BOTH_KINDS, ENDPOINTS } from '../../support/endpoints.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import { expectRejection } from '../../support/rejection.ts';
import type { Tokens } from '../../support/sign-in.ts';

const { clients } = inject('site');
const { web, shop } = clients;
const CODE_LIFETIME_SECONDS = 600;
/** The shortest lifetime in which a slow machine can still exchange a code. */
const SHORT_LIFETIME_SECONDS = 2;
const realm = 'linkgate';

async function setCodeLifetime(seconds: number): Promise<void> {
  await (await admin()).realms.update({ realm }, { accessCodeLifespan: seconds });
}

describe.each(ENDPOINTS)('a code at $kind', (at) => {
  let live: Agent;
  beforeAll(async () => {
    live = await signedIn(web);
  });

  test('is valid for exactly the fields of the contract', async () => {
    const response = await post(at.token, exchangeFields(web, await codeFrom(live, web)));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toEqual(expect.stringMatching(/^application\/json/));
    expect(response.headers.get('cache-control')).toEqual(expect.stringContaining('no-store'));
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      scope: expect.stringMatching(/\bopenid\b/),
    });
  });

  test('is rejected from another client', async () => {
    const code = await codeFrom(live, web);
    const stolen = exchangeFields(shop, code, { redirect_uri: web.redirect_uri });
    await expectRejection(await post(at.token, stolen), 400, 'invalid_grant');
  });

  test.each([
    ['another', shop.redirect_uri],
    ['a longer', `${web.redirect_uri}/`],
    ['a relative', '/callback'],
  ])('is rejected with %s redirect URI', async (_, redirectUri) => {
    const fields = exchangeFields(web, await codeFrom(live, web), { redirect_uri: redirectUri });
    await expectRejection(await post(at.token, fields), 400, 'invalid_grant', /redirect_uri_mismatch/);
  });

  test('works once, and its tokens are revoked when it is presented again', async () => {
    const fields = exchangeFields(web, await codeFrom(await signedIn(web), web));
    const tokens = (await (await post(at.token, fields)).json()) as Tokens;
    const headers = bearer(tokens.access_token);
    expect((await fetch(at.userinfo, { headers })).status).toBe(200);
    await expectRejection(await post(at.token, fields), 400, 'invalid_grant');
    await expectRejection(await fetch(at.userinfo, { headers }), 401, 'invalid_token');
    const introspected = await post(at.introspect, { token: tokens.access_token, ...credentials(web) });
    expect(await introspected.json()).toEqual({ active: false });
  });

  test('works once under parallel exchanges', async () => {
    const fields = exchangeFields(web, await codeFrom(await signedIn(web), web));
    const responses = await Promise.all([1, 2, 3, 4].map(async () => (await post(at.token, fields)).status));
    expect(responses.toSorted()).toEqual([200, 400, 400, 400]);
  });

  test('that is replayed revokes no tokens of another code', async () => {
    const [first, second] = [await codeFrom(live, web), await codeFrom(live, web)];
    await post(at.token, exchangeFields(web, first));
    const other = (await (await post(at.token, exchangeFields(web, second))).json()) as Tokens;
    expect((await fetch(at.userinfo, { headers: bearer(other.access_token) })).status).toBe(200);
  });
});

test('a code expires after ten minutes', async () => {
  const settings = await (await admin()).realms.findOne({ realm });
  expect(settings?.accessCodeLifespan).toBe(CODE_LIFETIME_SECONDS);
});

describe('a code that has expired', () => {
  afterEach(async () => setCodeLifetime(CODE_LIFETIME_SECONDS));

  test('is invalid_grant', async () => {
    const live = await signedIn(web);
    await setCodeLifetime(SHORT_LIFETIME_SECONDS);
    const codes = [await codeFrom(live, web), await codeFrom(live, web)];
    await setCodeLifetime(CODE_LIFETIME_SECONDS);
    // Keycloak counts whole seconds.
    const end = Date.now() + (SHORT_LIFETIME_SECONDS + 1) * 1000;
    await vi.waitUntil(() => Date.now() > end, { timeout: 2 * (end - Date.now()) });
    for (const [nth, { token }] of BOTH_KINDS.entries())
      await expectRejection(await post(token, exchangeFields(web, codes[nth] ?? '')), 400, 'invalid_grant');
  });
});
