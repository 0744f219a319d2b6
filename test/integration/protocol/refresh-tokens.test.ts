/** Refresh tokens of clients whose users stay signed in (docs/reference.md, `linkgate.refresh-tokens`; RFC 6749, section 6). */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { authUrl, exchangeFields, signedIn, tokensFrom } from '../../support/authorization.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { newAddress } from '../../support/email.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import type { OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { expectRejection } from '../../support/rejection.ts';
import { follow, linkFor } from '../../support/sign-in.ts';
import { makeStayingClient, refresh, refreshableFrom, refreshed } from '../../support/staying-client.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const DAY_SECONDS = 86_400;
const own: Record<'session' | 'month' | 'spa', OwnClient> = {} as never;
let agent: Agent;

beforeAll(async () => {
  own.session = await makeStayingClient('session');
  own.month = await makeStayingClient('30');
  own.spa = await makeStayingClient('30', { publicClient: true });
  agent = await signedIn(web);
});
afterAll(async () => {
  for (const client of Object.values(own)) await client.remove();
});

async function introspect(token: string, client: OwnClient): Promise<Record<string, unknown>> {
  const response = await post(`${baseUrl}/introspect`, { token, ...credentials(client) });
  return (await response.json()) as Record<string, unknown>;
}

async function userinfo(token: string): Promise<number> {
  return (await fetch(`${baseUrl}/userinfo`, { headers: bearer(token) })).status;
}

describe('a client without the setting', () => {
  test('gets no refresh token, and may not use the grant', async () => {
    expect(Object.keys(await tokensFrom(agent, web)).sort()).toEqual([
      'access_token',
      'expires_in',
      'id_token',
      'scope',
      'token_type',
    ]);
    const { refresh_token } = await refreshableFrom(agent, own.month);
    await expectRejection(await refresh(refresh_token, web), 400, 'unsupported_grant_type');
  });

  test('gets nothing for offline_access, which is ignored on every way', async () => {
    const scope = 'openid offline_access';
    const tokens = await tokensFrom(agent, web, { fields: { scope } });
    expect([tokens.scope, Object.keys(tokens)]).toEqual([
      'openid',
      expect.not.arrayContaining(['refresh_token']),
    ]);
    const target = await follow(await linkFor(newAddress(), web, { scope: `${scope} email` }));
    const code = target.searchParams.get('code') ?? '';
    const ofLink = await (await post(`${baseUrl}/token`, exchangeFields(web, code))).json();
    expect(
      String((ofLink as { scope: string }).scope)
        .split(' ')
        .sort(),
    ).toEqual(['email', 'openid']);
    const own = { grant_type: 'client_credentials', ...credentials(clients.service) };
    for (const requested of ['offline_access', 'openid offline_access']) {
      const response = await post(`${baseUrl}/token`, { ...own, scope: requested });
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.not.stringContaining('offline_access'),
      ]);
    }
  });
});

