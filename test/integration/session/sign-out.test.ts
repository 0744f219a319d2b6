/** Signing out ends the session everywhere: relying parties are told by back-channel (OpenID Connect Back-Channel Logout 1.0). */
import { availableParallelism } from 'node:os';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { giveUnproven } from '../../support/accounts.ts';
import type { Agent, Page } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { accountsOn } from '../../support/chooser.ts';
import { confirm } from '../../support/confirm-page.ts';
import { askOnPage, requireCode } from '../../support/inbox-page.ts';
import { type LogoutListener, listenForLogout } from '../../support/logout-listener.ts';
import { mailTo, newAddress } from '../../support/mail.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { remove, sessionOf } from '../../support/session-api.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const keys = createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`));
/** More than the machine can run at once. */
const PEOPLE = 2 * availableParallelism() + 2;
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

/** Each ends a person's session; what comes back is the status of the answer. */
const ENDINGS: [string, number, (agent: Agent) => Promise<number>][] = [
  ['by DELETE /session', 204, async (agent) => (await remove(agent, '')).status],
  ['by another person’s link', 200, async (agent) => (await confirmLink(agent, newAddress('second'))).status],
  [
    'by another person’s code',
    200,
    async (agent) => {
      const email = newAddress('second');
      const inbox = await askOnPage(agent, email, web);
      return (await agent.submit(inbox, { code: requireCode(await mailTo(email)) })).status;
    },
  ],
];

test.each(ENDINGS)(
  'relying parties that keep a sign-out %s waiting hold up nobody else',
  async (_, status, end) => {
    let release = () => {};
    const slow = await listenForLogout(
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    const party = await makeClient();
    await party.update({ attributes: { 'backchannel.logout.url': slow.url } });
    const people: Agent[] = [];
    for (let i = 0; i < PEOPLE; i++) people.push(await signedIn(party));
    const answers = people.map(end);
    // All of them are under way, and still somebody else gets an answer.
    await slow.tokens(people.length);
    expect((await sessionOf(await signedIn(web))).authenticated).toBe(true);
    release();
    expect(await Promise.all(answers)).toEqual(people.map(() => status));
    await party.remove();
    await slow.close();
  },
);
