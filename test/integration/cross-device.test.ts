/**
 * A link opened elsewhere signs in the requesting browser, by a comparison code that is entered on the opening device (contract,
 * section 3.8).
 */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin, setLinkSettings } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl, signedIn, tokensFrom } from '../support/authorization.ts';
import { requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { accountsOn } from '../support/chooser.ts';
import {
  comparisonCodeOn,
  enterComparisonCode,
  otherComparisonCode,
  promptsForComparisonCode,
  requireComparisonCode,
  signInHere,
} from '../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import { bearer } from '../support/form.ts';
import { fetchFrom, newCaller } from '../support/from-address.ts';
import { listenForLogout } from '../support/logout-listener.ts';
import { makeClient } from '../support/own-client.ts';
import { PATIENT } from '../support/patience.ts';
import { newReferral, usesOf } from '../support/referrals.ts';
import { exchange, follow, linkFor, openLink, submitConsent, type Tokens } from '../support/sign-in.ts';
import { waitingStateOf } from '../support/waiting-tab.ts';

const { baseUrl, betaUrl, managementUrl, clients } = inject('site');
const { web, shop, betaWeb } = clients;
const WHERE = 'Where do you want to sign in?';
const THERE = 'You are signed in on the other device';
const HERE = 'Check your email';
const OUTCOMES = ['approved', 'wrong', 'claimed', 'revoked'] as const;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await setLinkSettings({ crossDevice: 'true' });
});
afterAll(() => restore());

/** A user's two browsers, and a link that the first one requested. */
interface Asked {
  email: string;
  waiting: Agent;
  checkEmail: Page;
  link: string;
  other: Agent;
}

async function startSignIn({
  email = newAddress(),
  waiting = new Agent(),
  fields = {},
  client = web,
}: {
  email?: string;
  waiting?: Agent;
  fields?: Record<string, string>;
  client?: typeof web;
} = {}): Promise<Asked> {
  const checkEmail = await requestOnPage(waiting, email, client, fields);
  return { email, waiting, checkEmail, link: linkIn(await emailTo(email)), other: new Agent() };
}

/** Approves it for cross-device sign-in; returns the other browser's next page. */
async function enterCode(attempt: Asked): Promise<Page> {
  const page = await enterComparisonCode(
    attempt.other,
    await attempt.other.open(attempt.link),
    requireComparisonCode(attempt.checkEmail),
  );
  expect(textOf(page)).toContain(THERE);
  return page;
}

