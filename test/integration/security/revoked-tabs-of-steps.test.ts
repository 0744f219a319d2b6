/**
 * The same in a stock realm, where a flow has the step: a thief gets nothing from a tab that rests on what was revoked
 * (contract, section 10).
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { emailsTo } from '../../support/email.ts';
import { bearer } from '../../support/form.ts';
import { passSecond } from '../../support/not-before.ts';
import { makeParkingRealm, PARKED_FORM, PLACES, type Place } from '../../support/parked-tabs.ts';
import { makeProviderRealm, type ProviderRealm } from '../../support/provider-realm.ts';
import type { SiteClient } from '../../support/site.ts';
import { approve, look, signOut, waitForLink } from '../../support/step-cross-device.ts';
import { stepLink, WITH_BACKEND_LINKS } from '../../support/step-links.ts';
import { requestBy, typePassword } from '../../support/step-pages.ts';
import {
  codesIn,
  countSessions,
  LINK,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  type StepUser,
  startSignIn,
} from '../../support/step-realm.ts';

let realm: StepRealm;
let provider: ProviderRealm;
let target: SiteClient;
let other: SiteClient;
beforeAll(async () => {
  ({ realm, target, other } = await makeParkingRealm());
  await realm.update({ attributes: WITH_BACKEND_LINKS });
  provider = await makeProviderRealm(realm.name, { firstBrokerLoginFlowAlias: 'first broker login' });
});
afterAll(async () => {
  await provider?.remove();
  await realm?.remove();
});

interface Tab {
  thief: Agent;
  page: Page;
  /** Presses *Sign that device out*. */
  revoke?: () => Promise<void>;
}

/** Chooses the page for a password, which also lists providers. */
async function passwordPage(thief: Agent, client: SiteClient, prompt = 'consent'): Promise<Page> {
  const first = await startSignIn(realm, client, thief, { prompt });
  const button = /name="authenticationExecution" value="([^"]+)"[^>]*>[^<]*password/i.exec(first.text);
  if (button !== null) return await thief.submit(first, { authenticationExecution: button[1] ?? '' });
  // Keycloak's list of ways, for a user whom the flow knows.
  const ways = await thief.submit(first, { tryAnotherWay: 'on' });
  const before = ways.text.slice(0, ways.text.indexOf('Sign in by entering'));
  const execution = [...before.matchAll(/authenticationExecution[\s\S]*?value="([^"]+)"/g)].at(-1)?.[1] ?? '';
  return await thief.submit(ways, { authenticationExecution: execution });
}

/** How the tab got there. */
const WAYS: Readonly<Record<string, (user: StepUser, stop: () => Promise<void>) => Promise<Tab>>> = {
  'a link': async (user, stop) => {
    await stop();
    const { agent, link } = await requestByStep(realm, target, user);
    return { thief: agent, page: await openAndConfirm(link, agent) };
  },
  'a link in another browser': async (user, stop) => {
    await stop();
    const { link } = await requestByStep(realm, target, user);
    const thief = new Agent();
    return { thief, page: await openAndConfirm(link, thief) };
  },
  'a link sent by a backend': async (user, stop) => {
    await stop();
    const fields = { email: user.email, delivery: 'email' };
    const link = await stepLink(realm, target, fields, user.email);
    const thief = new Agent();
    return { thief, page: await openAndConfirm(link, thief) };
  },
  'a link returned to a backend': async (user, stop) => {
    await stop();
    const link = await stepLink(realm, target, { user_id: user.id });
    const thief = new Agent();
    return { thief, page: await openAndConfirm(link, thief) };
  },
  'a cross-device sign-in': async (user, stop) => {
    await stop();
    const tab = await waitForLink(realm, target, user);
    const { owner, done } = await approve(tab);
    return { thief: tab.waiting, page: await look(tab), revoke: () => signOut(owner, done) };
  },
  'a session by a cross-device sign-in': async (user, stop) => {
    const tab = await waitForLink(realm, other, user);
    const { owner, done } = await approve(tab);
    expect(codesIn([await look(tab)])).toBe(1);
    await stop();
    const page = await startSignIn(realm, target, tab.waiting, { prompt: 'consent' });
    return { thief: tab.waiting, page, revoke: () => signOut(owner, done) };
  },
  'a code': async (user, stop) => {
    await stop();
    const { agent, page, code } = await requestByStep(realm, target, user);
    return { thief: agent, page: await agent.submit(page, { code }) };
  },
  'a password': async (user, stop) => {
    await stop();
    const thief = new Agent();
    return { thief, page: await typePassword(thief, await passwordPage(thief, target), user) };
  },
  'an identity provider': async (user, stop) => {
    await stop();
    const thief = new Agent();
    const sentTo = await provider.leave(thief, await passwordPage(thief, target));
    const back = await provider.signIn(sentTo, { email: user.email, isVerified: true });
    return { thief, page: await thief.open(back) };
  },
  'a session': async (user, stop) => {
    const { agent: thief, link } = await requestByStep(realm, other, user);
    expect(codesIn([await openAndConfirm(link, thief)])).toBe(1);
    await stop();
    return { thief, page: await startSignIn(realm, target, thief, { prompt: 'consent' }) };
  },
};

