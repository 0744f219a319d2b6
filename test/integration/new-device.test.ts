/**
 * The email about a sign-in on a device that doesn't remember the account, and its link *This wasn't me*: it ends what came of that sign-in
 * (contract, sections 4.17 and 11).
 */
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { accountOf } from '../support/accounts.ts';
import { addHmacKey, admin, setLinkSettings, setMailPort, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent } from '../support/agent.ts';
import { authUrl, exchangeFields } from '../support/authorization.ts';
import { createBackendLink } from '../support/backend-links.ts';
import { requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { accountsOn } from '../support/chooser.ts';
import { enterComparisonCode, requireComparisonCode } from '../support/cross-device.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import { untilSessionExpired } from '../support/expired-session.ts';
import { bearer, post } from '../support/form.ts';
import {
  type Device,
  disown,
  disownLinkIn,
  disownUrl,
  NOTICES,
  newDevice,
  nextLink,
  noticesTo,
  noticeTo,
  signInOn,
} from '../support/new-device.ts';
import type { OwnClient } from '../support/own-client.ts';
import { PATIENT } from '../support/patience.ts';
import { sessionOf } from '../support/session-api.ts';
import { follow, submitConsent, type Tokens } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';
import { startSmtpStub } from '../support/smtp-stub.ts';
import { makeStayingClient, type RefreshableTokens, refresh } from '../support/staying-client.ts';

const { baseUrl, clients, managementUrl } = inject('site');
const { web, shop } = clients;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';
const ENDED = 'That device is signed out';
const OVER = 'That device is already signed out';
const PENDING = 'Sign that device out?';
/** Notices to an account in an hour. */
const LIMIT = 20;
const HANGS = () => new Promise<string>(() => {});

let restore: () => Promise<void>;
let staying: OwnClient;
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  restore = await setRealmAttributes({ [NOTICES]: 'true' });
  staying = await makeStayingClient('30');
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
afterAll(async () => {
  await staying.remove();
  await restore();
});

/** An account that has signed in once, and the device on which it has. */
async function account(): Promise<{ email: string; own: Device }> {
  const [email, own] = [newAddress(), newDevice()];
  await signInOn(own, email, web);
  return { email, own };
}

/** The link *This wasn't me* of the account's latest notice. */
async function disownLink(email: string, count = 1): Promise<string> {
  return disownLinkIn(await noticeTo(email, count)) ?? '';
}

async function tokensFor<T extends Tokens>(code: string, client: SiteClient): Promise<T> {
  const response = await post(`${baseUrl}/token`, exchangeFields(client, code));
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}

async function statusOf({ access_token }: Tokens): Promise<number> {
  return (await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status;
}

describe('an account is told', () => {
  test('of each device that it hasn’t used before, once, but not of its first', async () => {
    const { email, own } = await account();
    await signInOn(own, email, web);
    const device = newDevice();
    await signInOn(device, email, web);
    const notice = await noticeTo(email);
    expect(notice.subject).toBe('New sign-in to Demo');
    expect(notice.text).toContain('Device: Firefox, Linux');
    expect(notice.text).toContain(`IP address: ${device.address}`);
    expect(notice.text).toMatch(/Time: .*20\d\d.* UTC/);
    expect(notice.html).toContain('This wasn’t me');
    await signInOn(device, email, web);
    await signInOn(newDevice(undefined, PHONE), email, web);
    expect((await noticeTo(email, 2)).text).toContain('Device: Safari, iOS');
    expect(await noticesTo(email)).toHaveLength(2);
  });

  test('in its own language, whatever the device’s is', async () => {
    const { email } = await account();
    const id = await accountOf(email);
    const user = await (await admin()).users.findOne({ realm: 'linkgate', id });
    await (await admin()).users.update(
      { realm: 'linkgate', id },
      { ...user, attributes: { ...user?.attributes, locale: ['ar'] } },
    );
    const { address } = newDevice();
    const japanese = newDevice(address);
    await follow(`${await nextLink(email, web)}&ui_locales=ja`, japanese.agent);
    expect((await noticeTo(email)).subject).toBe('تسجيل دخول جديد إلى Demo');
  });

  test('only once the sign-in is completed', async () => {
    const { email } = await account();
    const { agent } = newDevice();
    const consent = await agent.open(await nextLink(email, shop));
    expect(consent.text).toContain('name="accept"');
    await signInOn(newDevice(undefined, PHONE), email, web);
    expect((await noticeTo(email)).text).toContain('Safari, iOS');
    await submitConsent(agent, consent);
    expect((await noticeTo(email, 2)).subject).toBe('New sign-in to Demo Shop');
  });

  test('once if two tabs of a new browser sign in at the same time; the link ends both sessions', async () => {
    const { email } = await account();
    const device = newDevice();
    const links = [await nextLink(email, web), await nextLink(email, staying)] as const;
    const [one, other] = await Promise.all([
      follow(links[0], device.agent),
      follow(links[1], newDevice(device.address).agent),
    ]);
    const tokens = [
      await tokensFor(one.searchParams.get('code') ?? '', web),
      await tokensFor(other.searchParams.get('code') ?? '', staying),
    ];
    const link = await disownLink(email);
    await signInOn(newDevice(undefined, PHONE), email, web);
    await noticeTo(email, 2);
    expect(await noticesTo(email)).toHaveLength(2);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([200, 200]);
    expect(textOf(await disown(link))).toContain(ENDED);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
  });

  test('of the device that a one-time code or a cross-device sign-in has signed in', async () => {
    undo.push(await setLinkSettings({ emailContains: 'link-and-code', crossDevice: 'true' }));
    const { email, own } = await account();
    const typing = newDevice();
    const before = (await emailsTo(email)).length;
    const checkEmail = await requestOnPage(typing.agent, email, web);
    await submitConsent(
      typing.agent,
      await typing.agent.submit(checkEmail, { code: requireCode(await emailTo(email, before + 1)) }),
    );
    expect((await noticeTo(email)).text).toContain(`IP address: ${typing.address}`);
    const waiting = newDevice(undefined, PHONE);
    const waitingPage = await requestOnPage(waiting.agent, email, web);
    const opened = await own.agent.open(linkIn(await emailTo(email, before + 3)));
    await enterComparisonCode(own.agent, opened, requireComparisonCode(waitingPage));
    await submitConsent(waiting.agent, await waiting.agent.open(waitingPage.url));
    const notice = await noticeTo(email, 2);
    expect(notice.text).toContain('Safari, iOS');
    expect(notice.text).toContain(`IP address: ${waiting.address}`);
  });

  test('not of a device that its account chooser is on, but of one on which that link is opened', async () => {
    const { email, own } = await account();
    const chooser = await own.agent.open(authUrl(web, { fields: { prompt: 'login' } }));
    const listed = accountsOn(chooser).find((one) => one.email === email);
    const before = (await emailsTo(email)).length;
    await own.agent.submit(chooser, { account: listed?.id ?? '' });
    const elsewhere = newDevice(undefined, PHONE);
    await follow(linkIn(await emailTo(email, before + 1)), elsewhere.agent);
    expect((await noticeTo(email)).text).toContain('Safari, iOS');
    await signInOn(own, email, web);
    await signInOn(newDevice(), email, web);
    expect((await noticeTo(email, 2)).text).toContain('Firefox, Linux');
    expect(await noticesTo(email)).toHaveLength(2);
  });

  test('not of a backend’s link, which no device remembers, nor where the realm has it off', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.backend-links': 'true' }));
    const { email } = await account();
    await follow(await createBackendLink(email), newDevice().agent);
    const off = await setRealmAttributes({ [NOTICES]: '' });
    await signInOn(newDevice(), email, web);
    await off();
    await signInOn(newDevice(undefined, PHONE), email, web);
    expect((await noticeTo(email)).text).toContain('Safari, iOS');
    expect(await noticesTo(email)).toHaveLength(1);
  });
});

test('an account gets at most 20 notices in an hour; the device is told of once there are fewer', async () => {
  undo.push(await setRealmAttributes({ 'linkgate.limit.link-email': '100/3600' }));
  const { email } = await account();
  for (let sent = 0; sent < LIMIT; sent++) {
    await signInOn(newDevice(), email, web);
    await noticeTo(email, sent + 1);
  }
  const device = newDevice();
  await signInOn(device, email, web);
  // Notices of one account are counted one after the other.
  await vi.waitUntil(async () => (await limitHits()) > 0, PATIENT);
  expect(await noticesTo(email)).toHaveLength(LIMIT);
  expect((await callAdminApi('POST', '/limits/reset', { body: { email } })).status).toBe(200);
  await signInOn(device, email, web);
  expect((await noticeTo(email, LIMIT + 1)).text).toContain(`IP address: ${device.address}`);
});

/** How often this node has rejected a notice. */
async function limitHits(): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  return Number(/^linkgate_limits_hit_total\{limit="new-device"\} (\S+)$/m.exec(text)?.[1] ?? 0);
}

