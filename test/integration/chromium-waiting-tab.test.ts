/** A tab that waits for an email, in Chromium: it notices the outcome of its link by itself, without a reload (contract, section 4.13). */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accountOf } from '../support/accounts.ts';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { otherCodes, requireCode } from '../support/check-email-page.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { makeClient } from '../support/own-client.ts';
import { PATIENT } from '../support/patience.ts';
import { follow, linkFor } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';

const { clients } = inject('site');
const { web } = clients;
/** Longer than a tab waits once it has noticed. */
const SOON_MILLIS = 4000;
const POLL = '**/sign-in-state?*';
/** Longer than a test may take. */
const NEVER_SECONDS = 100_000;

// They mostly wait: several run concurrently, each in its own profiles.
describe.skipIf(CHROMIUM === undefined && !process.env.CI).concurrent('in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser?.close());

  /** A separate browser profile. Requests to the client are intercepted: no application runs here. */
  async function profile(options = {}): Promise<BrowserContext> {
    const context = await openContext(browser, options);
    await catchArrivals(context, web.redirect_uri);
    return context;
  }

  /** Enters an address on the sign-in page, in a new tab. */
  async function requestIn(context: BrowserContext, email: string, client: SiteClient = web): Promise<Page> {
    const page = await context.newPage();
    await visit(page, authUrl(client));
    await page.fill('input[name=email]', email);
    await page.click('form button[type=submit]:not([name=cancel])');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.waitForLoadState();
    return page;
  }

  /** Counts a tab's page loads from now on. */
  function loadsOf(page: Page): { count: number } {
    const loads = { count: 0 };
    page.on('load', () => {
      loads.count += 1;
    });
    return loads;
  }

  async function heading(page: Page, name: string): Promise<void> {
    await page.getByRole('heading', { name }).waitFor();
  }

  test('a link opened in a second tab: the first tab says so, and the second one continues', async () => {
    const context = await profile();
    const email = newAddress();
    const page = await requestIn(context, email);
    const loads = loadsOf(page);
    const tab = await context.newPage();
    await visit(tab, linkIn(await emailTo(email)));
    await heading(page, 'Sign-in continued in another tab');
    await tab.click('[name=accept]');
    await heading(tab, 'Arrived');
    expect(loads.count).toBe(1);
  });

  test('a link opened on another device', async () => {
    const email = newAddress();
    const page = await requestIn(await profile(), email);
    await follow(linkIn(await emailTo(email)));
    await heading(page, 'Sign-in continued elsewhere');
  });

  test('a link opened elsewhere, where its comparison code is typed: the code is shown, and has the focus', async () => {
    const email = newAddress();
    const attributes = { 'linkgate.sign-in.cross-device': 'true' };
    const client = await makeClient({ attributes });
    const page = await requestIn(await profile(), email, client);
    const loads = loadsOf(page);
    expect(await page.locator('#code:focus').count()).toBe(1);
    expect(await page.locator('.lg-comparison-code').isVisible()).toBe(false);
    await new Agent().open(linkIn(await emailTo(email)));
    await page.locator('#linkgate-comparison-code:focus').waitFor();
    await page.getByText('The link was opened on another device.').waitFor();
    expect(await page.locator('.lg-comparison-code').isVisible()).toBe(true);
    expect(loads.count).toBe(0);
    await page.reload();
    await page.locator('#linkgate-comparison-code:focus').waitFor();
    await client.remove();
  });

  test('a code that is being typed keeps the focus when the link is opened elsewhere', async () => {
    const email = newAddress();
    const attributes = { 'linkgate.sign-in.cross-device': 'true' };
    const client = await makeClient({ attributes });
    const page = await requestIn(await profile(), email, client);
    await page.locator('#code').pressSequentially('12');
    await new Agent().open(linkIn(await emailTo(email)));
    await page.getByText('The link was opened on another device.').waitFor();
    expect(await page.locator('#code:focus').inputValue()).toBe('12');
    await client.remove();
  });

  test('a phone has the heading focused, so that no keyboard covers the page', async () => {
    const page = await requestIn(await profile({ hasTouch: true, isMobile: true }), newAddress());
    await page.locator('#kc-page-title:focus').waitFor();
  });

  test('a link superseded by another one of that user', async () => {
    const email = newAddress();
    const page = await requestIn(await profile(), email);
    await requestIn(await profile(), email);
    await follow(linkIn(await emailTo(email, 2)));
    await heading(page, 'Sign-in continued elsewhere');
  });

  test('a link revoked by the deletion of its account', async () => {
    const email = newAddress();
    await follow(await linkFor(email, web));
    const page = await requestIn(await profile(), email);
    const { users } = await admin();
    await users.del({ realm: 'linkgate', id: await accountOf(email) });
    await heading(page, 'The link has expired');
  });

  test('a code that is no longer accepted after five wrong ones, while the link still is', async () => {
    const context = await profile();
    const email = newAddress();
    const page = await requestIn(context, email);
    const cookies = (await context.cookies()).map(({ name, value }) => [name, value] as const);
    const same = Agent.withCookies(Object.fromEntries(cookies));
    let response = await same.open(page.url());
    for (const code of otherCodes(requireCode(await emailTo(email)), 5))
      response = await same.submit(response, { code });
    await page.locator('#code').waitFor({ state: 'detached' });
    expect(await page.locator('[data-state=code_spent]').count()).toBe(1);
    await follow(linkIn(await emailTo(email)));
    await heading(page, 'Sign-in continued elsewhere');
  });

  test('focusing a tab polls immediately, whatever its delay', async () => {
    const email = newAddress();
    const page = await requestIn(await profile(), email);
    let polls = 0;
    await page.route(POLL, async (route) => {
      polls += 1;
      if (polls > 1) await route.fallback();
      else await route.fulfill({ json: { state: 'waiting', interval: NEVER_SECONDS } });
    });
    await expect.poll(() => polls, PATIENT).toBe(1);
    await follow(linkIn(await emailTo(email)));
    expect(polls).toBe(1);
    await page.evaluate(
      "document.dispatchEvent(new Event('visibilitychange')), dispatchEvent(new Event('focus'))",
    );
    await heading(page, 'Sign-in continued elsewhere');
    expect(polls).toBe(2);
  });

  test('polling survives an outage, a limit and a lost network', async () => {
    const context = await profile();
    const email = newAddress();
    const page = await requestIn(context, email);
    const failures = [500, 503, 429];
    await page.route(POLL, async (route) => {
      const status = failures.shift();
      if (status === undefined) await route.fallback();
      else await route.fulfill({ status, headers: { 'retry-after': '1' } });
    });
    await expect.poll(() => failures.length, PATIENT).toBe(0);
    await context.setOffline(true);
    await page.waitForEvent('requestfailed');
    await follow(linkIn(await emailTo(email)));
    await context.setOffline(false);
    await heading(page, 'Sign-in continued elsewhere');
  });

  test('a browser with an unknown cookie stops polling, and stays on the page', async () => {
    const context = await profile();
    await context.clock.install();
    const page = await requestIn(context, newAddress());
    const loads = loadsOf(page);
    let polls = 0;
    await page.route(POLL, async (route) => {
      polls += 1;
      await route.fulfill({ status: 404, json: { error: 'not_found' } });
    });
    const polled = page.waitForResponse(POLL);
    await page.clock.runFor(10_000);
    await (await polled).finished();
    // By then the page has the response, too: its poll times out by the clock that runs here.
    await page.evaluate(() => null);
    await page.clock.runFor(60_000);
    expect([polls, loads.count]).toEqual([1, 0]);
  });

  test('a submitted code signs in, even if the poll reports its link used meanwhile', async () => {
    const context = await profile();
    const email = newAddress();
    const page = await requestIn(context, email);
    const noticed = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route('**', async (route) => {
      if (route.request().method() !== 'POST') return await route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      await held.promise;
      await route.fulfill({ response: response });
    });
    await page.route(POLL, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response: response });
      if ((await response.text()).includes('used')) noticed.resolve();
    });
    await page
      .getByLabel('Or enter the one-time code from the email')
      .fill(requireCode(await emailTo(email)));
    await page.keyboard.press('Enter');
    await noticed.promise;
    const navigation = page.waitForRequest((request) => request.isNavigationRequest(), {
      timeout: SOON_MILLIS,
    });
    await expect(navigation).rejects.toThrow(/Timeout/);
    held.resolve();
    await page.click('[name=accept]');
    await heading(page, 'Arrived');
  });

  test('without scripts, a reload shows the outcome', async () => {
    const email = newAddress();
    const page = await requestIn(await profile({ javaScriptEnabled: false }), email);
    await follow(linkIn(await emailTo(email)));
    await heading(page, 'Check your email');
    await page.reload();
    await heading(page, 'Sign-in continued elsewhere');
  });
});
