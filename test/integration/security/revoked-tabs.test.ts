/**
 * What a thief gets from a tab that stands in the middle of a sign-in to the owner's account, once the owner or an administrator has revoked what
 * it rests on: nothing (contract, section 3.5). The first tests show that each tab goes on otherwise.
 */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { deleteByAccountApi } from '../../support/account-api.ts';
import {
  answerChange,
  changeLinkIn,
  idsOn,
  openAccountPage,
  press,
  requestChange,
  serveAccountPage,
} from '../../support/account-page.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { requestOnPage, requireCode, textOf } from '../../support/check-email-page.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { enterComparisonCode, requireComparisonCode } from '../../support/cross-device.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { disown, disownLinkIn, NOTICES, newDevice, nextLink, noticeTo } from '../../support/new-device.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PARKED_FORM, PLACES, type Place } from '../../support/parked-tabs.ts';
import { turnPasskeysOn } from '../../support/passkeys.ts';
import { PATIENT } from '../../support/patience.ts';
import { makeProviderRealm, type ProviderRealm } from '../../support/provider-realm.ts';
import { setSecondFactor } from '../../support/second-factor.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow } from '../../support/sign-in.ts';
import { makeAccountWithSoftwarePasskey, type SoftwarePasskey } from '../../support/software-passkey.ts';

const REALM = 'linkgate';
const { web } = inject('site').clients;

let target: OwnClient;
let provider: ProviderRealm;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  target = await makeClient({
    attributes: {
      'linkgate.sign-in.email-contains': 'link-and-code',
      'linkgate.sign-in.cross-device': 'true',
    },
  });
  provider = await makeProviderRealm();
  undo.push(target.remove, provider.remove, await turnPasskeysOn(), await serveAccountPage());
  undo.push(await setRealmAttributes({ [NOTICES]: 'true' }));
});
afterAll(async () => {
  for (const one of undo.reverse()) await one();
});

/** The owner's account. */
interface Account extends SoftwarePasskey {
  email: string;
}

async function makeAccount(): Promise<Account> {
  const email = newAddress('owner');
  await provider.makeUser({ email, isVerified: true });
  return { email, ...(await makeAccountWithSoftwarePasskey(email)) };
}

/** A thief's tab, and what only its way has. */
interface Tab {
  thief: Agent;
  page: Page;
  /** Presses *Sign that device out*. */
  revoke?: () => Promise<Page>;
}

/** Requests that a tab stops at: they make a session continue only on its page. */
const CONSENT = { prompt: 'consent' };

/** Requests an email on the page, and returns it. */
async function requested(thief: Agent, email: string) {
  const before = (await emailsTo(email)).length;
  const page = await requestOnPage(thief, email, target, CONSENT);
  return { page, message: await emailTo(email, before + 1) };
}

