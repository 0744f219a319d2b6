/**
 * Every way to end a sign-in ends all that came of it: the session, refresh and access tokens of each mode of client, whichever was the first in
 * the browser; and each client with a back-channel is notified once (contract, sections 4.10 and 11).
 */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { deleteByAccountApi } from '../../support/account-api.ts';
import {
  answerChange,
  changeLinkIn,
  deleteAccount,
  openAccountPage,
  press,
  requestChange,
  serveAccountPage,
} from '../../support/account-page.ts';
import { setUnverifiedEmail } from '../../support/accounts.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, tokensFrom } from '../../support/authorization.ts';
import { emailsTo, emailTo, newAddress } from '../../support/email.ts';
import { untilSessionExpired } from '../../support/expired-session.ts';
import { bearer, credentials, post } from '../../support/form.ts';
import { type LogoutListener, listenForLogout } from '../../support/logout-listener.ts';
import { disown, disownLinkIn, NOTICES, newDevice, nextLink, noticeTo } from '../../support/new-device.ts';
import type { OwnClient } from '../../support/own-client.ts';
import { PLACES } from '../../support/parked-tabs.ts';
import { remove, sessionOf } from '../../support/session-api.ts';
import { exchange, follow, linkFor, type Tokens } from '../../support/sign-in.ts';
import {
  makeStayingClient,
  type RefreshableTokens,
  refresh,
  refreshed,
} from '../../support/staying-client.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const REALM = 'linkgate';
const LOGOUT = `${baseUrl}/protocol/openid-connect/logout`;

const MODES = ['off', 'session', '30'] as const;
type Mode = (typeof MODES)[number];

let parties: Record<Mode, { client: OwnClient; listener: LogoutListener }>;
const restores: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const made = await Promise.all(
    MODES.map(async (mode) => {
      const listener = await listenForLogout();
      const attributes = {
        'backchannel.logout.url': listener.url,
        'backchannel.logout.session.required': 'true',
      };
      return [mode, { listener, client: await makeStayingClient(mode, { attributes }) }] as const;
    }),
  );
  parties = Object.fromEntries(made) as typeof parties;
  restores.push(await serveAccountPage({ 'linkgate.account-deletion': 'true' }));
  restores.push(await setRealmAttributes({ [NOTICES]: 'true' }));
});
afterAll(async () => {
  for (const restore of restores.reverse()) await restore();
  for (const { client, listener } of Object.values(parties)) {
    await client.remove();
    await listener.close();
  }
});

/** A browser that is signed in at a client of each mode, and the account's other browser. */
interface SignedIn {
  agent: Agent;
  other: Agent;
  email: string;
  id: string;
  sid: string;
  /** The browser's remembered device, by its identifier. */
  device: string;
  tokens: Record<Mode, RefreshableTokens>;
}

/** Signs in by a link at one client, and from then on without one at the others: each code is exchanged before the next sign-in. */
async function signInFirstAt(first: Mode): Promise<SignedIn> {
  const email = newAddress();
  const other = new Agent({ accept: 'text/html' });
  await follow(await linkFor(email, web), other);
  const { agent } = newDevice();
  const { client } = parties[first];
  const target = await follow(await nextLink(email, client), agent);
  const tokens: Partial<Record<Mode, Tokens>> = {};
  tokens[first] = (await (await exchange(target.searchParams.get('code'), client)).json()) as Tokens;
  for (const mode of MODES) tokens[mode] ??= await tokensFrom(agent, parties[mode].client);
  const device = await deviceOf(email);
  const { sub = '', sid } = decodeJwt(tokens[first]?.access_token ?? '');
  for (const mode of MODES) expect(decodeJwt(tokens[mode]?.access_token ?? '').sid).toBe(sid);
  expect(await sessionOf(agent)).toMatchObject({ authenticated: true, account: { id: sub } });
  return { agent, other, email, device, id: sub, sid: String(sid), tokens: tokens as SignedIn['tokens'] };
}

