/** A user's own page: sessions, remembered browsers, applications, signing out (contract, section 11). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  accountPageUrl,
  idsOn,
  openAccountPage,
  press,
  serveAccountPage,
} from '../../support/account-page.ts';
import { accountOf } from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { requiresEmail } from '../../support/chooser.ts';
import { confirm } from '../../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { bearer } from '../../support/form.ts';
import { allowInvitations, invited, makeHomeClient } from '../../support/invitations.ts';
import { makeClient } from '../../support/own-client.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow, linkFor } from '../../support/sign-in.ts';

const { baseUrl, betaUrl, clients } = inject('site');
const { web } = clients;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('doesn’t exist unless the realm serves it', async () => {
  const agent = await signedIn(web);
  for (const path of ['/my-account', '/my-account/more']) {
    const [page, unknown] = [await agent.open(baseUrl + path), await agent.open(`${baseUrl}/nothing`)];
    expect([page.status, page.headers.get('location')]).toEqual([unknown.status, null]);
  }
  const ofConsole = await agent.request(`${baseUrl}/account/my-account`);
  expect([ofConsole.status, ofConsole.headers.get('location')]).toEqual([200, null]);
});

test('is served in the sample realm that has it on', async () => {
  const page = await new Agent().open(`${betaUrl}/my-account`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('name="email"')]);
});

describe('the page', () => {
  let restore: () => Promise<void>;
  beforeAll(async () => {
    restore = await serveAccountPage();
  });
  afterAll(async () => restore());

  /** A second browser of the same user. */
  async function signedInTwice(): Promise<{ agent: Agent; other: Agent; email: string }> {
    const email = newAddress();
    const other = new Agent({ accept: 'text/html', 'user-agent': FIREFOX });
    const agent = await signedIn(web, {}, email);
    await follow(await linkFor(email, web, { emailNumber: 2 }), other);
    return { agent, other, email };
  }

  test('signs a user in, and shows what is theirs', async () => {
    const agent = new Agent();
    const email = newAddress();
    const signIn = await openAccountPage(agent);
    expect(new URL(signIn.url).origin).toBe(new URL(baseUrl).origin);
    // The page's client has no name that a user knows.
    expect(textOf(signIn)).toContain('Sign in to Linkgate');
    await agent.submit(signIn, { email });
    const { text } = await emailTo(email);
    expect(text).not.toContain('Account');
    const page = await agent.open(linkIn({ text }));
    expect([page.url, page.status]).toEqual([accountPageUrl(), 200]);
    expect(page.text).toContain(email);
    expect(page.headers.get('cache-control')).toContain('no-store');
    const again = await agent.request(accountPageUrl());
    expect([again.status, again.text]).toEqual([200, expect.stringContaining(email)]);
  });

  test('shows a user who cancels the sign-in that nobody is signed in', async () => {
    const agent = new Agent();
    const page = await agent.submit(await openAccountPage(agent), { cancel: 'true' });
    expect([page.url, page.status]).toEqual([accountPageUrl(), 200]);
    expect(page.text).toContain('You did not sign in.');
  });

  test('lists sessions by browser, and ends one of them', async () => {
    const { agent, other } = await signedInTwice();
    const page = await openAccountPage(agent);
    expect(page.text).toContain('Firefox on Linux');
    const [id = '', ...more] = idsOn(page, 'end-session');
    expect(more).toEqual([]);
    const after = await press(agent, page, 'end-session', { id });
    expect([after.url, after.status]).toEqual([accountPageUrl(), 200]);
    expect(after.text).toContain('The session has ended.');
    expect((await openAccountPage(agent)).text).not.toContain('The session has ended.');
    expect(idsOn(after, 'end-session')).toEqual([]);
    expect((await sessionOf(other)).authenticated).toBe(false);
    expect((await sessionOf(agent)).authenticated).toBe(true);
  });

  test('lists a browser that waits for its application after an invitation, and ends that', async () => {
    const restore = await allowInvitations();
    const home = await makeHomeClient();
    const [invitee, agent, email] = [new Agent(), new Agent(), newAddress()];
    await confirm(invitee, await invitee.open(await invited(email, home)));
    await agent.submit(await openAccountPage(agent), { email });
    const page = await agent.open(linkIn(await emailTo(email, 2)));
    expect(textOf(page)).toContain('Waits until Home is opened.');
    const [id = '', ...more] = idsOn(page, 'end-session');
    expect(more).toEqual([]);
    const after = await press(agent, page, 'end-session', { id });
    expect(after.text).toContain('The session has ended.');
    expect(textOf(after)).not.toContain('Waits until');
    expect(requiresEmail(await invitee.open(authUrl(home)))).toBe(true);
    expect((await press(agent, after, 'end-session', { id })).status).toBe(404);
    await home.remove();
    await restore();
  });

  test('signs the user out here', async () => {
    const { agent, other } = await signedInTwice();
    const after = await press(agent, await openAccountPage(agent), 'sign-out');
    expect([after.status, after.text]).toEqual([200, expect.stringContaining('You are signed out.')]);
    expect((await sessionOf(agent)).authenticated).toBe(false);
    expect((await sessionOf(other)).authenticated).toBe(true);
  });

  test('signs the user out everywhere, and revokes all tokens', async () => {
    const { agent, other } = await signedInTwice();
    const { access_token } = await tokensFrom(other, web);
    const after = await press(agent, await openAccountPage(agent), 'sign-out-everywhere');
    expect(after.text).toContain('You are signed out everywhere.');
    for (const one of [agent, other]) expect((await sessionOf(one)).authenticated).toBe(false);
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
  });

  test('lists the browsers that remember the user, and makes one forget', async () => {
    const { agent, other, email } = await signedInTwice();
    const page = await openAccountPage(agent);
    expect(idsOn(page, 'forget-device')).toHaveLength(2);
    // The most recently used comes first.
    const after = await press(agent, page, 'forget-device');
    expect(after.text).toContain('The browser no longer remembers your account.');
    expect(idsOn(after, 'forget-device')).toEqual(idsOn(page, 'forget-device').slice(1));
    await press(other, await openAccountPage(other), 'sign-out');
    expect((await sessionOf(other)).accounts).toEqual([]);
    await press(agent, await openAccountPage(agent), 'sign-out');
    expect((await sessionOf(agent)).accounts).toMatchObject([{ email }]);
  });

  test('lists applications with consent, and revokes their access', async () => {
    const agent = await signedIn(web);
    const { access_token } = await tokensFrom(agent, web);
    const page = await openAccountPage(agent);
    expect(idsOn(page, 'revoke-access')).toEqual([web.client_id]);
    expect(textOf(page)).toContain('Your name, username and picture; Your email address');
    const after = await press(agent, page, 'revoke-access');
    expect(after.text).toContain('The application no longer has access.');
    expect(idsOn(after, 'revoke-access')).toEqual([]);
    expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
  });

  test.each(['end-session', 'forget-device', 'revoke-access'])(
    'does not perform %s on another user’s object, or on none',
    async (action) => {
      const { agent: victim } = await signedInTwice();
      const attacker = (await signedInTwice()).agent;
      const theirs = idsOn(await openAccountPage(victim), action);
      // Of a client that the attacker has given no access.
      const ids = [...(action === 'revoke-access' ? ['demo-shop'] : theirs), 'nothing', ''];
      for (const id of ids) {
        const page = await openAccountPage(attacker);
        const rejected = await press(attacker, page, action, { id });
        expect([rejected.status, rejected.text]).toEqual([404, expect.stringContaining('no longer exists')]);
      }
      expect(idsOn(await openAccountPage(victim), action)).toEqual(theirs);
    },
  );

  describe('rejects a form', () => {
    const changes: [string, Record<string, string>, Record<string, string>][] = [
      ['without its key', { confirm: '' }, {}],
      ['with a made-up key', { confirm: '00000000-0000-0000-0000-000000000000' }, {}],
      ['for another account', { account: '00000000-0000-0000-0000-000000000000' }, {}],
      ['with an unknown action', { action: 'constructor' }, {}],
      ['of another site', {}, { 'sec-fetch-site': 'cross-site' }],
      ['of a subdomain', {}, { 'sec-fetch-site': 'same-site' }],
    ];
    test.each(changes)('%s, and changes nothing', async (_, change, headers) => {
      const agent = await signedIn(web);
      const page = await openAccountPage(agent);
      const rejected = await press(agent, page, 'sign-out-everywhere', change, headers);
      expect([rejected.status, rejected.text]).toEqual([403, expect.stringContaining('out of date')]);
      expect((await sessionOf(agent)).authenticated).toBe(true);
    });

    test('with another browser’s key', async () => {
      const { agent, other } = await signedInTwice();
      const rejected = await press(agent, await openAccountPage(other), 'sign-out-everywhere');
      expect(rejected.status).toBe(403);
      expect((await sessionOf(agent)).authenticated).toBe(true);
    });

    test('of a browser in which nobody is signed in any more', async () => {
      const agent = await signedIn(web);
      const page = await openAccountPage(agent);
      await press(agent, page, 'sign-out');
      const after = await press(agent, page, 'sign-out-everywhere');
      expect(after.text).toContain('name="account"');
    });
  });

  test('can’t be embedded, and has no other path or method', async () => {
    const agent = await signedIn(web);
    const at = async (url: string, init: RequestInit = {}) => (await agent.request(url, init)).status;
    expect(await at(accountPageUrl(), { headers: { 'sec-fetch-dest': 'iframe' } })).toBe(403);
    expect(await at(`${accountPageUrl()}/more`)).toBe(404);
    expect(await at(accountPageUrl(), { method: 'DELETE' })).toBe(405);
  });

  test.each(['account-deleted', 'address-requested', 'signed-out'])(
    'shows nothing that its URL says: %s',
    async (done) => {
      const agent = await signedIn(web);
      const page = await agent.open(`${accountPageUrl()}?done=${done}`);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('name="account"')]);
      expect(page.text).not.toContain('role="status"');
      const stranger = await new Agent().open(`${accountPageUrl()}?done=${done}`);
      expect(requiresEmail(stranger)).toBe(true);
    },
  );

  test('leads back to the applications of this session that have a page', async () => {
    const home = 'https://shop.example/start';
    const shop = await makeClient({ name: 'Shop', baseUrl: home });
    const agent = await signedIn(shop);
    const page = await openAccountPage(agent);
    expect(page.text).toMatch(new RegExp(`href="${home}"[^>]*>Back to Shop`));
    const elsewhere = await openAccountPage(await signedIn(web));
    expect(elsewhere.text).not.toContain('Back to Shop');
    await shop.update({ attributes: { 'linkgate.approval': 'rejected' } });
    expect((await openAccountPage(agent)).text).not.toContain('Back to Shop');
    await shop.remove();
  });

  test('says when a session was active, in real units', async () => {
    const { agent } = await signedInTwice();
    expect(textOf(await openAccountPage(agent))).toMatch(/Active: (just now|one minute ago)/);
  });

  describe('name and language', () => {
    const save = async (agent: Agent, fields: Record<string, string>) =>
      await press(agent, await openAccountPage(agent), 'save-profile', fields);
    const userOf = async (email: string) =>
      await (await admin()).users.findOne({ realm: 'linkgate', id: await accountOf(email) });

    test('are saved as the realm’s user profile permits, with Keycloak’s event', async () => {
      const forget = await storeEvents('linkgate');
      const since = Date.now();
      const email = newAddress();
      const agent = await signedIn(web, {}, email);
      const after = await save(agent, { firstName: 'Zoë', lastName: 'Brontë', locale: 'de' });
      expect([after.status, after.text]).toEqual([200, expect.stringContaining('Ihre Änderungen wurden')]);
      expect(await userOf(email)).toMatchObject({
        email,
        emailVerified: true,
        firstName: 'Zoë',
        lastName: 'Brontë',
        attributes: { locale: ['de'] },
      });
      const events = await eventsSince('linkgate', since);
      expect(events.filter(({ type }) => type === 'UPDATE_PROFILE')).toHaveLength(1);
      await forget();
    });

    test('shows the account’s own language, or else that of the page', async () => {
      const agent = await signedIn(web);
      const chosen = async (url = accountPageUrl()) =>
        /<option value="([^"]+)"[^>]* selected/.exec((await agent.open(url)).text)?.[1];
      expect(await chosen(`${accountPageUrl()}?ui_locales=fr`)).toBe('fr');
      await save(agent, { firstName: 'A', lastName: 'B', locale: 'ja' });
      expect(await chosen(`${accountPageUrl()}?ui_locales=fr`)).toBe('ja');
    });

    test.each([
      ['a name that the profile rejects', { firstName: '<b>', lastName: 'B' }],
      ['a language that the realm doesn’t have', { firstName: 'A', lastName: 'B', locale: 'tlh' }],
      ['no language', { firstName: 'A', lastName: 'B', locale: '' }],
    ])('%s is rejected, and what was typed stays', async (_, fields) => {
      const email = newAddress();
      const agent = await signedIn(web, {}, email);
      const before = await userOf(email);
      const rejected = await save(agent, fields);
      expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining('can’t be saved')]);
      expect(rejected.text).toContain('value="B"');
      expect(await userOf(email)).toEqual(before);
    });

    test('nothing else of the account can be changed by the form', async () => {
      const email = newAddress();
      const agent = await signedIn(web, {}, email);
      await save(agent, { firstName: 'A', lastName: 'B', email: newAddress(), username: 'other' });
      expect(await userOf(email)).toMatchObject({ email, firstName: 'A' });
    });
  });
});
