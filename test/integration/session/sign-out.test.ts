/** Signing out ends the session everywhere: relying parties are notified by back-channel logout (OpenID Connect Back-Channel Logout 1.0). */
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setUnverifiedEmail } from '../../support/accounts.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { requestOnPage, requireCode } from '../../support/check-email-page.ts';
import { accountsOn, chooseSignedInAccount } from '../../support/chooser.ts';
import { confirm } from '../../support/confirm-page.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { bearer } from '../../support/form.ts';
import {
  type IdentityProvider,
  makeIdentityProvider,
  oidcProvider,
  sentToSignIn,
} from '../../support/identity-provider.ts';
import { dropPackets, type LogoutListener, listenForLogout } from '../../support/logout-listener.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { remove, sessionOf } from '../../support/session-api.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const { baseUrl, clients, managementUrl, serverUrl } = inject('site');
const { web } = clients;
const keys = createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`));
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';

async function discovery(): Promise<{ end_session_endpoint: string }> {
  const response = await fetch(`${baseUrl}/.well-known/openid-configuration`);
  return (await response.json()) as { end_session_endpoint: string };
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

  /** Signs out by `work`, and expects that the relying party is notified of exactly that session. */
  async function expectNotified(signOut: (agent: Agent, idToken: string) => Promise<unknown>): Promise<void> {
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

  test('is notified of a sign-out by DELETE /session', async () => {
    await expectNotified(async (agent) => expect((await remove(agent, '')).status).toBe(204));
  });

  test('is notified of a sign-out at the end_session_endpoint', async () => {
    const { end_session_endpoint: endpoint, ...supported } = await discovery();
    expect(supported).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
    await expectNotified(async (agent, idToken) => {
      const query = new URLSearchParams({ id_token_hint: idToken });
      expect((await agent.open(`${endpoint}?${query}`)).status).toBe(200);
    });
  });

  test('is notified when the signed-in account is removed on the chooser', async () => {
    await expectNotified(async (agent) => {
      const page = await agent.open(authUrl(web));
      const [account] = accountsOn(page);
      const after = await agent.submit(page, { forget: account?.id ?? '' });
      expect(after.text).toContain('name="email"');
    });
  });

  test('is notified when another user signs in in the same browser', async () => {
    const email = newAddress('second');
    await expectNotified(async (agent) => {
      await confirmLink(agent, email);
    });
  });

  test('is notified when the account’s unverified address is verified', async () => {
    const email = newAddress('owner');
    await expectNotified(async (_, idToken) => {
      await setUnverifiedEmail(decodeJwt(idToken).sub ?? '', email);
      await follow(await linkFor(email, web));
    });
  });

  test('is notified when the consent is revoked', async () => {
    const agent = await signedIn(party);
    const before = listener.received.length;
    expect((await remove(agent, `/consents/${party.client_id}`)).status).toBe(204);
    await listener.tokens(before + 1);
    expect((await sessionOf(agent)).authenticated).toBe(true);
  });
});

test('a relying party with front-channel logout is notified by the final page in the browser', async () => {
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

/** Opens another user's link and confirms it; returns the resulting page. */
async function confirmLink(agent: Agent, email: string): Promise<Page> {
  return await confirm(agent, await agent.open(await linkFor(email, web)));
}

/** Ways to end a user's session. */
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
    'the sign-out confirmation form',
    async (agent) => {
      const page = await agent.open((await discovery()).end_session_endpoint);
      expect((await agent.submit(page, {})).status).toBe(200);
    },
  ],
  [
    'removing the signed-in account',
    async (agent) => {
      const page = await agent.open(authUrl(web));
      await agent.submit(page, { forget: accountsOn(page)[0]?.id ?? '' });
    },
  ],
  ['another user’s link', (agent) => confirmLink(agent, newAddress('second'))],
  [
    'another user’s one-time code',
    async (agent) => {
      const email = newAddress('second');
      const checkEmail = await requestOnPage(agent, email, web);
      expect((await agent.submit(checkEmail, { code: requireCode(await emailTo(email)) })).status).toBe(200);
    },
  ],
  [
    'the user who verifies the account’s address, which was unverified before',
    async (_, idToken) => {
      const email = newAddress('owner');
      await setUnverifiedEmail(decodeJwt(idToken).sub ?? '', email);
      await follow(await linkFor(email, web));
    },
  ],
  [
    'an administrator',
    async (_, idToken) =>
      expect((await callAdminApi('POST', `/users/${decodeJwt(idToken).sub}/sign-out`)).status).toBe(204),
  ],
  [
    'an administrator who deletes that session',
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

/** Signs a user in to a new client with a back-channel URL, and to another client; then signs out by `end`. */
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

  test.each(ENDINGS)('delays no sign-out by %s: tokens are already invalid', async (_, end) => {
    const before = hanging.received.length;
    await signOutAt(hanging.url, end);
    await hanging.tokens(before + 1);
  });
});

describe('SAML clients that never finish their response', () => {
  let hanging: LogoutListener;
  const clientIds = ['saml-form', 'saml-soap'];
  const undo: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    hanging = await listenForLogout({ drips: true });
    undo.push(await setRealmAttributes({ 'linkgate.allowed-protocols': 'saml' }));
    for (const clientId of clientIds) {
      const { id } = await (await admin()).clients.create({
        realm: 'linkgate',
        clientId,
        protocol: 'saml',
        frontchannelLogout: false,
        redirectUris: ['https://saml.example/*'],
        attributes: {
          saml_idp_initiated_sso_url_name: clientId,
          saml_assertion_consumer_url_post: 'https://saml.example/acs',
          'saml.client.signature': 'true',
          'saml.server.signature': 'true',
          [`saml_single_logout_service_url_${clientId === 'saml-soap' ? 'soap' : 'post'}`]: hanging.url,
        },
      });
      undo.push(async () => await (await admin()).clients.del({ realm: 'linkgate', id }));
    }
  });
  afterAll(async () => {
    for (const one of undo.reverse()) await one();
    await hanging.close();
  });

  test.each(ENDINGS)('delay no sign-out by %s: tokens are already invalid', async (_, end) => {
    const agent = await signedIn(web);
    const { id_token, access_token } = await tokensFrom(agent, web);
    for (const clientId of clientIds) {
      const page = await agent.open(`${baseUrl}/protocol/saml/clients/${clientId}`);
      expect((await chooseSignedInAccount(agent, page)).text).toContain('SAMLResponse');
    }
    const before = new Set(hanging.received);
    await end(agent, id_token);
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
    // Retries don't count as new messages.
    const notifications = () =>
      [...new Set(hanging.received)].filter((message) => !before.has(message)).sort();
    await expect
      .poll(notifications, PATIENT)
      .toEqual([expect.stringContaining('<samlp:LogoutRequest'), expect.stringMatching(/^SAMLRequest=/)]);
  });
});

/** Signs a user in through an identity provider; returns the client's tokens. */
async function signedInBy(provider: IdentityProvider, agent: Agent, client: OwnClient) {
  const email = newAddress('brokered');
  const sentTo = await sentToSignIn(agent, provider, client);
  await agent.open(provider.returnTo(sentTo, { sub: email, email }));
  return await tokensFrom(agent, client);
}

test.each(ENDINGS.filter(([name]) => /^(DELETE|the end_session|an administrator)/.test(name)))(
  'an identity provider that never finishes its response delays no sign-out by %s',
  async (_, end) => {
    const hanging = await listenForLogout({ drips: true });
    const provider = await makeIdentityProvider(oidcProvider(hanging.url));
    const party = await makeClient({ consentRequired: false });
    const agent = new Agent();
    const { id_token, access_token } = await signedInBy(provider, agent, party);
    await end(agent, id_token);
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
    await hanging.tokens(1);
    await party.remove();
    await provider.remove();
    await hanging.close();
  },
);

/** Clears Keycloak's caches, so that the next request queries the database, where a second connection would be noticed. */
async function clearCaches(): Promise<void> {
  const headers = bearer((await (await admin()).getAccessToken()) ?? '');
  for (const cache of ['realm', 'user', 'keys'])
    await fetch(`${serverUrl}/admin/realms/linkgate/clear-${cache}-cache`, { method: 'POST', headers });
}

describe('a session that is no longer valid', () => {
  test.each<[string, (agent: Agent, client: OwnClient) => Promise<unknown>]>([
    ['/session', (agent) => agent.open(`${baseUrl}/session`)],
    ['/auth', (agent, client) => agent.open(authUrl(client))],
    ['a link', async (agent) => await agent.open(await linkFor(newAddress(), web))],
    [
      'a sign-in page',
      (agent, { client_id }) =>
        agent.open(
          `${baseUrl}/login-actions/authenticate?${new URLSearchParams({ client_id, tab_id: 'x' })}`,
        ),
    ],
    ['the end_session_endpoint', async (agent) => agent.open((await discovery()).end_session_endpoint)],
  ])('ends first when a browser presents it to %s, and clients are notified', async (_, present) => {
    const listener = await listenForLogout({ drips: true });
    const provider = await makeIdentityProvider(oidcProvider(listener.url));
    const party = await makeClient({
      consentRequired: false,
      attributes: { 'backchannel.logout.url': listener.url },
    });
    const agent = new Agent();
    const { access_token } = await signedInBy(provider, agent, party);
    await provider.remove();
    await clearCaches();
    await present(agent, party);
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
    await listener.tokens(1);
    await party.remove();
    await listener.close();
  });
});

const byDelete = async (agent: Agent) => expect((await remove(agent, '')).status).toBe(204);

test('a relying party is notified again if the first attempt fails', async () => {
  const failing = await listenForLogout({ statuses: [503] });
  await signOutAt(failing.url, byDelete);
  const [first, second] = await failing.tokens(2);
  expect(first).not.toBe('');
  expect(second).toBe(first);
  await expect.poll(() => countedAs('delivered'), PATIENT).toBeGreaterThan(0);
  expect(failing.received).toHaveLength(2);
  await failing.close();
});

test('a relying party that fails twice is counted, and not notified again', async () => {
  const before = await countedAs('failed');
  const failing = await listenForLogout({ statuses: [500, 500] });
  await signOutAt(failing.url, byDelete);
  await failing.tokens(2);
  await expect.poll(() => countedAs('failed'), PATIENT).toBe(before + 1);
  expect(failing.received).toHaveLength(2);
  await failing.close();
});

test('a redirect of a relying party is not followed', async () => {
  const before = await countedAs('rejected');
  const inside = await listenForLogout();
  const redirecting = await listenForLogout({ statuses: [307, 307], location: inside.url });
  await signOutAt(redirecting.url, byDelete);
  await expect.poll(() => countedAs('rejected'), PATIENT).toBe(before + 1);
  expect([redirecting.received.length, inside.received.length]).toEqual([1, 0]);
  await redirecting.close();
  await inside.close();
});

test('a host that drops packets delays no sign-out, and the notification fails', async () => {
  const before = await countedAs('late');
  const host = await dropPackets();
  await signOutAt(host.url, byDelete);
  await expect.poll(() => countedAs('late'), PATIENT).toBe(before + 1);
  host.close();
});

test.each([
  ['signing all users out', async () => await (await admin()).realms.logoutAll({ realm: 'linkgate' })],
  [
    'pushing the "not before" time',
    async () => {
      const api = await admin();
      await api.realms.update({ realm: 'linkgate' }, { notBefore: Math.floor(Date.now() / 1000) + 1 });
      await api.realms.pushRevocation({ realm: 'linkgate' });
    },
  ],
])('%s waits for no adapter', async (_, end) => {
  const hanging = await listenForLogout({ drips: true });
  const party = await makeClient();
  await party.update({ adminUrl: hanging.url });
  const agent = await signedIn(party);
  const { access_token } = await tokensFrom(agent, party);
  const api = await admin();
  const { notBefore } = (await api.realms.findOne({ realm: 'linkgate' })) ?? {};
  await end();
  expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
  await hanging.tokens(1);
  await api.realms.update({ realm: 'linkgate' }, { notBefore: notBefore ?? 0 });
  await party.remove();
  await hanging.close();
});

/** Number of notifications on this server with an outcome. */
async function countedAs(outcome: string): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  const series = `linkgate_logout_notifications_total{outcome="${outcome}"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.split(' ')
      .at(-1),
  );
}