/** How the thief's tab got there. */
const WAYS: Readonly<Record<string, (account: Account, stop: () => Promise<void>) => Promise<Tab>>> = {
  'a link': async ({ email }, stop) => {
    await stop();
    const thief = new Agent();
    return { thief, page: await thief.open(await nextLink(email, target)) };
  },
  'a code': async ({ email }, stop) => {
    await stop();
    const thief = new Agent();
    const { page, message } = await requested(thief, email);
    return { thief, page: await thief.submit(page, { code: requireCode(message) }) };
  },
  'a passkey': async ({ signIn }, stop) => {
    await stop();
    const thief = new Agent();
    return { thief, page: await signIn(thief, await thief.open(authUrl(target, { fields: CONSENT }))) };
  },
  'an identity provider': async ({ email }, stop) => {
    await stop();
    const thief = new Agent();
    const page = await thief.open(authUrl(target, { fields: CONSENT }));
    const back = await provider.signIn(await provider.leave(thief, page), { email, isVerified: true });
    return { thief, page: await thief.open(back) };
  },
  'a cross-device sign-in': async ({ email }, stop) => {
    await stop();
    const [thief, owner] = [new Agent(), new Agent()];
    const { page, message } = await requested(thief, email);
    const prompt = await owner.open(linkIn(message));
    const done = await enterComparisonCode(owner, prompt, requireComparisonCode(page));
    const revoke = async () => await owner.submit(done, { revoke: 'true' });
    return { thief, page: await thief.open(page.url), revoke };
  },
  'a session': async ({ email }, stop) => {
    const { agent: thief } = newDevice();
    await follow(await nextLink(email, web), thief);
    // It may come after the next link's email otherwise.
    await noticeTo(email);
    await stop();
    const first = await thief.open(authUrl(target, { fields: CONSENT }));
    return { thief, page: await chooseSignedInAccount(thief, first) };
  },
  'a session by a cross-device sign-in': async ({ email }, stop) => {
    const [thief, owner] = [new Agent(), new Agent()];
    const { page, message } = await requested(thief, email);
    const prompt = await owner.open(linkIn(message));
    const done = await enterComparisonCode(owner, prompt, requireComparisonCode(page));
    await thief.submit(await thief.open(page.url), { accept: 'Yes' });
    await noticeTo(email);
    await stop();
    const first = await thief.open(authUrl(target, { fields: CONSENT }));
    const revoke = async () => await owner.submit(done, { revoke: 'true' });
    return { thief, page: await chooseSignedInAccount(thief, first), revoke };
  },
};

/** A revocation, and the ways whose tabs rest on what it revokes; all by default. */
interface Revocation {
  ways?: readonly string[];
  revoke(account: Account, tab: Tab): Promise<unknown>;
  /** Whether the thief's browser stays signed in: nothing of its session is revoked. */
  leavesSession?: true;
  /** Lets the next test's sign-ins begin at once. */
  restore?(): Promise<void>;
}

const SESSIONS = ['a session', 'a session by a cross-device sign-in'] as const;

/** The ways that leave a device which remembers the account. */
const REMEMBERED = ['a link', 'a code', 'a passkey', 'a session'] as const;

/** The owner's own browser, and their page; what an administrator has asked of the thief's tab isn't asked there. */
async function ownPage(account: Account): Promise<[Agent, Page]> {
  const owner = new Agent();
  await update(account, { requiredActions: [] });
  await follow(await nextLink(account.email, web), owner);
  return [owner, await openAccountPage(owner)];
}

/** The link of the change of address; the account may have other emails, and some later. */
async function changeLinkTo(address: string): Promise<string> {
  return await vi.waitFor(async () => {
    const found = (await emailsTo(address)).find(({ text }) => text.includes('/my-account/address?'));
    if (found === undefined) throw new Error(`no email about a change of address to ${address}`);
    return changeLinkIn(found);
  }, PATIENT);
}

async function update({ userId: id }: Account, fields: Record<string, unknown>): Promise<void> {
  const { users } = await admin();
  await users.update({ realm: REALM, id }, { ...(await users.findOne({ realm: REALM, id })), ...fields });
}

async function sessionsOf({ userId: id }: Account): Promise<string[]> {
  return (await (await admin()).users.listSessions({ realm: REALM, id })).map((one) => one.id ?? '');
}

