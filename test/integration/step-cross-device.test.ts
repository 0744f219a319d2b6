/** A stock realm's link that is opened elsewhere signs in the tab that waits for it, by a comparison code (contract, sections 3.8 and 10). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { waitUntilLocked } from '../support/brute-force.ts';
import { textOf } from '../support/check-email-page.ts';
import {
  comparisonCodeOn,
  enterComparisonCode,
  promptsForComparisonCode,
  requireComparisonCode,
  signInHere,
} from '../support/cross-device.ts';
import { emailTo, newAddress } from '../support/email.ts';
import { bearer } from '../support/form.ts';
import { fetchFrom, newCaller } from '../support/from-address.ts';
import { exchange } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';
import {
  approve,
  CROSS_DEVICE,
  look,
  mistype,
  signOut,
  THERE,
  WHERE,
  WRONG,
  waitForLink,
} from '../support/step-cross-device.ts';
import {
  codesIn,
  countSessions,
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';
import { waitingStateOf } from '../support/waiting-tab.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';

/** Linkgate's theme, and one that knows nothing of Linkgate. */
const THEMES = ['keycloak.v2', 'linkgate'];

describe.each(THEMES)('in the theme %s, a link opened in another browser', (theme) => {
  let realm: StepRealm;
  let client: SiteClient;
  beforeAll(async () => {
    realm = await makeStepRealm({ loginTheme: theme, emailTheme: theme === 'linkgate' ? theme : 'keycloak' });
    client = await realm.makeClient([CROSS_DEVICE]);
  });
  afterAll(async () => await realm?.remove());

  test('lets the user choose where to sign in, and shows the requesting browser, the time and the network', async () => {
    const user = await realm.makeUser();
    const waiting = new Agent({ accept: 'text/html', 'user-agent': PHONE });
    const { page, link } = await waitForLink(realm, client, user, { waiting });
    expect(comparisonCodeOn(page)).toMatch(/^\d{3}$/);
    const opened = await new Agent().open(link);
    expect([opened.status, textOf(opened)]).toEqual([200, expect.stringContaining(WHERE)]);
    for (const shown of [user.email, 'Safari on iOS', 'From the network', 'Sign in on this device'])
      expect(textOf(opened)).toContain(shown);
    const { text } = await emailTo(user.email);
    for (const warning of [textOf(opened), textOf(page), text.replace(/\s+/g, ' ')])
      expect(warning).toMatch(/Never enter a (code|comparison code) that someone( else)? gives you/);
  });

  test('signs in the waiting tab alone by the comparison code, with its request', async () => {
    const user = await realm.makeUser();
    const tab = await waitForLink(realm, client, user, { fields: { state: 'theirs' } });
    const { owner } = await approve(tab);
    expect(await waitingStateOf(tab.waiting, tab.page)).toMatchObject({ state: 'cross_device_approved' });
    const end = await look(tab);
    expect(new URL(end.headers.get('location') ?? '').searchParams.get('state')).toBe('theirs');
    expect(await signedInAs(realm, client, end)).toBe(user.id);
    expect(await countSessions(realm, user)).toBe(1);
    expect(Object.keys(owner.cookies).join()).not.toMatch(/KEYCLOAK|AUTH_SESSION/);
    expect(textOf(await owner.open(tab.link))).toContain(THERE);
    // Anywhere else the link is used up.
    expect((await tab.waiting.open(tab.link)).status).toBe(401);
  });

  test('signs in here by a button, and the waiting page says so', async () => {
    const user = await realm.makeUser();
    const { waiting, page, link } = await waitForLink(realm, client, user);
    const other = new Agent();
    expect(await signedInAs(realm, client, await signInHere(other, await other.open(link)))).toBe(user.id);
    expect(await waitingStateOf(waiting, page)).toEqual({ state: 'used' });
    expect(textOf(await waiting.submit(page, { action: 'look' }))).toContain(
      'opened in another tab or browser',
    );
  });

  test('asks before another user of the waiting browser is signed out', async () => {
    const [user, other] = [await realm.makeUser(), await realm.makeUser()];
    const waiting = new Agent();
    const first = await waitForLink(realm, client, other, { waiting });
    expect(await signedInAs(realm, client, await openAndConfirm(first.link, waiting))).toBe(other.id);
    const tab = await waitForLink(realm, client, user, { waiting });
    await approve(tab);
    const asked = await look(tab);
    expect(textOf(asked)).toContain(`You are signed in as ${other.email} in this browser`);
    expect(await countSessions(realm, other)).toBe(1);
    const end = await waiting.submit(asked, { action: 'cross-device' });
    expect(await signedInAs(realm, client, end)).toBe(user.id);
    expect([await countSessions(realm, other), await countSessions(realm, user)]).toEqual([0, 1]);
  });
});

