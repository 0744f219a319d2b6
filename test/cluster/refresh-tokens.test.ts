/** Everything that ends refresh tokens at one node ends them at the other, and what only ends the session doesn't. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accountOf, setUnverifiedEmail } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { makeApiScope, type OwnApiScope } from '../support/api-scope.ts';
import { NODES } from '../support/cluster.ts';
import { newAddress } from '../support/email.ts';
import type { OwnClient } from '../support/own-client.ts';
import { expectRejection } from '../support/rejection.ts';
import { remove } from '../support/session-api.ts';
import { follow, linkFor } from '../support/sign-in.ts';
import {
  makeStayingClient,
  type RefreshableTokens,
  refresh,
  refreshableFrom,
  refreshed,
} from '../support/staying-client.ts';

const { clients, baseUrl } = inject('site');
const { web } = clients;
const [first, second] = NODES;
const REALM = 'linkgate';

/** A user's browser at the first node, and the refresh token of each kind of client. */
interface SignedIn {
  agent: Agent;
  email: string;
  session: RefreshableTokens;
  month: RefreshableTokens;
}

const own: Record<'session' | 'month' | 'sessionApi' | 'monthApi', OwnClient> = {} as never;
let scope: OwnApiScope;
beforeAll(async () => {
  scope = await makeApiScope();
  own.session = await makeStayingClient('session');
  own.month = await makeStayingClient('30');
  own.sessionApi = await makeStayingClient('session', { optionalClientScopes: [scope.name] });
  own.monthApi = await makeStayingClient('30', { optionalClientScopes: [scope.name] });
});
afterAll(async () => {
  for (const one of [...Object.values(own), scope]) await one.remove();
});

async function signInAtFirst(email = newAddress(), emailNumber = 1): Promise<SignedIn> {
  const agent = new Agent({ accept: 'text/html' }, first);
  await follow(await linkFor(email, web, { emailNumber }), agent);
  const session = await refreshableFrom(agent, own.session);
  const month = await refreshableFrom(agent, own.month);
  return { agent, email, session, month };
}

/** The ways that end both kinds of tokens. */
const ENDINGS: readonly [name: string, end: (user: SignedIn) => Promise<unknown>][] = [
  ['a sign-out at /session', ({ agent }) => remove(agent, '')],
  [
    'a sign-out at an application',
    async ({ agent, session }) =>
      agent.open(`${first}/realms/${REALM}/protocol/openid-connect/logout?id_token_hint=${session.id_token}`),
  ],
  [
    'forgetting the account on the device',
    async ({ agent, email }) => remove(agent, `/accounts/${await accountOf(email)}`),
  ],
  [
    'an administrator who signs the user out',
    async ({ email }) => callAdminApi('POST', `/users/${await accountOf(email)}/sign-out`),
  ],
  [
    'Keycloak’s own sign-out of a user',
    async ({ email }) => (await admin()).users.logout({ realm: REALM, id: await accountOf(email) }),
  ],
  [
    'Keycloak’s own end of a session',
    async ({ session }) =>
      (await admin()).realms.removeSession({
        realm: REALM,
        sessionId: String(decodeJwt(session.access_token).sid),
      }),
  ],
  [
    'an account that is claimed by the owner of its address',
    async ({ email }) => {
      const owner = newAddress('owner');
      await setUnverifiedEmail(await accountOf(email), owner);
      await follow(await linkFor(owner, web), new Agent({ accept: 'text/html' }, first));
    },
  ],
];

describe.each(ENDINGS)('%s', (_, end) => {
  test('ends refresh tokens at the other node', async () => {
    const user = await signInAtFirst();
    const month = await refreshed(user.month.refresh_token, own.month, { node: second });
    const session = await refreshed(user.session.refresh_token, own.session, { node: second });
    await end(user);
    await expectRejection(
      await refresh(month.refresh_token, own.month, { node: second }),
      400,
      'invalid_grant',
    );
    await expectRejection(
      await refresh(session.refresh_token, own.session, { node: second }),
      400,
      'invalid_grant',
    );
  });
});

