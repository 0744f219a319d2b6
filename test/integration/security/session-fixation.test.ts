/** Knowing or planting a browser's cookies before a sign-in doesn't give access to its session (session fixation). */
import { decodeJwt } from 'jose';
import { describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { requestOnPage, requireCode, textOf } from '../../support/check-email-page.ts';
import { submitAddress } from '../../support/chooser.ts';
import { confirm } from '../../support/confirm-page.ts';
import { enterComparisonCode, requireComparisonCode } from '../../support/cross-device.ts';
import { type Email, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { makeClient } from '../../support/own-client.ts';
import { sessionOf } from '../../support/session-api.ts';
import { exchange, submitConsent, type Tokens } from '../../support/sign-in.ts';

const { clients } = inject('site');
const { web, shop } = clients;

/** The ID of the Keycloak session in a browser's cookie. */
function sessionId(agent: Agent): string {
  const [id = ''] = Buffer.from(agent.cookie('AUTH_SESSION_ID') ?? '', 'base64url')
    .toString()
    .split('.');
  return id;
}

const WAYS: [string, (agent: Agent, checkEmail: Page, message: Email) => Promise<Page>][] = [
  ['a link', async (agent, _inbox, message) => await agent.open(linkIn(message))],
  [
    'a code',
    async (agent, checkEmail, message) => await agent.submit(checkEmail, { code: requireCode(message) }),
  ],
];

describe.each(WAYS)('%s', (_, signIn) => {
  test('signs in with a new session ID, unknown to a holder of copied cookies', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const copy = Agent.withCookies(agent.cookies);
    const consent = await signIn(agent, checkEmail, await emailTo(email));
    expect(consent.text).toContain('name="accept"');
    expect(sessionId(agent)).not.toBe(sessionId(copy));
    for (const url of [consent.url, checkEmail.url]) {
      const seen = await copy.open(url);
      expect([seen.text.includes('name="accept"'), seen.headers.get('location')]).toEqual([false, null]);
    }
    const target = await submitConsent(agent, consent);
    const response = await exchange(target.searchParams.get('code'), web);
    expect(decodeJwt(((await response.json()) as Tokens).id_token).sid).toBe(sessionId(agent));
    expect((await sessionOf(agent)).authenticated).toBe(true);
    expect((await sessionOf(copy)).authenticated).toBe(false);
    const silent = await copy.open(authUrl(web, { fields: { prompt: 'none' } }));
    expect(silent.headers.get('location')).toContain('error=login_required');
  });
});

test('a planted session doesn’t get the account of a signed-in user who only has to consent', async () => {
  const email = newAddress();
  const victim = await signedIn(web, {}, email);
  const live = sessionId(victim);
  const attacker = new Agent();
  const planted = await attacker.open(authUrl(web, { fields: { prompt: 'consent', login_hint: email } }));
  for (const [name, value] of Object.entries(attacker.cookies)) victim.setCookie(name, value);
  const consent = await victim.open(planted.url);
  expect(consent.text).toContain('name="accept"');
  expect([sessionId(victim), sessionId(attacker)]).toEqual([live, expect.not.stringContaining(live)]);
  for (const url of [consent.url, planted.url]) {
    const seen = await attacker.open(url);
    expect([seen.text.includes('name="accept"'), seen.headers.get('location')]).toEqual([false, null]);
  }
  expect((await submitConsent(victim, consent)).searchParams.get('code')).toBeTruthy();
  expect((await sessionOf(victim)).account?.email).toBe(email);
  expect((await sessionOf(attacker)).authenticated).toBe(false);
});

test('a browser with planted cookies can’t get a link approved: approval needs a key from the link', async () => {
  const restore = await setLinkSettings({ crossDevice: 'true' });
  try {
    const [attacker, victim, phone] = [new Agent(), new Agent(), new Agent()];
    await requestOnPage(attacker, newAddress('attacker'), web);
    const planted = await attacker.open(authUrl(web));
    for (const [name, value] of Object.entries(attacker.cookies)) victim.setCookie(name, value);
    const email = newAddress('victim');
    const checkEmail = await submitAddress(victim, await victim.open(planted.url), email);
    await enterComparisonCode(
      phone,
      await phone.open(linkIn(await emailTo(email))),
      requireComparisonCode(checkEmail),
    );
    const seen = await attacker.open(checkEmail.url);
    expect([seen.text.includes('name="accept"'), seen.headers.get('location')]).toEqual([false, null]);
    const target = await submitConsent(victim, await victim.open(checkEmail.url));
    expect(target.searchParams.get('code')).toBeTruthy();
    expect((await sessionOf(attacker)).authenticated).toBe(false);
  } finally {
    await restore();
  }
});

describe('a tab that waits while another one signs in', () => {
  /** A browser with tabs of two clients; the sign-in of the first is complete. */
  async function twoTabs(): Promise<{ agent: Agent; email: string; waiting: Page }> {
    const [agent, email] = [new Agent(), newAddress()];
    await requestOnPage(agent, email, web, { state: 'one' });
    const waiting = await requestOnPage(agent, email, shop, { state: 'two' });
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email, 1))));
    expect(target.searchParams.get('state')).toBe('one');
    return { agent, email, waiting };
  }

  test('keeps waiting, resends the email, and accepts its code', async () => {
    const { agent, email, waiting } = await twoTabs();
    const page = await agent.open(waiting.url);
    expect(textOf(page)).toContain(email);
    await agent.submit(page, { action: 'resend' });
    const code = requireCode(await emailTo(email, 3));
    const target = await submitConsent(agent, await agent.submit(await agent.open(waiting.url), { code }));
    expect(target.searchParams.get('state')).toBe('two');
    expect(textOf(await agent.open(waiting.url))).toContain('Sign-in continued in another tab');
  });

  test('loses nothing but the click when an outdated form is submitted', async () => {
    const { agent, email, waiting } = await twoTabs();
    const page = await agent.submit(waiting, { action: 'resend' });
    expect(textOf(page)).toContain(email);
    const target = await submitConsent(
      agent,
      await agent.submit(page, { code: requireCode(await emailTo(email, 2)) }),
    );
    expect(target.searchParams.get('state')).toBe('two');
  });

  test('keeps waiting when the other tab signed another user out', async () => {
    const agent = await signedIn(web);
    const email = newAddress('second');
    await requestOnPage(agent, email, web, { state: 'one', prompt: 'login' });
    const waiting = await requestOnPage(agent, email, shop, { state: 'two', prompt: 'login' });
    const confirmPage = await agent.open(linkIn(await emailTo(email, 1)));
    const target = await submitConsent(agent, await confirm(agent, confirmPage));
    expect(target.searchParams.get('state')).toBe('one');
    const page = await agent.open(waiting.url);
    expect(textOf(page)).toContain(email);
    const code = requireCode(await emailTo(email, 2));
    expect((await submitConsent(agent, await agent.submit(page, { code }))).searchParams.get('state')).toBe(
      'two',
    );
  });

  test('may belong to an application that is deleted meanwhile', async () => {
    const [agent, email, gone] = [new Agent(), newAddress(), await makeClient()];
    await requestOnPage(agent, email, gone);
    await requestOnPage(agent, email, web, { state: 'kept' });
    await gone.remove();
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email, 2))));
    expect(target.searchParams.get('state')).toBe('kept');
  });

  test('is still the requesting browser, while others have to confirm', async () => {
    const restore = await setLinkSettings({ confirm: 'new-browser' });
    try {
      const { agent, email } = await twoTabs();
      const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email, 2))));
      expect(target.searchParams.get('state')).toBe('two');
    } finally {
      await restore();
    }
  });
});