describe('in a stock realm', () => {
  let realm: StepRealm;
  let client: SiteClient;
  beforeAll(async () => {
    realm = await makeStepRealm(
      { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
      { registrationAllowed: true },
    );
    client = await realm.makeClient([CROSS_DEVICE]);
  });
  afterAll(async () => await realm?.remove());

  describe('no choice is offered', () => {
    test('while the setting is off: pages and email are as without it', async () => {
      const off = await realm.makeClient([{ provider: LINK }]);
      const user = await realm.makeUser();
      const { page, link } = await waitForLink(realm, off, user);
      expect([comparisonCodeOn(page), page.text.includes('data-state=')]).toEqual([null, false]);
      expect((await emailTo(user.email)).text).not.toContain('comparison code');
      expect(textOf(await new Agent().open(link))).toContain('Sign in to Orders?');
    });

    test('once the setting was switched off, or the step: an approval is for nothing then', async () => {
      const own = await realm.makeClient([CROSS_DEVICE]);
      const [open, approved] = [
        await waitForLink(realm, own, await realm.makeUser()),
        await waitForLink(realm, own, await realm.makeUser()),
      ];
      await approve(approved);
      await realm.disableSteps(own);
      expect((await new Agent().open(open.link)).status).toBe(401);
      expect(codesIn([await look(approved)])).toBe(0);
      expect(await countSessions(realm, approved.user)).toBe(0);
    });

    test('in the requesting browser, nor to a caller that accepts no HTML', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      expect(promptsForComparisonCode(await tab.waiting.open(tab.link))).toBe(false);
      const json = await new Agent({ accept: 'application/json' }).open(tab.link);
      expect(promptsForComparisonCode(json)).toBe(false);
    });

    test('for an administrator’s account, also if it became one since', async () => {
      const [user, later] = [await realm.makeUser(), await realm.makeUser()];
      const makeAdmin = async (id: string) => {
        const api = await admin();
        const at = { realm: realm.name };
        const [management] = await api.clients.find({ ...at, clientId: 'realm-management' });
        const clientUniqueId = management?.id ?? '';
        const role = await api.clients.findRole({ ...at, id: clientUniqueId, roleName: 'view-users' });
        const roles = [{ id: role?.id ?? '', name: 'view-users' }];
        await api.users.addClientRoleMappings({ ...at, id, clientUniqueId, roles });
      };
      await makeAdmin(user.id);
      const { page, link } = await waitForLink(realm, client, user);
      // The same page as for any other.
      expect(comparisonCodeOn(page)).toMatch(/^\d{3}$/);
      const other = new Agent();
      const opened = await other.open(link);
      expect(promptsForComparisonCode(opened)).toBe(false);
      expect(await signedInAs(realm, client, await openAndConfirm(link, other))).toBe(user.id);
      const tab = await waitForLink(realm, client, later);
      await approve(tab);
      await makeAdmin(later.id);
      expect(codesIn([await look(tab)])).toBe(0);
    });

    test('after the user typed another address', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      const other = new Agent();
      const opened = await other.open(tab.link);
      await tab.waiting.submit(tab.page, { action: 'change' });
      expect(promptsForComparisonCode(await new Agent().open(tab.link))).toBe(false);
      const late = await enterComparisonCode(other, opened, requireComparisonCode(tab.page));
      expect(textOf(late)).not.toContain(THERE);
    });

    test('to a name without an account, whose page is the same', async () => {
      const agent = new Agent();
      const page = await agent.submit(await startSignIn(realm, client, agent), {
        email: newAddress('nobody'),
        action: 'send',
      });
      expect(comparisonCodeOn(page)).toMatch(/^\d{3}$/);
      expect(await waitingStateOf(agent, page)).toEqual({ state: 'waiting', interval: 2 });
    });
  });

  describe('a comparison code', () => {
    test('that is wrong ends it for this link, which still signs in here; the waiting page hides its code', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      const other = new Agent();
      const opened = await other.open(tab.link);
      const wrong = await mistype(tab, other);
      expect(textOf(wrong)).toContain(WRONG);
      const right = await enterComparisonCode(other, opened, requireComparisonCode(tab.page));
      expect(textOf(right)).not.toContain(THERE);
      expect(await waitingStateOf(tab.waiting, tab.page)).toMatchObject({ state: 'cross_device_ended' });
      const hidden = await look(tab);
      expect([comparisonCodeOn(hidden), textOf(hidden).includes('Check your email')]).toEqual([null, true]);
      expect(await signedInAs(realm, client, await signInHere(other, wrong))).toBe(tab.user.id);
    });

    test('needs the page’s own form: one of another site shows the page again', async () => {
      const { link, page } = await waitForLink(realm, client, await realm.makeUser());
      const body = new URLSearchParams({ confirm: 'guess', comparison_code: requireComparisonCode(page) });
      const forged = await new Agent().request(link, { method: 'POST', body });
      expect([textOf(forged).includes(WHERE), textOf(forged).includes(THERE)]).toEqual([true, false]);
    });

    test('that is malformed is prompted for again, uncounted', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      const other = new Agent();
      const again = await enterComparisonCode(other, await other.open(tab.link), '12');
      expect(textOf(again)).toContain('The comparison code has three digits.');
      const done = await enterComparisonCode(other, again, requireComparisonCode(tab.page));
      expect(textOf(done)).toContain(THERE);
    });

    test('belongs to the tab and the address: an older email works with it, and uses the newest link', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      const again = await tab.waiting.submit(tab.page, { action: 'resend' });
      await emailTo(tab.user.email, 2);
      expect(requireComparisonCode(again)).toBe(requireComparisonCode(tab.page));
      await approve(tab);
      expect(await signedInAs(realm, client, await look(tab))).toBe(tab.user.id);
    });

    test('isn’t accepted after five wrong ones for an address in a day: the choice is no longer offered', async () => {
      const user = await realm.makeUser();
      for (let i = 0; i < 5; i++)
        expect(textOf(await mistype(await waitForLink(realm, client, user)))).toContain(WRONG);
      const { link } = await waitForLink(realm, client, user);
      expect(promptsForComparisonCode(await new Agent().open(link))).toBe(false);
      await approve(await waitForLink(realm, client, await realm.makeUser()));
      // An administrator may reset them.
      const reset = await callAdminApi<{ reset: string[] }>('POST', '/limits/reset', {
        realm: realm.name,
        body: { email: user.email },
      });
      expect(reset.json.reset).toContain('comparison-code-email');
      expect(promptsForComparisonCode(await new Agent().open(link))).toBe(true);
    });

    test('isn’t accepted after twenty wrong ones for links that one network requested', async () => {
      const send = fetchFrom(newCaller());
      const waitThere = async () =>
        await waitForLink(realm, client, await realm.makeUser(), {
          waiting: new Agent({ accept: 'text/html' }, undefined, send),
        });
      for (let i = 0; i < 20; i++) expect(textOf(await mistype(await waitThere()))).toContain(WRONG);
      expect(promptsForComparisonCode(await new Agent().open((await waitThere()).link))).toBe(false);
      await approve(await waitForLink(realm, client, await realm.makeUser()));
    });
  });

  describe('an approved link', () => {
    test('is no other browser’s, though it has the same session of Keycloak’s', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      const { LINKGATE_WAITING: _, ...others } = tab.waiting.cookies;
      const stranger = Agent.withCookies(others);
      await approve(tab);
      const seen = await stranger.submit(tab.page, { action: 'look' });
      expect([codesIn([seen]), comparisonCodeOn(seen)]).toEqual([0, null]);
      expect(await signedInAs(realm, client, await look(tab))).toBe(tab.user.id);
    });

    test('is no browser’s whose cookies were planted before: approval needs a key from the link', async () => {
      const [attacker, victim] = [new Agent(), new Agent()];
      await waitForLink(realm, client, await realm.makeUser(), { waiting: attacker });
      await startSignIn(realm, client, attacker);
      for (const [name, value] of Object.entries(attacker.cookies)) victim.setCookie(name, value);
      const tab = await waitForLink(realm, client, await realm.makeUser(), { waiting: victim });
      await approve(tab);
      expect(codesIn([await attacker.submit(tab.page, { action: 'look' })])).toBe(0);
      expect(await signedInAs(realm, client, await look(tab))).toBe(tab.user.id);
    });

    test('is used once, by ten looks at the same time', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      await approve(tab);
      const looks = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const waiting = Agent.withCookies(tab.waiting.cookies);
          return await look({ ...tab, waiting });
        }),
      );
      expect(codesIn(looks)).toBeGreaterThan(0);
      expect(await countSessions(realm, tab.user)).toBe(1);
    });

    test('was decided by one of ten comparison codes at the same time', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      const right = requireComparisonCode(tab.page);
      const owners = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const owner = new Agent();
          return { owner, page: await owner.open(tab.link) };
        }),
      );
      const texts = await Promise.all(
        owners.map(async ({ owner, page }, i) => {
          const typed = i % 2 === 0 ? right : String((Number(right) + i) % 1000).padStart(3, '0');
          return textOf(await enterComparisonCode(owner, page, typed));
        }),
      );
      const [accepted, wrong] = [THERE, WRONG].map(
        (title) => texts.filter((text) => text.includes(title)).length,
      );
      expect((accepted ?? 0) > 0 ? wrong : wrong === 1 ? 0 : wrong).toBe(0);
      expect(codesIn([await look(tab)])).toBe((accepted ?? 0) > 0 ? 1 : 0);
    });

    test('is one of two tabs: the other one keeps waiting, and its link is superseded', async () => {
      const user = await realm.makeUser();
      const waiting = new Agent();
      const one = await waitForLink(realm, client, user, { waiting });
      const other = await waitForLink(realm, client, user, { waiting });
      await approve(one);
      expect(codesIn([await look(other)])).toBe(0);
      expect(await signedInAs(realm, client, await look(one))).toBe(user.id);
      expect((await new Agent().open(other.link)).status).toBe(401);
    });

    test('creates the account of a new user only in the waiting tab', async () => {
      const own = await realm.makeClient([
        { ...CROSS_DEVICE, config: { crossDevice: 'true', signUp: 'open' } },
      ]);
      const email = newAddress();
      const find = async () => await (await admin()).users.find({ realm: realm.name, email, exact: true });
      const tab = await waitForLink(realm, own, { id: '', username: email, email, password: '' });
      await approve(tab);
      expect(await find()).toEqual([]);
      const profile = await look(tab);
      const [made] = await find();
      const end = await tab.waiting.submit(profile, { email, firstName: 'Ada', lastName: 'User' });
      expect(await signedInAs(realm, own, end)).toBe(made?.id);
    });

    test('isn’t used while brute-force protection has locked the account', async () => {
      await realm.update({ bruteForceProtected: true, failureFactor: 1, waitIncrementSeconds: 600 });
      try {
        const tab = await waitForLink(realm, client, await realm.makeUser());
        await approve(tab);
        const password = await realm.makeClient([{ provider: 'auth-username-password-form' }]);
        const guesser = new Agent();
        const form = await startSignIn(realm, password, guesser);
        for (let i = 0; i < 2; i++)
          await guesser.submit(form, { username: tab.user.username, password: 'wrong' });
        await waitUntilLocked(realm.name, tab.user.id);
        expect(codesIn([await look(tab)])).toBe(0);
        expect(await countSessions(realm, tab.user)).toBe(0);
      } finally {
        await realm.update({ bruteForceProtected: false });
      }
    });
  });

  describe('“Sign that device out”', () => {
    const tokensOf = async (at: SiteClient, location: string | null) => {
      const code = new URL(location ?? '').searchParams.get('code');
      const response = await exchange(code, at, {}, `${realm.baseUrl}/protocol/openid-connect`);
      expect(response.status).toBe(200);
      return (await response.json()) as { access_token: string; refresh_token: string; id_token: string };
    };
    const refresh = async (at: SiteClient, token: string) =>
      await fetch(`${realm.baseUrl}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: token,
          client_id: at.client_id,
          client_secret: at.client_secret ?? '',
        }),
      });
    const userinfo = async (token: string) =>
      (await fetch(`${realm.baseUrl}/protocol/openid-connect/userinfo`, { headers: bearer(token) })).status;

    test.each(['openid', 'openid offline_access'])(
      'ends the session and the tokens of the scope “%s”',
      async (scope) => {
        const user = await realm.makeUser();
        await realm.giveRole(user, 'offline_access');
        const tab = await waitForLink(realm, client, user, { fields: { scope } });
        const { owner, done } = await approve(tab);
        const { access_token, refresh_token } = await tokensOf(
          client,
          (await look(tab)).headers.get('location'),
        );
        expect(await userinfo(access_token)).toBe(200);
        await signOut(owner, done);
        expect(await countSessions(realm, user)).toBe(0);
        expect(await userinfo(access_token)).toBe(401);
        expect((await refresh(client, refresh_token)).status).toBe(400);
        const silent = await startSignIn(realm, client, tab.waiting, { prompt: 'none' });
        expect(silent.headers.get('location')).toContain('error=');
      },
    );

    test.each(['beside the session', 'after the thief signed out'])(
      'ends another client’s offline token, %s',
      async (when) => {
        const cookie = { provider: 'auth-cookie', requirement: 'ALTERNATIVE' } as const;
        const parts = [cookie, { ...CROSS_DEVICE, requirement: 'ALTERNATIVE' }] as const;
        const [one, other] = [await realm.makeClient(parts), await realm.makeClient(parts)];
        const user = await realm.makeUser();
        await realm.giveRole(user, 'offline_access');
        const tab = await waitForLink(realm, one, user);
        const { owner, done } = await approve(tab);
        const { id_token } = await tokensOf(one, (await look(tab)).headers.get('location'));
        const second = await startSignIn(realm, other, tab.waiting, { scope: 'openid offline_access' });
        const { refresh_token } = await tokensOf(other, second.headers.get('location'));
        const logout = `${realm.baseUrl}/protocol/openid-connect/logout?id_token_hint=${id_token}`;
        if (when !== 'beside the session') await tab.waiting.open(logout);
        // Keycloak's own rule: a sign-out leaves it.
        expect((await refresh(other, refresh_token)).status).toBe(200);
        await signOut(owner, done);
        expect((await refresh(other, refresh_token)).status).toBe(400);
      },
    );

    test('before the waiting tab goes on leaves it nothing', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      const { owner, done } = await approve(tab);
      await signOut(owner, done);
      expect(codesIn([await look(tab)])).toBe(0);
      expect(await countSessions(realm, tab.user)).toBe(0);
    });

    test('ends a tab that another link has proven since', async () => {
      const twice = await realm.makeClient([CROSS_DEVICE, CROSS_DEVICE], { consentRequired: true });
      const user = await realm.makeUser();
      const thief = new Agent();
      const first = await waitForLink(realm, twice, user, { waiting: thief });
      const { owner, done } = await approve(first);
      const between = await look(first);
      expect(textOf(between)).toContain('we’ll send a link');
      const second = await thief.submit(between, { action: 'send' });
      const { link } = { link: (await emailTo(user.email, 2)).text.match(/https?:\S+/)?.[0] ?? '' };
      await approve({ user, waiting: thief, page: second, link });
      const consent = await thief.submit(second, { action: 'look' });
      expect(consent.text).toContain('name="accept"');
      await signOut(owner, done);
      expect(codesIn([await thief.submit(consent, { accept: 'Yes' })])).toBe(0);
      expect(await countSessions(realm, user)).toBe(0);
    });

    test('isn’t anybody’s who has no link, and not of another site', async () => {
      const tab = await waitForLink(realm, client, await realm.makeUser());
      await approve(tab);
      await look(tab);
      const body = new URLSearchParams({ confirm: 'guess', revoke: 'true' });
      const forged = await new Agent().request(tab.link, { method: 'POST', body });
      expect(textOf(forged)).not.toContain('That device is signed out');
      expect(await countSessions(realm, tab.user)).toBe(1);
    });
  });
});