describe('a mail server', () => {
  test('that hangs doesn’t hold the sign-in', async () => {
    const { email } = await account();
    const link = await nextLink(email, web);
    const stub = await startSmtpStub({ MAIL: HANGS });
    undo.push(() => stub.close(), await setMailPort(stub.port));
    const device = newDevice();
    const tokens = await tokensFor((await follow(link, device.agent)).searchParams.get('code') ?? '', web);
    await vi.waitUntil(() => stub.connections.some((commands) => commands.includes('MAIL')), PATIENT);
    expect(await statusOf(tokens)).toBe(200);
    expect(stub.messages).toEqual([]);
  });

  test('that rejects the notice doesn’t fail the sign-in, and the device’s next one tells of it', async () => {
    const { email } = await account();
    const device = newDevice();
    const link = await nextLink(email, web);
    const stub = await startSmtpStub({ RCPT: '550 no' });
    const restorePort = await setMailPort(stub.port);
    await tokensFor((await follow(link, device.agent)).searchParams.get('code') ?? '', web);
    await vi.waitUntil(() => stub.connections.some((commands) => commands.includes('RCPT')), PATIENT);
    // The connection ends once the outcome is known.
    await vi.waitUntil(() => stub.open() === 0, PATIENT);
    await restorePort();
    stub.close();
    await vi.waitFor(async () => {
      await signInOn(device, email, web);
      expect(await noticesTo(email)).toHaveLength(1);
    }, PATIENT);
  });
});