async function tokensOf(target: URL, client = web): Promise<Tokens> {
  const response = await exchange(target.searchParams.get('code'), client);
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

async function userinfo(token: string): Promise<number> {
  return (await fetch(`${baseUrl}/userinfo`, { headers: bearer(token) })).status;
}

async function isSignedIn(agent: Agent): Promise<boolean> {
  const response = await agent.request(`${baseUrl}/session`, { headers: { accept: 'application/json' } });
  return (JSON.parse(response.text) as { authenticated: boolean }).authenticated;
}

async function devicesOf(agent: Agent): Promise<unknown[]> {
  const response = await agent.request(`${baseUrl}/session`, { headers: { accept: 'application/json' } });
  return (JSON.parse(response.text) as { accounts: unknown[] }).accounts;
}

describe('a link opened in another browser', () => {
  test('lets the user choose where to sign in, and shows the requesting browser, the time and the network', async () => {
    const waiting = new Agent({ accept: 'text/html', 'user-agent': PHONE });
    const { link, other, checkEmail, email } = await startSignIn({ waiting });
    expect(comparisonCodeOn(checkEmail)).toMatch(/^\d{3}$/);
    const page = await other.open(link);
    expect(page.status).toBe(200);
    const text = textOf(page);
    expect(text).toContain(WHERE);
    expect(text).toContain(email);
    expect(text).toContain('Safari on iOS');
    expect(text).toMatch(/Requested (just now|within the last minute)/);
    expect(text).toMatch(/From the network (127\.0\.0\.1|0:0:0:0::\/64)/);
    expect(text).not.toContain('different network');
    // The user's address and the network contain digits of their own.
    const rest = text.replaceAll(email, '').replace(/From the network \S+/, '');
    expect(rest).not.toMatch(new RegExp(`(?<!\\d)${requireComparisonCode(checkEmail)}(?!\\d)`));
    expect(text.indexOf('Sign in on this device')).toBeLessThan(
      text.indexOf('Sign in on the device where you requested the link'),
    );
    for (const shown of [text, textOf(checkEmail), (await emailTo(email)).text.replace(/\s+/g, ' ')])
      expect(shown).toMatch(/Never enter a (code|comparison code) that someone( else)? gives you/);
  });

  test('warns if it is opened in another network', async () => {
    const { link } = await startSignIn();
    const page = await new Agent(undefined, undefined, fetchFrom(newCaller())).open(link);
    expect(textOf(page)).toContain('The link was requested from a different network');
  });

  test('signs in the opening browser, by a button', async () => {
    const { link, other, waiting, checkEmail } = await startSignIn();
    const target = await submitConsent(other, await signInHere(other, await other.open(link)));
    expect(target.searchParams.get('state')).toBe('st');
    expect(await isSignedIn(other)).toBe(true);
    expect(await waitingStateOf(waiting, checkEmail)).toEqual({ state: 'used' });
  });

  test('signs in the requesting browser alone, by the comparison code, with that request', async () => {
    const attempt = await startSignIn({ fields: { state: 'theirs', nonce: 'n' } });
    const { waiting, other, checkEmail, email } = attempt;
    const page = await enterCode(attempt);
    expect(textOf(page)).toContain(email);
    expect(await waitingStateOf(waiting, checkEmail)).toEqual({
      state: 'cross_device_approved',
      interval: 2,
    });
    const target = await submitConsent(waiting, await waiting.open(checkEmail.url));
    expect(target.searchParams.get('state')).toBe('theirs');
    const { id_token, access_token } = await tokensOf(target);
    expect(decodeJwt(id_token)).toMatchObject({ email, email_verified: true, nonce: 'n' });
    expect(Math.abs(Number(decodeJwt(id_token).auth_time) - Date.now() / 1000)).toBeLessThan(60);
    expect(await userinfo(access_token)).toBe(200);
    expect([await isSignedIn(waiting), await isSignedIn(other)]).toEqual([true, false]);
    expect([(await devicesOf(waiting)).length, (await devicesOf(other)).length]).toEqual([1, 0]);
    expect(Object.keys(other.cookies)).not.toContain('LINKGATE_DEVICE');
    expect(Object.keys(other.cookies).join()).not.toMatch(/KEYCLOAK|AUTH_SESSION/);
    // The link is used up.
    expect(await openLink(attempt.link)).toBe(401);
    expect(textOf(await other.open(attempt.link))).toContain(THERE);
  });

  test('creates no account before that', async () => {
    const attempt = await startSignIn();
    await enterCode(attempt);
    const accounts = async () =>
      await (await admin()).users.find({ realm: 'linkgate', email: attempt.email, exact: true });
    expect(await accounts()).toEqual([]);
    await submitConsent(attempt.waiting, await attempt.waiting.open(attempt.checkEmail.url));
    expect(await accounts()).toHaveLength(1);
  });

  test.each([
    ['the requesting browser', async ({ waiting, link }: Asked) => await waiting.open(link)],
    [
      'a caller that accepts no HTML',
      async ({ link }: Asked) => await new Agent({ accept: 'application/json' }).open(link),
    ],
  ])('offers no choice %s', async (_, open) => {
    const page = await open(await startSignIn());
    expect(page.text).not.toContain(WHERE);
    expect(page.text).toContain('name="accept"');
  });

  test('offers no choice for a link of the API, or while the setting is off', async () => {
    expect(promptsForComparisonCode(await new Agent().open(await linkFor(newAddress(), web)))).toBe(false);
    await restore();
    const [off, agent] = [newAddress(), new Agent()];
    expect(comparisonCodeOn(await requestOnPage(agent, off, web))).toBeNull();
    const message = await emailTo(off);
    expect(message.text).not.toContain('digits');
    restore = await setLinkSettings({ crossDevice: 'true' });
    expect(promptsForComparisonCode(await new Agent().open(linkIn(message)))).toBe(false);
  });

  test('offers no choice if the setting was switched off since', async () => {
    const { link, checkEmail, waiting } = await startSignIn();
    await restore();
    expect(promptsForComparisonCode(await new Agent().open(link))).toBe(false);
    expect(comparisonCodeOn(await waiting.open(checkEmail.url))).toBeNull();
    restore = await setLinkSettings({ crossDevice: 'true' });
  });

  test.each([
    [
      'cancelled',
      async ({ waiting, checkEmail }: Asked) => await waiting.submit(checkEmail, { cancel: 'true' }),
    ],
    [
      'chose another address',
      async ({ waiting, checkEmail }: Asked) => await waiting.submit(checkEmail, { action: 'change' }),
    ],
  ])('offers no choice if the waiting page was %s', async (_, finishWaiting) => {
    const attempt = await startSignIn();
    const requestsNow = await attempt.other.open(attempt.link);
    await finishWaiting(attempt);
    expect(promptsForComparisonCode(await new Agent().open(attempt.link))).toBe(false);
    const late = await enterComparisonCode(
      attempt.other,
      requestsNow,
      requireComparisonCode(attempt.checkEmail),
    );
    expect(late.text).not.toContain(THERE);
  });

  test('offers no choice for an account with an admin role, also by a group, though its page shows a comparison code', async () => {
    const email = newAddress();
    await follow(await linkFor(email, web));
    const api = await admin();
    const realm = 'linkgate';
    const [user] = await api.users.find({ realm, email });
    const [management] = await api.clients.find({ realm, clientId: 'realm-management' });
    const role = await api.clients.findRole({ realm, id: management?.id ?? '', roleName: 'view-users' });
    const { id: group } = await api.groups.create({ realm, name: `admins-${email}` });
    await api.groups.addClientRoleMappings({
      realm,
      id: group,
      clientUniqueId: management?.id ?? '',
      roles: [{ id: role?.id ?? '', name: role?.name ?? '' }],
    });
    await api.users.addToGroup({ realm, id: user?.id ?? '', groupId: group });
    const waiting = new Agent();
    const checkEmail = await requestOnPage(waiting, email, web);
    expect(comparisonCodeOn(checkEmail)).toMatch(/^\d{3}$/);
    const other = new Agent();
    const page = await other.open(linkIn(await emailTo(email, 2)));
    expect(promptsForComparisonCode(page)).toBe(false);
    await (await admin()).groups.del({ realm, id: group });
  });
});

describe('a comparison code', () => {
  test.each([[''], ['  '], ['12'], ['1234'], ['abc'], ['12 a']])(
    'entered as “%s” stays in its field and is prompted for again, uncounted',
    async (typed) => {
      const attempt = await startSignIn();
      const { other, link, checkEmail } = attempt;
      const page = await enterComparisonCode(other, await other.open(link), typed);
      expect(textOf(page)).toContain('The comparison code has three digits.');
      expect(page.text).toMatch(new RegExp(`name="comparison_code"[^>]* value="${typed}"`));
      expect(textOf(await enterComparisonCode(other, page, requireComparisonCode(checkEmail)))).toContain(
        THERE,
      );
    },
  );

  test('is accepted in the digits of other scripts, with spaces', async () => {
    const attempt = await startSignIn();
    const arabic = [...requireComparisonCode(attempt.checkEmail)].map((digit) =>
      String.fromCharCode(0x660 + Number(digit)),
    );
    const page = await enterComparisonCode(
      attempt.other,
      await attempt.other.open(attempt.link),
      ` ${arabic.join(' ')}`,
    );
    expect(textOf(page)).toContain(THERE);
  });

  test('that is wrong ends cross-device sign-in for this link, which still signs in the opening browser', async () => {
    const { other, link, checkEmail, waiting } = await startSignIn();
    const right = requireComparisonCode(checkEmail);
    const choice = await other.open(link);
    const page = await enterComparisonCode(other, choice, otherComparisonCode(right));
    expect(textOf(page)).toContain('The comparison code is not correct');
    expect(textOf(await enterComparisonCode(other, choice, right))).not.toContain(THERE);
    expect(await waitingStateOf(waiting, checkEmail)).toEqual({ state: 'cross_device_ended', interval: 2 });
    expect(comparisonCodeOn(await waiting.open(checkEmail.url))).toBeNull();
    const target = await submitConsent(other, await signInHere(other, page));
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test('belongs to one tab and address: an older email works with it, and uses its newest link', async () => {
    const attempt = await startSignIn();
    const { waiting, checkEmail, email, other } = attempt;
    const again = await waiting.submit(checkEmail, { action: 'resend' });
    await emailTo(email, 2);
    expect(requireComparisonCode(again)).toBe(requireComparisonCode(checkEmail));
    await enterCode(attempt);
    const target = await submitConsent(waiting, await waiting.open(again.url));
    expect(target.searchParams.get('code')).toBeTruthy();
    expect(textOf(await other.open(attempt.link))).toContain(THERE);
    const elsewhere = await Promise.all(
      Array.from({ length: 4 }, async () =>
        requireComparisonCode(await requestOnPage(new Agent(), newAddress(), web)),
      ),
    );
    expect(new Set([...elsewhere, requireComparisonCode(checkEmail)]).size).toBeGreaterThan(1);
  });

  test('needs the page’s own form: one of another site shows the page again', async () => {
    const { link, checkEmail } = await startSignIn();
    const token = new URL(link).searchParams.get('token') ?? '';
    const body = new URLSearchParams({
      token,
      confirm: 'guess',
      comparison_code: requireComparisonCode(checkEmail),
    });
    const stranger = new Agent();
    const page = await stranger.request(`${baseUrl}/verify-email`, { method: 'POST', body });
    expect(textOf(page)).toContain(WHERE);
    expect(textOf(page)).not.toContain(THERE);
  });

  test('isn’t accepted after six wrong ones for an address in a day: the choice is no longer offered', async () => {
    const email = newAddress();
    let last: Asked | undefined;
    for (let i = 1; i <= 6; i++) {
      const waiting = new Agent();
      const checkEmail = await requestOnPage(waiting, email, web);
      const link = linkIn(await emailTo(email, i));
      const other = new Agent();
      const page = await other.open(link);
      expect([i, promptsForComparisonCode(page)]).toEqual([i, i <= 5]);
      if (i <= 5)
        await enterComparisonCode(other, page, otherComparisonCode(requireComparisonCode(checkEmail)));
      else last = { email, waiting, checkEmail, link, other };
    }
    expect(last).toBeDefined();
    // Other users aren't affected.
    expect(promptsForComparisonCode(await new Agent().open((await startSignIn()).link))).toBe(true);
  });
});

describe('the requesting browser', () => {
  test('continues once under parallel requests', async () => {
    const attempt = await startSignIn();
    await enterCode(attempt);
    const { waiting, checkEmail } = attempt;
    const responses = await Promise.all(
      Array.from(
        { length: 50 },
        async () => await Agent.withCookies(waiting.cookies).request(checkEmail.url),
      ),
    );
    const entered = responses.filter(({ headers }) =>
      headers.getSetCookie().some((line) => line.startsWith('LINKGATE_DEVICE=')),
    );
    expect(entered).toHaveLength(1);
  });

  test('is identified by its own cookie: the address and Keycloak’s cookies aren’t enough', async () => {
    const attempt = await startSignIn();
    await enterCode(attempt);
    const { waiting, checkEmail } = attempt;
    const { LINKGATE_WAITING: __, ...others } = waiting.cookies;
    const thief = Agent.withCookies(others);
    const page = await thief.open(checkEmail.url);
    expect(textOf(page)).toContain(HERE);
    expect([comparisonCodeOn(page), await isSignedIn(thief)]).toEqual([null, false]);
    expect(
      (await submitConsent(waiting, await waiting.open(checkEmail.url))).searchParams.get('code'),
    ).toBeTruthy();
  });

  test('continues even if the server has lost its tab, which is recreated', async () => {
    const attempt = await startSignIn({ fields: { state: 'kept' } });
    const { waiting, checkEmail } = attempt;
    const { LINKGATE_WAITING = '' } = waiting.cookies;
    const after = Agent.withCookies({ LINKGATE_WAITING });
    const shown = await after.open(checkEmail.url);
    expect([textOf(shown).includes(HERE), comparisonCodeOn(shown)]).toEqual([
      true,
      comparisonCodeOn(checkEmail),
    ]);
    await enterCode(attempt);
    const forgotten = Agent.withCookies({ LINKGATE_WAITING });
    const target = await submitConsent(forgotten, await forgotten.open(checkEmail.url));
    expect(target.searchParams.get('state')).toBe('kept');
    expect((await tokensOf(target)).access_token).toBeTruthy();
  });

  test('signs in with a new session ID', async () => {
    const attempt = await startSignIn();
    const before = attempt.waiting.cookie('AUTH_SESSION_ID');
    await enterCode(attempt);
    await submitConsent(attempt.waiting, await attempt.waiting.open(attempt.checkEmail.url));
    expect(before).toBeTruthy();
    expect(attempt.waiting.cookie('AUTH_SESSION_ID')).not.toBe(before);
  });

  test('joins the live session of the same user', async () => {
    const email = newAddress();
    const waiting = await signedIn(web, {}, email);
    const first = await tokensFrom(waiting, web);
    const checkEmail = await requestAt(waiting, email, { prompt: 'select_account' });
    const attempt = { email, waiting, checkEmail, link: linkIn(await emailTo(email, 2)), other: new Agent() };
    await enterCode(attempt);
    const second = await tokensOf(await submitConsent(waiting, await waiting.open(checkEmail.url)));
    expect(decodeJwt(second.id_token).sid).toBe(decodeJwt(first.id_token).sid);
    expect(await userinfo(first.access_token)).toBe(200);
  });

  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['an exceeded max_age', { max_age: '0' }],
  ])('starts a session of its own for %s', async (_, fields) => {
    const email = newAddress();
    const waiting = await signedIn(web, {}, email);
    const first = await tokensFrom(waiting, web);
    const began = Number(decodeJwt(first.id_token).auth_time);
    await expect.poll(() => Date.now() / 1000 - began, PATIENT).toBeGreaterThan(2);
    const checkEmail = await requestAt(waiting, email, fields);
    const attempt = { email, waiting, checkEmail, link: linkIn(await emailTo(email, 2)), other: new Agent() };
    await enterCode(attempt);
    const second = await tokensOf(await submitConsent(waiting, await waiting.open(checkEmail.url)));
    expect(decodeJwt(second.id_token).sid).not.toBe(decodeJwt(first.id_token).sid);
    expect(Number(decodeJwt(second.id_token).auth_time)).toBeGreaterThan(began);
  });

  test('asks for confirmation before it ends another user’s session', async () => {
    const [email, live] = [newAddress('guest'), newAddress('host')];
    const waiting = await signedIn(web, {}, live);
    const before = await tokensFrom(waiting, web);
    const checkEmail = await requestAt(waiting, email, { prompt: 'login' });
    const attempt = { email, waiting, checkEmail, link: linkIn(await emailTo(email)), other: new Agent() };
    await enterCode(attempt);
    const page = await waiting.open(checkEmail.url);
    expect(textOf(page)).toContain('Continue here?');
    expect(textOf(page)).toContain(live);
    expect(await userinfo(before.access_token)).toBe(200);
    const after = await tokensOf(
      await submitConsent(waiting, await waiting.submit(page, { action: 'cross-device' })),
    );
    expect(decodeJwt(after.id_token).email).toBe(email);
    expect(await userinfo(before.access_token)).toBe(401);
  });

  test('has to complete the flow’s steps after the link’s, and consent', async () => {
    const attempt = await startSignIn({ client: shop });
    await enterCode(attempt);
    const page = await attempt.waiting.open(attempt.checkEmail.url);
    expect(page.text).toContain('name="accept"');
  });

  test('still accepts the one-time code, which ends the cross-device sign-in', async () => {
    const attempt = await startSignIn();
    const { waiting, checkEmail, email, other, link } = attempt;
    const page = await waiting.submit(checkEmail, { code: requireCode(await emailTo(email)) });
    expect((await submitConsent(waiting, page)).searchParams.get('code')).toBeTruthy();
    expect(promptsForComparisonCode(await other.open(link))).toBe(false);
  });

  test('creates an account under closed sign-up with the referral code entered there, and uses it once', async () => {
    const [waiting, other, email] = [new Agent(), new Agent(), newAddress()];
    const page = await waiting.open(authUrl(betaWeb, { at: `${betaUrl}/auth` }));
    const { id, code } = await newReferral({ max_uses: 2 });
    const checkEmail = await waiting.submit(page, { email, referral_code: code });
    const choice = await other.open(linkIn(await emailTo(email)));
    expect(textOf(await enterComparisonCode(other, choice, requireComparisonCode(checkEmail)))).toContain(
      THERE,
    );
    expect(await usesOf(id)).toBe(0);
    const target = await submitConsent(waiting, await waiting.open(checkEmail.url));
    expect([target.searchParams.get('code'), await usesOf(id)]).toEqual([expect.any(String), 1]);
  });
});

describe('the user who opened the link', () => {
  test('can revoke the approval: the resulting session ends, even if its client hangs', async () => {
    const hanging = await listenForLogout({ drips: true });
    const client = await makeClient();
    await client.update({ attributes: { 'backchannel.logout.url': hanging.url } });
    const attempt = await startSignIn({ client });
    const page = await enterCode(attempt);
    const { access_token } = await tokensOf(
      await submitConsent(attempt.waiting, await attempt.waiting.open(attempt.checkEmail.url)),
      client,
    );
    expect(await userinfo(access_token)).toBe(200);
    const done = await attempt.other.submit(page, { revoke: 'true' });
    expect(textOf(done)).toContain('That device is signed out');
    expect(await userinfo(access_token)).toBe(401);
    expect(await isSignedIn(attempt.waiting)).toBe(false);
    await hanging.tokens(1);
    await client.remove();
    await hanging.close();
  });

  test('can revoke the approval before the other browser continues', async () => {
    const attempt = await startSignIn();
    const page = await enterCode(attempt);
    await attempt.other.submit(page, { revoke: 'true' });
    const still = await attempt.waiting.open(attempt.checkEmail.url);
    expect([textOf(still).includes(HERE), comparisonCodeOn(still)]).toEqual([true, null]);
    expect(await isSignedIn(attempt.waiting)).toBe(false);
  });

  test('can revoke the approval while the other browser shows the consent page', async () => {
    const attempt = await startSignIn();
    const page = await enterCode(attempt);
    const consent = await attempt.waiting.open(attempt.checkEmail.url);
    expect(consent.text).toContain('name="accept"');
    await attempt.other.submit(page, { revoke: 'true' });
    const after = await attempt.waiting.submit(consent, { accept: 'Yes' });
    expect(after.headers.get('location') ?? '').not.toContain('code=');
    expect(await isSignedIn(attempt.waiting)).toBe(false);
  });

  test('can revoke the approval from the link, and not without the page’s own form', async () => {
    const attempt = await startSignIn();
    await enterCode(attempt);
    const { access_token } = await tokensOf(
      await submitConsent(attempt.waiting, await attempt.waiting.open(attempt.checkEmail.url)),
    );
    const token = new URL(attempt.link).searchParams.get('token') ?? '';
    const body = new URLSearchParams({ token, confirm: 'guess', revoke: 'true' });
    await new Agent().request(`${baseUrl}/verify-email`, { method: 'POST', body });
    expect(await userinfo(access_token)).toBe(200);
    const elsewhere = new Agent();
    await elsewhere.submit(await elsewhere.open(attempt.link), { revoke: 'true' });
    expect(await userinfo(access_token)).toBe(401);
  });
});

describe('with links bound to the requesting IP address', () => {
  test('rejects another IP address for both browsers', async () => {
    await restore();
    restore = await setLinkSettings({ crossDevice: 'true', bindIp: 'true' });
    const caller = newCaller();
    const waiting = new Agent(undefined, undefined, fetchFrom(caller));
    const { link, checkEmail } = await startSignIn({ waiting });
    expect(textOf(await new Agent().open(link))).toContain(
      'This link works only on the network that requested it',
    );
    const near = new Agent(undefined, undefined, fetchFrom(caller));
    expect(
      textOf(await enterComparisonCode(near, await near.open(link), requireComparisonCode(checkEmail))),
    ).toContain(THERE);
    const moved = Agent.withCookies(waiting.cookies);
    expect(textOf(await moved.open(checkEmail.url))).toContain(HERE);
    expect(
      (await submitConsent(waiting, await waiting.open(checkEmail.url))).searchParams.get('code'),
    ).toBeTruthy();
    await restore();
    restore = await setLinkSettings({ crossDevice: 'true' });
  });
});

test('reports the outcome in events and metrics, without comparison codes or addresses', async () => {
  const stop = await storeEvents('linkgate');
  const since = Date.now();
  const counted = async (outcome: string) => {
    const text = await (await fetch(`${managementUrl}/metrics`)).text();
    return Number(
      text.split(`linkgate_cross_device_sign_ins_total{outcome="${outcome}"} `)[1]?.split('\n')[0] ?? 0,
    );
  };
  const before = await Promise.all(OUTCOMES.map(counted));
  const [mistyped, attempt] = [await startSignIn(), await startSignIn()];
  await enterComparisonCode(
    mistyped.other,
    await mistyped.other.open(mistyped.link),
    otherComparisonCode(requireComparisonCode(mistyped.checkEmail)),
  );
  const page = await enterCode(attempt);
  await submitConsent(attempt.waiting, await attempt.waiting.open(attempt.checkEmail.url));
  await attempt.other.submit(page, { revoke: 'true' });
  const events = await eventsSince('linkgate', since);
  await stop();
  const recorded = events.flatMap(({ type: kind, error, details }) =>
    details?.linkgate === undefined ? [] : [[details.linkgate, kind, error ?? details.method ?? null]],
  );
  expect(
    recorded.filter(([name]) => name !== 'link_sent' && name !== 'user_registered').toReversed(),
  ).toEqual([
    ['cross_device_rejected', 'VERIFY_EMAIL_ERROR', 'invalid_code'],
    ['cross_device_approved', 'VERIFY_EMAIL', null],
    ['link_used', 'VERIFY_EMAIL', 'cross-device'],
    ['consent_granted', 'GRANT_CONSENT', null],
    ['cross_device_revoked', 'VERIFY_EMAIL', null],
  ]);
  const linkgateEvents = events.filter(({ details }) => details?.linkgate !== undefined);
  expect(JSON.stringify(linkgateEvents)).not.toContain(attempt.email);
  const after = await Promise.all(OUTCOMES.map(counted));
  expect(after).toEqual(before.map((value) => value + 1));
});

/** Requests a link in a browser with a live session. */
async function requestAt(waiting: Agent, email: string, fields: Record<string, string>): Promise<Page> {
  const page = await waiting.open(authUrl(web, { fields }));
  const form = accountsOn(page).length > 0 ? await waiting.submit(page, { show: 'address' }) : page;
  const checkEmail = await waiting.submit(form, { email });
  expect(textOf(checkEmail)).toContain(HERE);
  return checkEmail;
}