describe.each(['session', 'month', 'spa'] as const)('a client with the setting (%s)', (name) => {
  test('renews its tokens with the same subject, session and scope', async () => {
    const first = await refreshableFrom(agent, own[name]);
    const second = await refreshed(first.refresh_token, own[name]);
    const [before, after] = [decodeJwt(first.access_token), decodeJwt(second.access_token)];
    expect(after).toMatchObject({
      sub: before.sub,
      sid: before.sid,
      auth_time: before.auth_time,
      azp: before.azp,
      aud: before.aud,
    });
    expect(second).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: first.scope });
    expect(decodeJwt(second.id_token).sub).toBe(before.sub);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await userinfo(second.access_token)).toBe(200);
  });

  test('keeps the browser’s session', async () => {
    const before = decodeJwt((await tokensFrom(agent, web)).access_token).sid;
    await refreshableFrom(agent, own[name]);
    expect(decodeJwt((await tokensFrom(agent, web)).access_token).sid).toBe(before);
  });

  test('ends all tokens of the sign-in when one is used again, however soon', async () => {
    const first = await refreshableFrom(agent, own[name]);
    const second = await refreshed(first.refresh_token, own[name]);
    const third = await refreshed(second.refresh_token, own[name]);
    await expectRejection(await refresh(first.refresh_token, own[name]), 400, 'invalid_grant');
    await expectRejection(await refresh(third.refresh_token, own[name]), 400, 'invalid_grant');
    expect(await userinfo(third.access_token)).toBe(401);
  });

  test('gets one successor of a token that is used many times at once', async () => {
    const { refresh_token } = await refreshableFrom(agent, own[name]);
    const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(refresh_token, own[name])));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    for (const response of responses.filter(({ status }) => status === 200)) {
      const { refresh_token: successor } = (await response.json()) as { refresh_token: string };
      await expectRejection(await refresh(successor, own[name]), 400, 'invalid_grant');
    }
  });

  test('can shrink the scope, and never widen it', async () => {
    const first = await refreshableFrom(agent, own[name], { scope: 'openid email' });
    const rejected = await refresh(first.refresh_token, own[name], { scope: 'openid email profile' });
    await expectRejection(rejected, 400, 'invalid_scope');
    const second = await refreshed(first.refresh_token, own[name], { scope: 'openid' });
    expect(second.scope.split(' ')).not.toContain('email');
  });

  test.skipIf(name === 'spa')(
    'finds the newest token active at /introspect, and a used one not',
    async () => {
      const first = await refreshableFrom(agent, own[name]);
      expect(await introspect(first.refresh_token, own[name])).toMatchObject({
        active: true,
        client_id: own[name].client_id,
        sub: decodeJwt(first.access_token).sub,
      });
      const second = await refreshed(first.refresh_token, own[name]);
      expect(await introspect(first.refresh_token, own[name])).toEqual({ active: false });
      expect(await introspect(second.refresh_token, own[name])).toMatchObject({ active: true });
    },
  );

  test('revokes a token with everything that came of it', async () => {
    const first = await refreshableFrom(agent, own[name]);
    const second = await refreshed(first.refresh_token, own[name]);
    const revoked = await post(`${baseUrl}/revoke`, {
      token: second.refresh_token,
      ...credentials(own[name]),
    });
    expect(revoked.status).toBe(200);
    await expectRejection(await refresh(second.refresh_token, own[name]), 400, 'invalid_grant');
    expect(await userinfo(second.access_token)).toBe(401);
  });

  test.each([
    [
      'another client’s token',
      async () => (await refreshableFrom(agent, own[name === 'month' ? 'session' : 'month'])).refresh_token,
    ],
    ['an access token', async () => (await refreshableFrom(agent, own[name])).access_token],
    ['an ID token', async () => (await refreshableFrom(agent, own[name])).id_token],
    ['a text that is no token', () => 'nonsense'],
  ])('rejects %s', async (_, make: () => string | Promise<string>) => {
    await expectRejection(await refresh(await make(), own[name]), 400, 'invalid_grant');
  });
});

describe('the lifetime', () => {
  test('is that of the session', async () => {
    const { refresh_expires_in, scope } = await refreshableFrom(agent, own.session);
    expect(refresh_expires_in).toBeLessThanOrEqual(DAY_SECONDS);
    expect(scope.split(' ')).not.toContain('offline_access');
  });

  test('is the client’s number of days', async () => {
    const { refresh_expires_in, scope } = await refreshableFrom(agent, own.month);
    expect(Math.abs(refresh_expires_in - 30 * DAY_SECONDS)).toBeLessThan(3600);
    expect(scope.split(' ')).toContain('offline_access');
  });

  test('is the same for a client that requests offline_access', async () => {
    const { scope } = await refreshableFrom(agent, own.month, { scope: 'openid offline_access' });
    expect(scope.split(' ').sort()).toEqual(['offline_access', 'openid']);
  });

  test('ends with a change of the setting', async () => {
    const client = await makeStayingClient('30');
    try {
      const { refresh_token } = await refreshableFrom(agent, client);
      await client.update({ attributes: { 'linkgate.refresh-tokens': 'off' } });
      await expectRejection(await refresh(refresh_token, client), 400, 'unsupported_grant_type');
    } finally {
      await client.remove();
    }
  });
});

test('the consent page says that the user stays signed in, apart from what the client sees', async () => {
  const client = await makeStayingClient('30', { name: 'Long Reader' });
  try {
    const page = await agent.open(authUrl(client));
    const consent = await chooseSignedInAccount(agent, page);
    expect(consent.text).toContain(
      'Long Reader also keeps you signed in for up to 30 days, unless you sign out there',
    );
    expect(consent.text).not.toContain('offline');
  } finally {
    await client.remove();
  }
});

test('discovery names the grant and the scope while a client has them', async () => {
  await vi.waitFor(async () => {
    const response = await fetch(`${baseUrl}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: ['openid', 'profile', 'email', 'address', 'offline_access'],
    });
  }, PATIENT);
});