test('forgetting one device by an administrator ends what outlives the session, of that device only', async () => {
  const here = await signInAtFirst();
  const there = await signInAtFirst(here.email, 2);
  const lookup = await callAdminApi<{ devices: { id: string }[] }>('POST', '/users/lookup', {
    body: { email: here.email },
  });
  expect(lookup.json.devices).toHaveLength(2);
  // The most recently used first.
  const [, firstDevice] = lookup.json.devices;
  await callAdminApi('DELETE', `/users/${await accountOf(here.email)}/devices/${firstDevice?.id}`);
  await expectRejection(
    await refresh(here.month.refresh_token, own.month, { node: second }),
    400,
    'invalid_grant',
  );
  await refreshed(there.month.refresh_token, own.month, { node: second });
});

test('a revoked consent ends the client’s tokens, and a new one doesn’t restore them', async () => {
  const { agent, month, session } = await signInAtFirst();
  await remove(agent, `/consents/${own.month.client_id}`);
  await expectRejection(
    await refresh(month.refresh_token, own.month, { node: second }),
    400,
    'invalid_grant',
  );
  await refreshableFrom(agent, own.month);
  await expectRejection(
    await refresh(month.refresh_token, own.month, { node: second }),
    400,
    'invalid_grant',
  );
  await refreshed(session.refresh_token, own.session, { node: second });
});

test('a client that is suspended and approved again has lost its tokens', async () => {
  const client = await makeStayingClient('30');
  try {
    const agent = new Agent({ accept: 'text/html' }, first);
    await follow(await linkFor(newAddress(), web), agent);
    const { refresh_token } = await refreshableFrom(agent, client);
    const [model] = await (await admin()).clients.find({ realm: REALM, clientId: client.client_id });
    const path = `/clients/${model?.id}`;
    await callAdminApi('PUT', `${path}/approval`, { body: { state: 'pending' } });
    await expectRejection(await refresh(refresh_token, client, { node: second }), 403, 'invalid_client');
    const { json } = await callAdminApi<{ version: string }>('GET', path);
    const approved = { state: 'approved', version: json.version };
    expect((await callAdminApi('PUT', `${path}/approval`, { body: approved })).status).toBe(200);
    await expectRejection(await refresh(refresh_token, client, { node: second }), 400, 'invalid_grant');
  } finally {
    await client.remove();
  }
});

// What a client with API scopes requests at a refresh depends on its session, which must not be read before Keycloak's lock.
test.each([
  ['session', 1],
  ['month', 1],
  ['sessionApi', 5],
  ['monthApi', 5],
] as const)(
  'a token that is used at both nodes at once is used once (%s, %i times)',
  async (name, rounds) => {
    const { agent } = await signInAtFirst();
    const api = name.endsWith('Api') ? { scope: `openid ${scope.name}`, resource: scope.audience } : {};
    for (let round = 1; round <= rounds; round += 1) {
      const { refresh_token } = await refreshableFrom(agent, own[name], api);
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          refresh(refresh_token, own[name], { node: index % 2 === 0 ? first : second }),
        ),
      );
      const successful = responses.filter(({ status }) => status === 200);
      expect(successful.length, `round ${round}`).toBeLessThanOrEqual(1);
      const successors = await Promise.all(successful.map((one) => one.json() as Promise<RefreshableTokens>));
      for (const token of [refresh_token, ...successors.map((one) => one.refresh_token)])
        await expectRejection(await refresh(token, own[name], { node: second }), 400, 'invalid_grant');
    }
  },
);

test('a used token ends its successors at the other node', async () => {
  const { month } = await signInAtFirst();
  const next = await refreshed(month.refresh_token, own.month, { node: first });
  const newest = await refreshed(next.refresh_token, own.month, { node: second });
  await expectRejection(await refresh(month.refresh_token, own.month, { node: first }), 400, 'invalid_grant');
  await expectRejection(
    await refresh(newest.refresh_token, own.month, { node: second }),
    400,
    'invalid_grant',
  );
});

test('a sign-out by ID token ends the client’s tokens after the session has ended by itself', async () => {
  const { month } = await signInAtFirst();
  const sid = String(decodeJwt(month.access_token).sid);
  expect(sid).not.toBe('');
  const logout = await fetch(`${baseUrl}/protocol/openid-connect/logout?id_token_hint=${month.id_token}`, {
    redirect: 'manual',
  });
  expect(logout.status).toBeLessThan(400);
  await expectRejection(
    await refresh(month.refresh_token, own.month, { node: second }),
    400,
    'invalid_grant',
  );
});