async function confirmLogout({ agent }: SignedIn): Promise<void> {
  const page = await agent.open(`${LOGOUT}?client_id=${parties.off.client.client_id}`);
  // Or the page that calls a client with front-channel logout.
  const { text } = await agent.submit(page, { confirmLogout: 'Yes' });
  expect(text).toMatch(/You are signed out|http:\/\/localhost:9\/signed-out/);
}

/** The device that an account was used on most recently. */
async function deviceOf(email: string): Promise<string> {
  const lookup = await callAdminApi<{ devices: { id: string }[] }>('POST', '/users/lookup', {
    body: { email },
  });
  return lookup.json.devices[0]?.id ?? '';
}

async function endOnOwnPage({ agent, other, sid }: SignedIn, action: string): Promise<void> {
  const page = await openAccountPage(other);
  const change = action === 'end-session' ? { id: sid } : {};
  expect((await press(other, page, action, change)).status).toBe(200);
  expect(agent).not.toBe(other);
}

async function setEnabled({ id }: SignedIn, enabled: boolean): Promise<void> {
  await (await admin()).users.update({ realm: REALM, id }, { enabled });
}

type Ending = readonly [name: string, end: (user: SignedIn) => Promise<unknown>];

/** The ways that need the session. */
const OF_SESSION: readonly Ending[] = [
  [
    'Keycloak’s sign-out by a refresh token of the session',
    ({ tokens }) =>
      post(LOGOUT, { refresh_token: tokens.session.refresh_token, ...credentials(parties.session.client) }),
  ],
  [
    'forgetting the account on the chooser',
    async ({ agent, id }) => agent.submit(await agent.open(authUrl(web)), { forget: id }),
  ],
  [
    'signing out on the own page',
    async ({ agent }) => press(agent, await openAccountPage(agent), 'sign-out'),
  ],
  ['ending the session on the own page', (user) => endOnOwnPage(user, 'end-session')],
  [
    'Keycloak’s end of a session',
    async ({ sid }) => (await admin()).realms.removeSession({ realm: REALM, sessionId: sid }),
  ],
];