describe('This wasn’t me', () => {
  test('asks first; then ends the device’s session, tokens and memory and all unused links, and nothing else', async () => {
    const since = Date.now();
    undo.push(await storeEvents('linkgate'));
    const { email, own } = await account();
    const ownTokens = await tokensFor<RefreshableTokens>(await signInOn(own, email, staying), staying);
    const device = newDevice();
    const tokens = await tokensFor<RefreshableTokens>(await signInOn(device, email, staying), staying);
    const link = await disownLink(email);
    const pending = await nextLink(email, web);
    const owner = new Agent();
    const asked = await owner.open(link);
    expect(textOf(asked)).toContain(PENDING);
    expect(textOf(asked)).toContain(email);
    expect((await owner.request(link, { method: 'HEAD' })).status).toBe(204);
    expect(await statusOf(tokens)).toBe(200);
    // Another site's form doesn't have the key.
    const forged = await owner.request(link, {
      method: 'POST',
      body: new URLSearchParams({ confirm: 'x' }),
    });
    expect(textOf(forged)).toContain(PENDING);
    expect(await statusOf(tokens)).toBe(200);

    expect(textOf(await disown(link, owner))).toContain(ENDED);
    expect(await statusOf(tokens)).toBe(401);
    expect((await refresh(tokens.refresh_token, staying)).status).toBe(400);
    const forgotten = await sessionOf(device.agent);
    expect([forgotten.authenticated, forgotten.accounts]).toEqual([false, []]);
    expect((await fetch(pending, { headers: { accept: 'application/json' } })).status).toBe(401);
    expect(await statusOf(ownTokens)).toBe(200);
    expect((await refresh(ownTokens.refresh_token, staying)).status).toBe(200);
    expect((await sessionOf(own.agent)).authenticated).toBe(true);

    const later = await nextLink(email, web);
    expect(textOf(await disown(link, owner))).toContain(OVER);
    expect((await follow(later, own.agent)).searchParams.get('code')).toBeTruthy();
    const userId = await accountOf(email);
    for (const name of ['new_device_notified', 'new_device_revoked']) {
      const events = await eventsSince('linkgate', since, name);
      expect(
        events.filter((event) => event.userId === userId),
        name,
      ).toHaveLength(1);
      expect(JSON.stringify(events)).not.toContain(email);
    }
  });

  test('works when the session has ended and the device has forgotten the account', async () => {
    const { email } = await account();
    const device = newDevice();
    await signInOn(device, email, web);
    const link = await disownLink(email);
    const id = await accountOf(email);
    const { csrf_token } = await sessionOf(device.agent);
    const forgotten = await device.agent.request(`${baseUrl}/session/accounts/${id}`, {
      method: 'DELETE',
      headers: { 'x-csrf-token': csrf_token },
    });
    expect(forgotten.status).toBe(204);
    expect(textOf(await disown(link))).toContain(OVER);
  });

  test('ends tokens that outlive the session, if only they are left', async () => {
    const { email } = await account();
    const device = newDevice();
    const tokens = await tokensFor<RefreshableTokens>(await signInOn(device, email, staying), staying);
    const link = await disownLink(email);
    await untilSessionExpired(device.agent);
    const page = textOf(await disown(link));
    expect(page).toContain(ENDED);
    expect((await refresh(tokens.refresh_token, staying)).status).toBe(400);
  });

  test('rejects an expired link, an altered one, and a token of another kind', async () => {
    const key = await addHmacKey();
    undo.push(() => key.remove());
    const { email, own } = await account();
    const sub = await accountOf(email);
    const now = Math.floor(Date.now() / 1000);
    const sign = async (typ: string, exp: number) =>
      await new SignJWT({
        iss: baseUrl,
        aud: `${baseUrl}/new-device`,
        jti: 'x',
        sub,
        device: 'x',
        sid: 'x',
        exp,
      })
        .setProtectedHeader({ alg: 'HS512', typ, kid: key.kid })
        .sign(key.secret);
    const valid = await sign('new-device+jwt', now + 60);
    const titleOf = async (token: string) => {
      const page = await new Agent().open(disownUrl(token));
      return [page.status, /<title>([^<]*)/.exec(page.text)?.[1]?.trim()];
    };
    expect(await titleOf(valid)).toEqual([200, PENDING]);
    expect(await titleOf(await sign('new-device+jwt', now - 1))).toEqual([401, 'This link has expired']);
    for (const token of [
      '',
      'nonsense',
      `${valid.slice(0, -4)}AAAA`,
      await sign('magic-link+jwt', now + 60),
      new URL(await nextLink(email, web)).searchParams.get('token') ?? '',
    ])
      expect(await titleOf(token), token).toEqual([401, 'This link does not work']);
    const asJson = await fetch(disownUrl(await sign('new-device+jwt', now - 1)));
    expect([asJson.status, ((await asJson.json()) as { error: string }).error]).toEqual([
      401,
      'invalid_token',
    ]);
    expect((await sessionOf(own.agent)).authenticated).toBe(true);
  });

  test('of an account that no longer exists has nothing left to end', async () => {
    const { email } = await account();
    await signInOn(newDevice(), email, web);
    const link = await disownLink(email);
    await (await admin()).users.del({ realm: 'linkgate', id: await accountOf(email) });
    expect(textOf(await disown(link))).toContain(OVER);
  });
});