const id = { realm: '' };
const keycloak = async () => {
  id.realm = realm.name;
  return await admin();
};

async function sessions(user: StepUser): Promise<string[]> {
  const api = await keycloak();
  return (await api.users.listSessions({ ...id, id: user.id })).map((one) => one.id ?? '');
}

const REVOCATIONS: Readonly<
  Record<
    string,
    { ways?: readonly string[]; leavesSession?: true; revoke(user: StepUser, tab: Tab): Promise<unknown> }
  >
> = {
  '“Sign that device out”': {
    ways: ['a cross-device sign-in', 'a session by a cross-device sign-in'],
    revoke: async (_, { revoke }) => await revoke?.(),
  },
  'Keycloak’s sign-out': {
    revoke: async (user) => await (await keycloak()).users.logout({ ...id, id: user.id }),
  },
  'Keycloak’s deletion of the session': {
    ways: ['a session', 'a session by a cross-device sign-in'],
    revoke: async (user) => {
      for (const session of await sessions(user))
        await (await keycloak()).realms.deleteSession({ ...id, session, isOffline: false });
    },
  },
  'disabling the account': { revoke: async (user) => await realm.changeUser(user, { enabled: false }) },
  'a claim of the account': {
    revoke: async (user) => {
      await realm.changeUser(user, { emailVerified: false, requiredActions: [] });
      const { agent, link } = await requestByStep(realm, other, user);
      expect(codesIn([await openAndConfirm(link, agent)])).toBe(1);
    },
  },
  'an administrator’s change of address': {
    ways: [
      'a link',
      'a link in another browser',
      'a link sent by a backend',
      'a link returned to a backend',
      'a cross-device sign-in',
      'a code',
    ],
    revoke: async (user) => await realm.changeUser(user, { email: `changed-${user.email}` }),
  },
};

async function linkToProvider(user: StepUser): Promise<void> {
  await provider.makeUser({ email: user.email, isVerified: true });
  const api = await admin();
  const [there] = await api.users.find({ realm: provider.alias, email: user.email, exact: true });
  await (await keycloak()).users.addToFederatedIdentity({
    ...id,
    id: user.id,
    federatedIdentityId: provider.alias,
    federatedIdentity: { identityProvider: provider.alias, userId: there?.id ?? '', userName: user.email },
  });
}

async function park(way: string, place: Place): Promise<{ user: StepUser; tab: Tab }> {
  const user = await realm.makeUser();
  if (way === 'an identity provider') await linkToProvider(user);
  const stop = async () => {
    if (place.action !== null) await realm.changeUser(user, { requiredActions: [place.action] });
  };
  const tab = await (WAYS[way] as (typeof WAYS)[string])(user, stop);
  expect([tab.page.status, PARKED_FORM.test(tab.page.text)], textOf(tab.page)).toEqual([200, true]);
  return { user, tab };
}

const goOn = async ({ thief, page }: Tab, place: Place) => await thief.submit(page, place.form(page));

async function credentialsOf(user: StepUser): Promise<{ type?: string; createdDate?: number }[]> {
  return await (await keycloak()).users.getCredentials({ ...id, id: user.id });
}

describe.each(Object.entries<Place>(PLACES))('a tab at %s', (name, place) => {
  test.each(Object.keys(WAYS))('by %s goes on if nothing is revoked', async (way) => {
    const { tab } = await park(way, place);
    const next = await goOn(tab, place);
    const end = name === 'consent' ? next : await tab.thief.submit(next, { accept: 'Yes' });
    expect(codesIn([end]), textOf(end)).toBe(1);
  });

  const cells = Object.entries(REVOCATIONS).flatMap(([what, revocation]) =>
    (revocation.ways ?? Object.keys(WAYS)).map((way) => ({ what, way, revocation })),
  );
  test.each(cells)('by $way gives a thief nothing after $what', async ({ way, what, revocation }) => {
    const { user, tab } = await park(way, place);
    const before = await credentialsOf(user);
    await revocation.revoke(user, tab);
    const left = await countSessions(realm, user);
    const end = await goOn(tab, place);
    expect([codesIn([end]), PARKED_FORM.test(end.text)], textOf(end)).toEqual([0, false]);
    const again = await tab.thief.open(tab.page.url);
    expect([codesIn([again]), PARKED_FORM.test(again.text)], textOf(again)).toEqual([0, false]);
    expect(await countSessions(realm, user)).toBe(left);
    const after = await credentialsOf(user);
    expect(after).toEqual(what === 'a claim of the account' ? [] : before);
  });
});