/** The ways that also end what has outlived an expired session. */
const ALSO_LATER: readonly Ending[] = [
  ['DELETE /session', async ({ agent }) => expect((await remove(agent, '')).status).toBe(204)],
  [
    'the end_session_endpoint with a hint',
    ({ agent, tokens }) => agent.open(`${LOGOUT}?id_token_hint=${tokens.off.id_token}`),
  ],
  ['the end_session_endpoint without a hint', confirmLogout],
  [
    'Keycloak’s sign-out by a refresh token that outlives the session',
    ({ tokens }) =>
      post(LOGOUT, { refresh_token: tokens['30'].refresh_token, ...credentials(parties['30'].client) }),
  ],
  ['forgetting the account', ({ agent, id }) => remove(agent, `/accounts/${id}`)],
  ['signing out everywhere on the own page', (user) => endOnOwnPage(user, 'sign-out-everywhere')],
  [
    'forgetting the device on the own page',
    async ({ other, device }) => press(other, await openAccountPage(other), 'forget-device', { id: device }),
  ],
  ['an administrator’s sign-out', ({ id }) => callAdminApi('POST', `/users/${id}/sign-out`)],
  [
    'an administrator who forgets the device',
    ({ id, device }) => callAdminApi('DELETE', `/users/${id}/devices/${device}`),
  ],
  ['an administrator who forgets all devices', ({ id }) => callAdminApi('DELETE', `/users/${id}/devices`)],
  ['Keycloak’s sign-out of a user', async ({ id }) => (await admin()).users.logout({ realm: REALM, id })],
  [
    'Keycloak’s end of an offline session',
    async ({ sid }) => (await admin()).realms.deleteSession({ realm: REALM, session: sid, isOffline: true }),
  ],
  [
    'This wasn’t me',
    async ({ email }) => {
      const page = await disown(disownLinkIn(await noticeTo(email)) ?? '');
      expect(page.text).toContain('That device is signed out');
    },
  ],
  [
    'a disabled account, even if it is enabled again',
    async (user) => {
      await setEnabled(user, false);
      await setEnabled(user, true);
    },
  ],
  ['a deleted account', async ({ id }) => (await admin()).users.del({ realm: REALM, id })],
  [
    'deleting the account on the own page',
    async ({ other }) => deleteAccount(other, await openAccountPage(other)),
  ],
  [
    'a change of address',
    async ({ other, email }) => {
      const next = newAddress('next');
      const before = (await emailsTo(email)).length;
      await requestChange(other, next);
      await answerChange(changeLinkIn(await emailTo(next)));
      await answerChange(changeLinkIn(await emailTo(email, before + 1)));
    },
  ],
  [
    'signing out of all other sessions by Keycloak’s account API',
    async ({ other }) => {
      expect((await deleteByAccountApi(other, 'sessions')).status).toBe(204);
    },
  ],
  ...(['a new password', 'an authenticator app'] as const).map((name): Ending => {
    const { action, form } = PLACES[name];
    return [
      `signing out from other devices with ${name} on Keycloak’s page`,
      async ({ id, email }) => {
        const { users } = await admin();
        await users.update(
          { realm: REALM, id },
          { ...(await users.findOne({ realm: REALM, id })), requiredActions: [action] },
        );
        const owner = new Agent({ accept: 'text/html' });
        const page = await owner.open(await nextLink(email, web));
        await owner.submit(page, { ...form(page), 'logout-sessions': 'on' });
        expect((await sessionOf(owner)).authenticated).toBe(true);
      },
    ];
  }),
  [
    'an account that is claimed by the owner of its address',
    async ({ id }) => {
      const owner = newAddress('owner');
      await setUnverifiedEmail(id, owner);
      await follow(await linkFor(owner, web));
    },
  ],
];

async function expectEnded({ agent, sid, tokens }: SignedIn): Promise<void> {
  expect((await sessionOf(agent)).authenticated).toBe(false);
  const rejected: Record<string, unknown> = {};
  for (const mode of MODES) {
    const { client } = parties[mode];
    const { access_token, refresh_token } = tokens[mode];
    const userinfo = await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) });
    rejected[mode] = [userinfo.status, mode === 'off' ? 400 : (await refresh(refresh_token, client)).status];
  }
  expect(rejected).toEqual(Object.fromEntries(MODES.map((mode) => [mode, [401, 400]])));
  for (const mode of MODES) await notified(mode, sid);
}

function noticesOf(mode: Mode, sid: string): number {
  return parties[mode].listener.received.filter((token) => decodeJwt(token).sid === sid).length;
}

/** Waits until a client was notified of a sign-in's end. */
async function notified(mode: Mode, sid: string): Promise<void> {
  const { listener } = parties[mode];
  for (let count = listener.received.length; noticesOf(mode, sid) === 0; count += 1)
    await listener.tokens(count + 1);
}

const ended: string[] = [];

describe.each([...OF_SESSION, ...ALSO_LATER])('%s', (_, end) => {
  test.each(MODES)('ends all that came of a sign-in that began at a client with %s', async (first) => {
    const user = await signInFirstAt(first);
    await end(user);
    await expectEnded(user);
    ended.push(user.sid);
  });
});

describe.each(ALSO_LATER)('%s', (_, end) => {
  test('ends refresh tokens that have outlived their session', async () => {
    const user = await signInFirstAt('30');
    await untilSessionExpired(user.agent);
    for (const mode of ['off', 'session'] as const) await notified(mode, user.sid);
    const { client } = parties['30'];
    const { refresh_token, access_token } = await refreshed(user.tokens['30'].refresh_token, client);
    await follow(await nextLink(user.email, web), user.other);
    await end({ ...user, tokens: { ...user.tokens, '30': { ...user.tokens['30'], refresh_token } } });
    expect((await refresh(refresh_token, client)).status).toBe(400);
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
    await notified('30', user.sid);
    ended.push(user.sid);
  });
});

