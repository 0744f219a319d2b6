/**
 * The "check your email" page: what it says while the link is valid, and after it was used or superseded (contract, sections 2.9 and 3.5).
 */

import { describe, expect, inject, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { otherCodes, requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { submitAddress } from '../support/chooser.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { formActionOf } from '../support/form.ts';
import { untilLinkExpired } from '../support/link-expiry.ts';
import { makeClient } from '../support/own-client.ts';
import { follow, submitConsent } from '../support/sign-in.ts';

const { clients } = inject('site');
const { web, shop } = clients;

/** Expects a page with this text, and no redirect to the client. */
function expectPage(page: Page, text: string): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([200, null]);
  expect(textOf(page)).toContain(text);
}

describe('the "check your email" page', () => {
  test('states beforehand that a link opened on another device continues there', async () => {
    const page = await requestOnPage(new Agent(), newAddress(), web);
    expect(textOf(page)).toMatch(/If you open the link on another device, you are signed in there\./);
    expect(page.text).toMatch(
      /<input[^>]*name="code"[^>]*autocomplete="one-time-code"[^>]*inputmode="numeric"/,
    );
  });

  test('sends nothing on refresh, on going back, or when the address is posted again', async () => {
    const agent = new Agent();
    const email = newAddress();
    const first = await agent.open(authUrl(web));
    const checkEmail = await agent.submit(first, { email });
    for (let i = 0; i < 3; i++) expectPage(await agent.open(checkEmail.url), email);
    // Back to the page with the address, submitted again from there.
    expect((await agent.submit(first, { email })).status).toBe(200);
    expectPage(await agent.open(checkEmail.url), email);
    await emailTo(email);
    const last = newAddress();
    await requestOnPage(new Agent(), last, web);
    await emailTo(last);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('isn’t affected by a second tab that starts a sign-in of its own', async () => {
    const agent = new Agent();
    const [first, second] = [newAddress(), newAddress()];
    const one = await requestOnPage(agent, first, web, { state: 'one' });
    const two = await requestOnPage(agent, second, web, { state: 'two' });
    expectPage(await agent.open(one.url), first);
    expectPage(await agent.open(two.url), second);
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(first))));
    expect(target.searchParams.get('state')).toBe('one');
  });

  test('says that sign-in continued elsewhere once the link is used on another device, and can start again', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const elsewhere = await follow(linkIn(await emailTo(email)));
    expect(elsewhere.searchParams.get('state')).toBe('st');
    for (let i = 0; i < 2; i++) expectPage(await agent.open(checkEmail.url), 'Sign-in continued elsewhere');
    const address = await agent.submit(await agent.open(checkEmail.url), { action: 'change' });
    expect(address.text).toContain('name="email"');
    expect(await emailsTo(email)).toHaveLength(1);
    await agent.submit(address, { email });
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email, 2))));
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test.each([
    ['before the user has consented', false],
    ['after the client has its code', true],
  ])('says that sign-in continued in the other tab of this browser, %s', async (_, finished) => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const consent = await agent.open(linkIn(await emailTo(email)));
    if (finished) await submitConsent(agent, consent);
    expectPage(await agent.open(checkEmail.url), 'Sign-in continued in another tab');
    expectPage(await agent.submit(checkEmail, { action: 'resend' }), 'Sign-in continued in another tab');
    if (!finished) expect((await submitConsent(agent, consent)).searchParams.get('code')).toBeTruthy();
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('lets both tabs finish if both links are opened before consent', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    await requestOnPage(agent, email, web, { state: 'one' });
    await requestOnPage(agent, email, shop, { state: 'two', prompt: 'consent' });
    const one = await agent.open(linkIn(await emailTo(email, 1)));
    const two = await agent.open(linkIn(await emailTo(email, 2)));
    const targets = [await submitConsent(agent, one), await submitConsent(agent, two)];
    expect(targets.map((target) => target.searchParams.get('state'))).toEqual(['one', 'two']);
    for (const target of targets) expect(target.searchParams.get('code')).toBeTruthy();
  });

  test('doesn’t redirect to the client if consent is submitted again after the sign-in', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    await requestOnPage(agent, email, web);
    const consent = await agent.open(linkIn(await emailTo(email)));
    expect((await submitConsent(agent, consent)).searchParams.get('code')).toBeTruthy();
    expectPage(await agent.submit(consent, { accept: 'Yes' }), 'Sign-in continued in another tab');
  });

  test('issues no second code while a third tab still waits', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    await agent.open(authUrl(web, { fields: { state: 'third' } }));
    await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
    expectPage(await agent.open(checkEmail.url), 'Sign-in continued in another tab');
  });

  test('isn’t needed: the link signs in after the browser was closed midway', async () => {
    const email = newAddress();
    await requestOnPage(new Agent(), email, web, { state: 'kept' });
    const target = await follow(linkIn(await emailTo(email)), new Agent());
    expect([target.searchParams.get('state'), target.searchParams.has('code')]).toEqual(['kept', true]);
  });

  test('corrects a wrong address: the email to the right one signs in', async () => {
    const agent = new Agent();
    const [wrong, right] = [newAddress('wrong'), newAddress('right')];
    const form = await agent.submit(await requestOnPage(agent, wrong, web), { action: 'change' });
    const checkEmail = await agent.submit(form, { email: right });
    expectPage(checkEmail, right);
    const page = await agent.submit(checkEmail, { code: requireCode(await emailTo(right)) });
    expect((await submitConsent(agent, page)).searchParams.get('code')).toBeTruthy();
  });

  test('says that another link was sent and when, and sends the next one only after a pause', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const first = await requestOnPage(agent, email, web);
    expect(first.text).not.toContain('data-pause');
    const again = await agent.submit(first, { action: 'resend' });
    expect(textOf(again)).toMatch(
      new RegExp(
        `We sent another link to ${email} at \\d{1,2}:\\d\\d\\s[AP]M UTC ?\\. Use the newest one\\.`,
      ),
    );
    expect(again.text).toMatch(/data-pause="\d+"/);
    await emailTo(email, 2);
    const paused = await agent.submit(again, { action: 'resend' });
    expect(textOf(paused)).toMatch(/You can request another link in (one|\d+) seconds?\./);
    expect(await emailsTo(email)).toHaveLength(2);
    const page = await agent.submit(paused, { code: requireCode(await emailTo(email, 2)) });
    expect((await submitConsent(agent, page)).searchParams.get('code')).toBeTruthy();
  });

  test.each([
    [
      'gmail.com',
      expect.stringMatching(
        /^https:\/\/mail\.google\.com\/mail\/\?authuser=\S+%40gmail\.com#search\/from%3A\S+%40/,
      ),
      'Open Gmail',
    ],
    ['gmx.de', 'https://www.gmx.net/', 'Open GMX'],
    ['example.com', null, null],
  ])(
    'leads to the email in the mailbox of an address at %s, as far as its provider is known',
    async (domain, url, label) => {
      const agent = new Agent();
      const email = newAddress().replace(/@.*/, `@${domain}`);
      const page = await submitAddress(agent, await agent.open(authUrl(web)), email);
      const [, href = null, text = null] =
        /<a class="[^"]*" href="([^"]*)" target="_blank"[^>]*>([^<]*)</.exec(page.text) ?? [];
      expect([href, text]).toEqual([url, label]);
    },
  );

  test('is the same for a disabled account, which gets no email', async () => {
    const email = newAddress('somebody');
    const other = newAddress('somebody');
    const api = await admin();
    await api.users.create({
      realm: 'linkgate',
      username: email,
      email,
      enabled: false,
      emailVerified: true,
    });
    const text: string[][] = [];
    for (const address of [email, other]) {
      const agent = new Agent();
      let page = await requestOnPage(agent, address, web);
      const texts = [textOf(page)];
      const codes =
        address === email ? otherCodes('123455', 5) : otherCodes(requireCode(await emailTo(other)), 5);
      for (const code of codes) {
        page = await agent.submit(page, { code });
        texts.push(textOf(page));
      }
      text.push(texts.map((text) => text.replaceAll(address, '…')));
    }
    expect(text[0]).toEqual(text[1]);
    expect(await emailsTo(email)).toHaveLength(0);
  });

  test('says that the link has expired, and one click sends a new one', { timeout: 240_000 }, async () => {
    const { email, checkEmail, cookies } = inject('early').awaited;
    const agent = Agent.withCookies(cookies);
    const message = await emailTo(email);
    await untilLinkExpired(linkIn(message));
    expectPage(await agent.submit(checkEmail, { code: requireCode(message) }), 'The link has expired');
    const expired = await agent.open(checkEmail.url);
    expectPage(expired, 'The link has expired');
    expect(expired.text).not.toContain('name="code"');
    expectPage(await agent.submit(expired, { action: 'resend' }), 'The link is valid for 15 minutes');
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email, 2))));
    expect(target.searchParams.get('code')).toBeTruthy();
  });
});

describe('a page whose session cookies are gone', () => {
  const LOST = 'This sign-in is no longer open in this browser';

  test('waits again for the email, and accepts its code', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const checkEmail = await requestOnPage(agent, email, web);
    const reopened = Agent.withCookies({ LINKGATE_WAITING: agent.cookie('LINKGATE_WAITING') ?? '' });
    const page = await reopened.open(checkEmail.url);
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(email)]);
    const consent = await reopened.submit(page, { code: requireCode(await emailTo(email)) });
    expect((await submitConsent(reopened, consent)).searchParams.get('code')).toBeTruthy();
  });

  test('says so, by GET and POST, and links to a new sign-in', async () => {
    const client = await makeClient({ baseUrl: 'https://shop.example/home' });
    const agent = new Agent();
    const page = await agent.open(authUrl(client));
    const action = formActionOf(page);
    const stranger = new Agent();
    const body = new URLSearchParams({ email: newAddress() });
    for (const lost of [await stranger.open(action), await stranger.open(action, { method: 'POST', body })]) {
      expect([lost.status, textOf(lost)]).toEqual([400, expect.stringContaining(LOST)]);
      expect(lost.text).toContain('href="https://shop.example/home"');
    }
    await client.remove();
  });
});