test('a thief who changes the password in a parked tab doesn’t sign in by it after the claim', async () => {
  const user = await realm.makeUser({ emailVerified: false });
  const thief = new Agent();
  await realm.changeUser(user, { requiredActions: ['UPDATE_PASSWORD'] });
  const page = await typePassword(thief, await passwordPage(thief, target), user);
  const owner = await requestByStep(realm, other, user);
  await realm.changeUser(user, { requiredActions: [] });
  expect(codesIn([await openAndConfirm(owner.link, owner.agent)])).toBe(1);
  await goOn({ thief, page }, PLACES['a new password']);
  expect(await credentialsOf(user)).toEqual([]);
});

describe('Sign out from other devices', () => {
  test.each(['a link', 'a cross-device sign-in', 'a code', 'a password', 'an identity provider'])(
    'on a page of the owner ends a tab by %s',
    async (way) => {
      const { user, tab } = await park(way, PLACES.consent);
      // Another session of the account, which Keycloak ends.
      const elsewhere = await requestByStep(realm, other, user);
      expect(codesIn([await openAndConfirm(elsewhere.link, elsewhere.agent)])).toBe(1);
      await realm.changeUser(user, { requiredActions: ['UPDATE_PASSWORD'] });
      const owner = await requestByStep(realm, other, user);
      const form = await openAndConfirm(owner.link, owner.agent);
      const fields = { ...PLACES['a new password'].form(), 'logout-sessions': 'on' };
      expect(codesIn([await owner.agent.submit(form, fields)])).toBe(1);
      const end = await goOn(tab, PLACES.consent);
      expect([codesIn([end]), end.status], textOf(end)).toEqual([0, 403]);
      // The owner's own session stays.
      expect(codesIn([await startSignIn(realm, other, owner.agent)])).toBe(1);
      expect(await countSessions(realm, user)).toBe(1);
    },
  );

  test('by the account API ends a tab without a session', async () => {
    const { user, tab } = await park('a link', PLACES.consent);
    const app = await realm.makeClient([{ provider: LINK }], { directAccessGrantsEnabled: true });
    const granted = await fetch(`${realm.baseUrl}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        username: user.username,
        password: user.password,
        client_id: app.client_id,
        client_secret: app.client_secret ?? '',
      }),
    });
    const { access_token } = (await granted.json()) as { access_token: string };
    const headers = { ...bearer(access_token), accept: 'application/json' };
    const out = await fetch(`${realm.baseUrl}/account/sessions`, { method: 'DELETE', headers });
    expect(out.status).toBe(204);
    const end = await goOn(tab, PLACES.consent);
    expect([codesIn([end]), end.status], textOf(end)).toEqual([0, 403]);
  });
});

test('a tab ends with the session that it continues, also if a later one has the same identifier', async () => {
  const user = await realm.makeUser();
  await realm.update({ rememberMe: true });
  const agent = new Agent();
  const first = await startSignIn(realm, other, agent);
  const { link } = await requestBy(agent, user, async () =>
    agent.submit(first, { email: user.email, action: 'send', rememberMe: 'on' }),
  );
  expect(codesIn([await openAndConfirm(link, agent)])).toBe(1);
  const ids = await sessions(user);
  const parked = await startSignIn(realm, target, agent, { prompt: 'consent' });
  expect(parked.text, textOf(parked)).toMatch(PARKED_FORM);
  const again = await passwordPage(agent, other, 'login');
  await passSecond();
  // Ends each remembered session; Keycloak starts the next one of the same root with its identifier.
  await realm.update({ rememberMe: false });
  const signedIn = await typePassword(agent, again, user);
  expect([codesIn([signedIn]), await sessions(user)], textOf(signedIn)).toEqual([1, ids]);
  const end = await goOn({ thief: agent, page: parked }, PLACES.consent);
  expect([codesIn([end]), end.status, textOf(end)]).toEqual([
    0,
    403,
    expect.stringContaining('no longer valid'),
  ]);
});

test('a user who changes their own address on a page of the sign-in goes on', async () => {
  const user = await realm.makeUser({ requiredActions: ['UPDATE_PROFILE'] });
  const { agent, link } = await requestByStep(realm, target, user);
  const profile = await openAndConfirm(link, agent);
  const consent = await agent.submit(profile, {
    email: `new-${user.email}`,
    firstName: 'Ada',
    lastName: 'User',
  });
  expect(consent.text, textOf(consent)).toContain('name="accept"');
  expect(codesIn([await agent.submit(consent, { accept: 'Yes' })])).toBe(1);
});

test('a page for a second factor ends once the owner has set up theirs elsewhere', async () => {
  const place = PLACES['an authenticator app'];
  const { user, tab } = await park('a link', place);
  const owner = new Agent();
  const { link } = await requestBy(owner, user, async () =>
    owner.submit(await startSignIn(realm, other, owner), { email: user.email, action: 'send' }),
  );
  expect((await emailsTo(user.email)).length).toBeGreaterThan(1);
  const page = await openAndConfirm(link, owner);
  await owner.submit(page, place.form(page));
  await goOn(tab, place);
  expect((await credentialsOf(user)).filter(({ type }) => type === 'otp')).toHaveLength(1);
});
