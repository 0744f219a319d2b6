/** How `/revoke` handles a token (contract, section 4.7; RFC 7009). */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { codeFrom, exchangeFields, pkcePair, signedIn, tokensFrom } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { basic, bearer, credentials, type Fields, post } from '../../support/form.ts';
import { expectRejection } from '../../support/rejection.ts';
import { linkFor, type Tokens } from '../../support/sign-in.ts';

const { clients } = inject('site');
const { web, shop, spa } = clients;

async function expectEmpty(response: Response): Promise<void> {
  expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: '' });
}

describe.each(ENDPOINTS)('/revoke at $kind', ({ revoke, introspect, userinfo, token }) => {
  let live: Agent;
  beforeAll(async () => {
    live = await signedIn(web);
  });
  const callRevoke = async (fields: Fields, client = web) =>
    await post(revoke, { ...credentials(client), ...fields });
  const isActive = async (accessToken: string) => {
    const response = await post(introspect, { token: accessToken, ...credentials(web) });
    return ((await response.json()) as { active: boolean }).active;
  };

  test('invalidates a token, at /introspect and at /userinfo, and no other', async () => {
    const [revoked, unrevoked] = [await tokensFrom(live, web), await tokensFrom(live, web)];
    await expectEmpty(await callRevoke({ token: revoked.access_token }));
    expect(await isActive(revoked.access_token)).toBe(false);
    const rejected = await fetch(userinfo, { headers: bearer(revoked.access_token) });
    await expectRejection(rejected, 401, 'invalid_token');
    expect(await isActive(unrevoked.access_token)).toBe(true);
  });

  test('returns 200 with an empty body for a token that was revoked already', async () => {
    const { access_token } = await tokensFrom(live, web);
    await expectEmpty(await callRevoke({ token: access_token }));
    await expectEmpty(await callRevoke({ token: access_token }));
  });

  test.each<[string, () => string | Promise<string>]>([
    ['means nothing', () => 'nonsense'],
    ['has the form of one', () => 'a.b.c'],
    ['is a signed token of an unknown issuer', () => `${btoa('{"alg":"RS256"}')}.${btoa('{}')}.AAAA`],
    ['is an ID token', async () => (await tokensFrom(live, web)).id_token],
    [
      'belongs to a magic link',
      async () => new URL(await linkFor(newAddress(), web)).searchParams.get('token') ?? '',
    ],
  ])('returns 200 with an empty body for a token that %s', async (_, wrong) => {
    await expectEmpty(await callRevoke({ token: await wrong() }));
  });

  test('leaves another client’s token valid, and reveals nothing about it', async () => {
    const { access_token } = await tokensFrom(live, web);
    await expectEmpty(await callRevoke({ token: access_token }, shop));
    expect(await isActive(access_token)).toBe(true);
    expect((await fetch(userinfo, { headers: bearer(access_token) })).status).toBe(200);
  });

  test.each(['access_token', 'refresh_token', 'nonsense'])(
    'finds a token whatever token_type_hint says: %s (RFC 7009, section 2.1)',
    async (hint) => {
      const { access_token } = await tokensFrom(live, web);
      await expectEmpty(await callRevoke({ token: access_token, token_type_hint: hint }));
      expect(await isActive(access_token)).toBe(false);
    },
  );

  test('accepts client authentication by Basic', async () => {
    const { access_token } = await tokensFrom(live, web);
    await expectEmpty(await post(revoke, { token: access_token }, basic(web)));
    expect(await isActive(access_token)).toBe(false);
  });

  test('is open to clients without a secret, for their own tokens (RFC 7009, section 2.1)', async () => {
    const { verifier, challenge } = pkcePair();
    const code = await codeFrom(await signedIn(spa, challenge), spa, { fields: challenge });
    const issued = await post(token, exchangeFields(spa, code, { code_verifier: verifier }));
    const { access_token } = (await issued.json()) as Tokens;
    await expectEmpty(await post(revoke, { token: access_token, client_id: spa.client_id }));
    await expectRejection(await fetch(userinfo, { headers: bearer(access_token) }), 401, 'invalid_token');
  });

  test.each<[string, Fields]>([
    ['no token', {}],
    ['an empty token', { token: '' }],
    ['a repeated token', { token: ['a', 'b'] }],
    ['anything else that is repeated', { token: 'a', other: ['a', 'b'] }],
  ])('returns invalid_request for %s', async (_, fields) => {
    await expectRejection(await callRevoke(fields), 400, 'invalid_request');
  });
});