describe('at a client with front-channel logout, alone in its session', () => {
  let front: OwnClient;
  let listening: typeof parties;
  beforeAll(async () => {
    front = await makeStayingClient('30', {
      frontchannelLogout: true,
      attributes: { 'frontchannel.logout.url': 'http://localhost:9/signed-out' },
    });
    listening = parties;
    const { listener } = parties.off;
    parties = Object.fromEntries(MODES.map((mode) => [mode, { client: front, listener }])) as typeof parties;
  });
  afterAll(async () => {
    parties = listening;
    await front.remove();
  });

  test.each([...OF_SESSION, ...ALSO_LATER])('%s ends the refresh tokens that outlive it', async (_, end) => {
    const user = await signInFirstAt('30');
    await end(user);
    expect((await sessionOf(user.agent)).authenticated).toBe(false);
    const { access_token, refresh_token } = user.tokens['30'];
    expect((await refresh(refresh_token, front)).status).toBe(400);
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
  });
});

test('a sign-out ends what earlier sessions in the browser have left, and then there is nothing to end', async () => {
  const user = await signInFirstAt('30');
  await untilSessionExpired(user.agent);
  const { client } = parties['30'];
  await follow(await nextLink(user.email, web), user.agent);
  const { refresh_token } = await refreshed(user.tokens['30'].refresh_token, client);
  expect((await remove(user.agent, '')).status).toBe(204);
  expect((await refresh(refresh_token, client)).status).toBe(400);
  expect((await remove(user.agent, '')).status).toBe(401);
});

describe.each(['a revoked consent', 'a consent that Keycloak’s API revokes'])('%s', (name) => {
  const revoke = async ({ agent, id }: SignedIn, clientId: string) =>
    name === 'a revoked consent'
      ? expect((await remove(agent, `/consents/${clientId}`)).status).toBe(204)
      : (await admin()).users.revokeConsent({ realm: REALM, id, clientId });

  test.each(['session', '30'] as const)(
    'ends what a client with %s has, and notifies it alone',
    async (mode) => {
      const user = await signInFirstAt(mode);
      await revoke(user, parties[mode].client.client_id);
      const { access_token, refresh_token } = user.tokens[mode];
      expect((await refresh(refresh_token, parties[mode].client)).status).toBe(400);
      expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
      await notified(mode, user.sid);
      const other = mode === '30' ? 'session' : '30';
      await refreshed(user.tokens[other].refresh_token, parties[other].client);
      expect((await sessionOf(user.agent)).authenticated).toBe(true);
      expect(MODES.map((one) => noticesOf(one, user.sid))).toEqual(MODES.map((one) => Number(one === mode)));
      await remove(user.agent, '');
      for (const one of MODES) await notified(one, user.sid);
      ended.push(user.sid);
    },
  );
});

test('a revoked consent notifies a client whose tokens have outlived their session', async () => {
  const user = await signInFirstAt('30');
  await untilSessionExpired(user.agent);
  const { client } = parties['30'];
  await follow(await nextLink(user.email, web), user.other);
  expect((await remove(user.other, `/consents/${client.client_id}`)).status).toBe(204);
  await notified('30', user.sid);
  expect((await refresh(user.tokens['30'].refresh_token, client)).status).toBe(400);
});

test('an expired session leaves alone the tokens that outlive it, and their client isn’t notified', async () => {
  const user = await signInFirstAt('30');
  await untilSessionExpired(user.agent);
  for (const mode of ['off', 'session'] as const) await notified(mode, user.sid);
  await refreshed(user.tokens['30'].refresh_token, parties['30'].client);
  expect(noticesOf('30', user.sid)).toBe(0);
});

test('no client is notified twice of the end of a sign-in', () => {
  for (const mode of MODES) expect(ended.map((sid) => noticesOf(mode, sid))).toEqual(ended.map(() => 1));
});