const REVOCATIONS: Readonly<Record<string, Revocation>> = {
  'sign out everywhere': {
    revoke: async (account) => {
      const [owner, page] = await ownPage(account);
      expect((await press(owner, page, 'sign-out-everywhere')).status).toBe(200);
    },
  },
  'an administrator’s sign-out': {
    revoke: async ({ userId }) =>
      expect((await callAdminApi('POST', `/users/${userId}/sign-out`)).status).toBe(204),
  },
  'Keycloak’s sign-out': {
    revoke: async ({ userId: id }) => await (await admin()).users.logout({ realm: REALM, id }),
  },
  'a sign-out of all other sessions by Keycloak’s account API': {
    revoke: async (account) => {
      const [owner] = await ownPage(account);
      expect((await deleteByAccountApi(owner, 'sessions')).status).toBe(204);
      expect((await sessionOf(owner)).authenticated).toBe(true);
    },
  },
  'a change of address': {
    revoke: async (account) => {
      const [owner] = await ownPage(account);
      const address = newAddress('changed');
      await requestChange(owner, address);
      for (const to of [account.email, address]) await answerChange(await changeLinkTo(to));
    },
  },
  'an administrator’s change of address': {
    ways: ['a link', 'a code', 'a passkey', 'an identity provider', 'a cross-device sign-in'],
    leavesSession: true,
    revoke: async (account) => await update(account, { email: newAddress('changed') }),
  },
  'a claim of the account': {
    revoke: async (account) => {
      await update(account, { emailVerified: false, requiredActions: [] });
      await follow(await nextLink(account.email, web));
    },
  },
  'disabling the account': { revoke: async (account) => await update(account, { enabled: false }) },
  'suspending the client, and approving it again': {
    leavesSession: true,
    restore: async () => await target.update({ notBefore: 0 } as never),
    revoke: async () => {
      const [client] = await (await admin()).clients.find({ realm: REALM, clientId: target.client_id });
      for (const state of ['suspended', 'approved']) {
        const { json } = await callAdminApi<{ version: string }>('GET', `/clients/${client?.id}`);
        const body = { state, version: json.version };
        expect((await callAdminApi('PUT', `/clients/${client?.id}/approval`, { body })).status).toBe(200);
      }
    },
  },
  'ending the session on the own page': {
    ways: SESSIONS,
    revoke: async (account) => {
      const ids = await sessionsOf(account);
      const [owner, page] = await ownPage(account);
      for (const id of idsOn(page, 'end-session').filter((one) => ids.includes(one)))
        await press(owner, await openAccountPage(owner), 'end-session', { id });
    },
  },
  'Keycloak’s deletion of the session': {
    ways: SESSIONS,
    revoke: async (account) => {
      for (const session of await sessionsOf(account))
        await (await admin()).realms.deleteSession({ realm: REALM, session, isOffline: false });
    },
  },
  'This wasn’t me': {
    ways: ['a session'],
    revoke: async ({ email }) => await disown(disownLinkIn(await noticeTo(email)) ?? ''),
  },
  'forgetting the device on the own page': {
    ways: REMEMBERED,
    revoke: async (account) => {
      const [owner, page] = await ownPage(account);
      // The first one is the owner's own.
      for (const id of idsOn(page, 'forget-device').slice(1))
        await press(owner, await openAccountPage(owner), 'forget-device', { id });
    },
  },
  'an administrator’s forgetting of the devices': {
    ways: REMEMBERED,
    revoke: async ({ userId }) =>
      expect((await callAdminApi('DELETE', `/users/${userId}/devices`)).status).toBe(204),
  },
  'Sign that device out': {
    ways: ['a cross-device sign-in', 'a session by a cross-device sign-in'],
    revoke: async (_, { revoke }) => expect(textOf((await revoke?.()) as Page)).toContain('signed out'),
  },
};

/** Leads a thief's tab to a place. */
async function park(way: string, place: Place): Promise<{ account: Account; tab: Tab }> {
  const account = await makeAccount();
  const stop = async () => {
    if (place.action !== null) await update(account, { requiredActions: [place.action] });
  };
  const tab = await (WAYS[way] as (typeof WAYS)[string])(account, stop);
  expect(() => place.form(tab.page), textOf(tab.page)).not.toThrow();
  expect(tab.page.status, textOf(tab.page)).toBe(200);
  return { account, tab };
}

async function goOn({ thief, page }: Tab, place: Place): Promise<Page> {
  return await thief.submit(page, place.form(page));
}

async function typesOf({ userId: id }: Account): Promise<(string | undefined)[]> {
  return (await (await admin()).users.getCredentials({ realm: REALM, id })).map(({ type }) => type);
}

