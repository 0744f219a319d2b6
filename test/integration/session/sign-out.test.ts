/** Signing out ends the session everywhere: relying parties are told by back-channel (OpenID Connect Back-Channel Logout 1.0). */
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { giveUnproven } from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import type { Agent, Page } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { accountsOn } from '../../support/chooser.ts';
import { confirm } from '../../support/confirm-page.ts';
import { bearer } from '../../support/form.ts';
import { askOnPage, requireCode } from '../../support/inbox-page.ts';
import { dropPackets, type LogoutListener, listenForLogout } from '../../support/logout-listener.ts';
import { mailTo, newAddress } from '../../support/mail.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { remove, sessionOf } from '../../support/session-api.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const { baseUrl, clients, managementUrl } = inject('site');
const { web } = clients;
const keys = createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`));
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';

async function discovery(): Promise<{ end_session_endpoint: string }> {
  const answer = await fetch(`${baseUrl}/.well-known/openid-configuration`);
  return (await answer.json()) as { end_session_endpoint: string };
}

describe('a relying party with a back-channel', () => {
  let party: OwnClient;
  let listener: LogoutListener;
  beforeAll(async () => {
    listener = await listenForLogout();
    party = await makeClient();
    await party.update({
      attributes: {
        'backchannel.logout.url': listener.url,
        'backchannel.logout.session.required': 'true',
      },
    });
  });
  afterAll(async () => {
    await party.remove();
    await listener.close();
  });

  /** Does something that signs out, and expects that the party is told about that very session. */
  async function expectTold(signOut: (agent: Agent, idToken: string) => Promise<unknown>): Promise<void> {
    const agent = await signedIn(party);
    const { id_token } = await tokensFrom(agent, party);
    const before = listener.received.length;
    await signOut(agent, id_token);
    const token = (await listener.tokens(before + 1))[before] ?? '';
    const { payload } = await jwtVerify(token, keys, { issuer: baseUrl, audience: party.client_id });
    const { sub, sid } = decodeJwt(id_token);
    expect(payload).toMatchObject({ sub, sid, events: { [LOGOUT]: {} } });
    expect((await sessionOf(agent)).account?.id).not.toBe(sub);
  }

  test('is notified when somebody signs out by DELETE /session', async () => {
    await expectTold(async (agent) => expect((await remove(agent, '')).status).toBe(204));
  });

  test('is notified when somebody signs out at the end_session_endpoint', async () => {
    const { end_session_endpoint: endpoint, ...supported } = await discovery();
    expect(supported).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
    await expectTold(async (agent, idToken) => {
      const query = new URLSearchParams({ id_token_hint: idToken });
      expect((await agent.open(`${endpoint}?${query}`)).status).toBe(200);
    });
  });

  test('is notified when the account that is signed in is forgotten on the chooser', async () => {
    await expectTold(async (agent) => {
      const page = await agent.open(authUrl(web));
      const [account] = accountsOn(page);
      const after = await agent.submit(page, { forget: account?.id ?? '' });
      expect(after.text).toContain('name="email"');
    });
  });

  test('is notified when another person signs in in the same browser', async () => {
    const email = newAddress('second');
    await expectTold(async (agent) => {
      await confirmLink(agent, email);
    });
  });

  test('is notified when somebody proves the address of the account, which nobody had before', async () => {
    const email = newAddress('owner');
    await expectTold(async (_, idToken) => {
      await giveUnproven(decodeJwt(idToken).sub ?? '', email);
      await follow(await linkFor(email, web));
    });
  });

  test('is notified when the consent is withdrawn', async () => {
    const agent = await signedIn(party);
    const before = listener.received.length;
    expect((await remove(agent, `/consents/${party.client_id}`)).status).toBe(204);
    await listener.tokens(before + 1);
    expect((await sessionOf(agent)).authenticated).toBe(true);
  });
});

test('a relying party with a front-channel is notified by the page that the browser shows at the end', async () => {
  const party = await makeClient();
  const url = 'https://party.example/signed-out';
  await party.update({ frontchannelLogout: true, attributes: { 'frontchannel.logout.url': url } });
  const agent = await signedIn(party);
  const { id_token } = await tokensFrom(agent, party);
  const { end_session_endpoint: endpoint, ...supported } = await discovery();
  expect(supported).toMatchObject({
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
  });
  const page = await agent.open(`${endpoint}?${new URLSearchParams({ id_token_hint: id_token })}`);
  const frame = /<iframe[^>]*src="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { sid, iss } = decodeJwt(id_token);
  expect(frame.split('?')[0]).toBe(url);
  expect(Object.fromEntries(new URL(frame).searchParams)).toEqual({ iss, sid });
  expect(page.headers.get('content-security-policy')).toMatch(/frame-src[^;]* party\.example/);
  expect((await sessionOf(agent)).authenticated).toBe(false);
  await party.remove();
});

/** Opens another person's link and confirms it; the page that comes then. */
async function confirmLink(agent: Agent, email: string): Promise<Page> {
  return await confirm(agent, await agent.open(await linkFor(email, web)));
}

/** Each ends a person's session. */
const ENDINGS: [string, (agent: Agent, idToken: string) => Promise<unknown>][] = [
  ['DELETE /session', async (agent) => expect((await remove(agent, '')).status).toBe(204)],
  [
    'the end_session_endpoint',
    async (agent, idToken) => {
      const query = new URLSearchParams({ id_token_hint: idToken });
      const { end_session_endpoint: endpoint } = await discovery();
      expect((await agent.open(`${endpoint}?${query}`)).status).toBe(200);
    },
  ],
  [
    'the form that confirms a sign-out',
    async (agent) => {
      const page = await agent.open((await discovery()).end_session_endpoint);
      expect((await agent.submit(page, {})).status).toBe(200);
    },
  ],
  [
    'forgetting the account that is signed in',
    async (agent) => {
      const page = await agent.open(authUrl(web));
      await agent.submit(page, { forget: accountsOn(page)[0]?.id ?? '' });
    },
  ],
  ['another person’s link', (agent) => confirmLink(agent, newAddress('second'))],
  [
    'another person’s code',
    async (agent) => {
      const email = newAddress('second');
      const inbox = await askOnPage(agent, email, web);
      expect((await agent.submit(inbox, { code: requireCode(await mailTo(email)) })).status).toBe(200);
    },
  ],
  [
    'whoever proves the address of the account, which nobody had before',
    async (_, idToken) => {
      const email = newAddress('owner');
      await giveUnproven(decodeJwt(idToken).sub ?? '', email);
      await follow(await linkFor(email, web));
    },
  ],
  [
    'an administrator',
    async (_, idToken) =>
      expect((await callAdminApi('POST', `/people/${decodeJwt(idToken).sub}/sign-out`)).status).toBe(204),
  ],
  [
    'an administrator who ends that session',
    async (_, idToken) =>
      await (await admin()).realms.deleteSession({
        realm: 'linkgate',
        session: String(decodeJwt(idToken).sid),
        isOffline: false,
      }),
  ],
  [
    'Keycloak’s own Admin API',
    async (_, idToken) =>
      await (await admin()).users.logout({ realm: 'linkgate', id: decodeJwt(idToken).sub ?? '' }),
  ],
];

/** Signs somebody in at a client of its own that is notified at an address, and at another one; then does something that signs out. */
async function signOutAt(
  url: string,
  end: (agent: Agent, idToken: string) => Promise<unknown>,
): Promise<void> {
  const party = await makeClient();
  await party.update({ attributes: { 'backchannel.logout.url': url } });
  const agent = await signedIn(party);
  const { id_token, access_token } = await tokensFrom(agent, party);
  const other = await tokensFrom(agent, web);
  await end(agent, id_token);
  for (const token of [access_token, other.access_token])
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(token) })).status).toBe(401);
  await party.remove();
}

describe('a relying party that never finishes its response', () => {
  let hanging: LogoutListener;
  beforeAll(async () => {
    hanging = await listenForLogout({ drips: true });
  });
  afterAll(async () => await hanging.close());

  test.each(ENDINGS)('delays no sign-out by %s: tokens have ended meanwhile', async (_, end) => {
    const before = hanging.received.length;
    await signOutAt(hanging.url, end);
    await hanging.tokens(before + 1);
  });
});

const byDelete = async (agent: Agent) => expect((await remove(agent, '')).status).toBe(204);

test('a relying party is notified once more if it fails the first time', async () => {
  const failing = await listenForLogout({ statuses: [503] });
  await signOutAt(failing.url, byDelete);
  const [first, second] = await failing.tokens(2);
  expect(first).not.toBe('');
  expect(second).toBe(first);
  await expect.poll(() => countedAs('delivered'), PATIENT).toBeGreaterThan(0);
  expect(failing.received).toHaveLength(2);
  await failing.close();
});

test('a relying party that fails twice is not notified again, and counted', async () => {
  const before = await countedAs('failed');
  const failing = await listenForLogout({ statuses: [500, 500] });
  await signOutAt(failing.url, byDelete);
  await failing.tokens(2);
  await expect.poll(() => countedAs('failed'), PATIENT).toBe(before + 1);
  expect(failing.received).toHaveLength(2);
  await failing.close();
});

test('a redirect of a relying party leads nowhere', async () => {
  const before = await countedAs('rejected');
  const inside = await listenForLogout();
  const redirecting = await listenForLogout({ statuses: [307, 307], location: inside.url });
  await signOutAt(redirecting.url, byDelete);
  await expect.poll(() => countedAs('rejected'), PATIENT).toBe(before + 1);
  expect([redirecting.received.length, inside.received.length]).toEqual([1, 0]);
  await redirecting.close();
  await inside.close();
});

test('a host that drops packets delays no sign-out, and is given up', async () => {
  const before = await countedAs('late');
  const host = await dropPackets();
  await signOutAt(host.url, byDelete);
  await expect.poll(() => countedAs('late'), PATIENT).toBe(before + 1);
  host.close();
});

test('signing everybody out waits for no adapter', async () => {
  const hanging = await listenForLogout({ drips: true });
  const party = await makeClient();
  await party.update({ adminUrl: hanging.url });
  const agent = await signedIn(party);
  const { access_token } = await tokensFrom(agent, party);
  const api = await admin();
  const { notBefore } = (await api.realms.findOne({ realm: 'linkgate' })) ?? {};
  await api.realms.logoutAll({ realm: 'linkgate' });
  expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
  await hanging.tokens(1);
  await api.realms.update({ realm: 'linkgate' }, { notBefore: notBefore ?? 0 });
  await party.remove();
  await hanging.close();
});

/** How many notifications had an outcome on this server. */
async function countedAs(outcome: string): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  const series = `linkgate_logouts_total{outcome="${outcome}"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.split(' ')
      .at(-1),
  );
}