describe.each(Object.entries<Place>(PLACES))('a tab at %s', (name, place) => {
  test.each(Object.keys(WAYS))('by %s goes on if nothing is revoked', async (way) => {
    const { account, tab } = await park(way, place);
    const next = await goOn(tab, place);
    const end = name === 'consent' ? next : await tab.thief.submit(next, { accept: 'Yes' });
    expect(end.headers.get('location'), textOf(end)).toContain('code=');
    if (place.credential !== null) expect(await typesOf(account)).toContain(place.credential);
  });

  const cells = Object.entries(REVOCATIONS).flatMap(([what, revocation]) =>
    (revocation.ways ?? Object.keys(WAYS)).map((way) => ({ what, way, revocation })),
  );
  test.each(cells)('by $way gives a thief nothing after $what', async ({ way, revocation }) => {
    const { account, tab } = await park(way, place);
    const wasSignedIn = (await sessionOf(tab.thief)).authenticated;
    await revocation.revoke(account, tab);
    const end = await goOn(tab, place);
    await revocation.restore?.();
    expect(end.headers.get('location') ?? '', textOf(end)).not.toContain('code=');
    expect(end.text).not.toMatch(PARKED_FORM);
    // Nor by the tab's own address.
    const again = await tab.thief.open(tab.page.url);
    expect(again.text).not.toMatch(PARKED_FORM);
    expect(again.headers.get('location') ?? '').not.toContain('code=');
    const stays = wasSignedIn && revocation.leavesSession === true;
    expect((await sessionOf(tab.thief)).authenticated).toBe(stays);
    if (place.credential !== null) expect(await typesOf(account)).not.toContain(place.credential);
  });
});

describe('a client’s “not before”', () => {
  // Whole seconds, relative to that of the proof.
  test.each([
    ['a second before the proof', -1, true],
    ['the same second', 0, false],
    ['a second after', 1, false],
  ])('%s', async (_, offset, goesOn) => {
    const place = PLACES.consent;
    for (;;) {
      const second = Math.floor(Date.now() / 1000);
      const { tab } = await park('a link', place);
      // Only if the whole of it was within one second is that of the proof known.
      if (Math.floor(Date.now() / 1000) !== second) continue;
      await target.update({ notBefore: second + offset } as never);
      const end = await goOn(tab, place);
      await target.update({ notBefore: 0 } as never);
      expect(end.headers.get('location')?.includes('code=') ?? false, textOf(end)).toBe(goesOn);
      return;
    }
  });
});

test('a tab that continues a session ends once its client requires a second factor', async () => {
  const { tab } = await park('a session', PLACES.consent);
  const restore = await setSecondFactor(target, 'always');
  const end = await goOn(tab, PLACES.consent);
  expect(end.headers.get('location') ?? '', textOf(end)).not.toContain('code=');
  await restore();
});

test('a page for a second factor ends once the owner has set up theirs elsewhere', async () => {
  const place = PLACES['an authenticator app'];
  const { account, tab } = await park('a link', place);
  const owner = new Agent();
  const page = await owner.open(await nextLink(account.email, target));
  expect((await owner.submit(page, place.form(page))).status).toBe(200);
  const end = await goOn(tab, place);
  expect([end.status, textOf(end)]).toEqual([403, expect.stringContaining('no longer valid')]);
  expect((await typesOf(account)).filter((type) => type === 'otp')).toHaveLength(1);
});

test('of two set-ups of a second factor at the same time one is done', async () => {
  const place = PLACES['an authenticator app'];
  const { account, tab } = await park('a link', place);
  const other = new Agent();
  const page = await other.open(await nextLink(account.email, target));
  await Promise.all([goOn(tab, place), other.submit(page, place.form(page))]);
  expect((await typesOf(account)).filter((type) => type === 'otp')).toHaveLength(1);
});
