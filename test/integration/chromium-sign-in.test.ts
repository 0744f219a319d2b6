/** A user signs in with Chromium at each application of the demo, reads the email, consents, and signs out. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { startDemo } from '../../scripts/demo/server.ts';
import { CHROMIUM, openChromium, openContext, signInOnTabs, visit } from '../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { linkFor } from '../support/sign-in.ts';
import { runFileOf } from '../support/site.ts';

const site = inject('site');
const demoUrl = `http://localhost:${site.variables.DEMO_PORT}`;
/** How long a click may take on a busy machine. */
const CLICK_MILLIS = 15_000;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let closeDemo = async (): Promise<void> => {};
  const errors: string[] = [];

  beforeAll(async () => {
    const demo = await startDemo({ port: Number(site.variables.DEMO_PORT), run: runFileOf(site) });
    closeDemo = demo.close;
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await closeDemo();
  });

  /** A separate device that collects its pages' errors. */
  async function device(): Promise<BrowserContext> {
    const context = await openContext(browser);
    context.on('page', (page) => {
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error')
          errors.push(`${page.url()}: ${message.location().url}: ${message.text()}`);
      });
    });
    return context;
  }

  test.each([0, 1])('signs in and out at server-side application %i of the demo', async (application) => {
    const context = await device();
    const page = await context.newPage();
    await visit(page, demoUrl);
    await page
      .getByRole('link', { name: /^sign in to/i })
      .nth(application)
      .click();
    await page.waitForURL(/\/realms\/linkgate\//);
    const email = newAddress();
    const tab = await signInOnTabs(page, email);
    await tab.waitForURL((url) => url.origin === demoUrl);
    await tab.getByText(email).first().waitFor();
    await tab
      .getByRole('button', { name: /sign out/i })
      .or(tab.getByRole('link', { name: /sign out/i }))
      .first()
      .click();
    await tab.waitForURL((url) => url.origin === demoUrl && url.pathname === '/');
    await visit(
      page,
      `${site.baseUrl}/auth?${new URLSearchParams({ response_type: 'code', client_id: 'demo-web', redirect_uri: site.clients.web.redirect_uri, scope: 'openid' })}`,
    );
    // The session is over; the device lists the account, which needs a link.
    await page
      .locator('[name=account]', { hasText: email })
      .getByText('We’ll email you a sign-in link')
      .waitFor();
    await context.close();
  });

  test('leads to the realm with closed sign-up, whose code lets a new address in', async () => {
    const context = await device();
    const page = await context.newPage();
    await visit(page, demoUrl);
    const card = page.locator('.card', { hasText: 'closed sign-up' });
    const code = (await card.locator('#referral-code').textContent()) ?? '';
    await card.getByRole('link', { name: 'Sign in to Demo Beta' }).click();
    await page.waitForURL(/\/realms\/linkgate-beta\//);
    await page.click('.lg-more summary');
    await page.fill('input[name=referral_code]', code);
    const email = newAddress();
    const tab = await signInOnTabs(page, email);
    await tab.waitForURL(`${demoUrl}/beta`);
    await tab.getByText(email).first().waitFor();
    await visit(tab, demoUrl);
    await tab.getByRole('link', { name: `Signed in as ${email}` }).waitFor();
    await context.close();
  });

  test('shows on the front page how a comparison code continues a sign-in from another device', async () => {
    const [desk, phone] = [await device(), await device()];
    const page = await desk.newPage();
    await visit(page, demoUrl);
    const card = page.locator('.card', { hasText: 'a comparison code completes the sign-in here' });
    const code = (await card.locator('#referral-code').textContent()) ?? '';
    await card.getByRole('link', { name: 'Sign in to Demo Beta' }).click();
    const email = newAddress();
    await page.click('.lg-more summary');
    await page.fill('input[name=referral_code]', code);
    await page.fill('input[name=email]', email);
    await page.click('form button[type=submit]:not([name=cancel])');
    const digits = (await page.locator('.lg-comparison-code').textContent()) ?? '';
    const there = await phone.newPage();
    await visit(there, linkIn(await emailTo(email)));
    await there.fill('#comparison_code', digits.trim());
    await there.keyboard.press('Enter');
    await page.click('[name=accept]');
    await page.waitForURL(`${demoUrl}/beta`);
    await page.getByText(email).first().waitFor();
    await Promise.all([desk.close(), phone.close()]);
  });

  test('signs in at the single page on keycloak-js', async () => {
    const context = await device();
    const page = await context.newPage();
    await visit(page, `${demoUrl}/spa`);
    await page
      .getByRole('button', { name: /sign in/i })
      .first()
      .click();
    await page.waitForURL(/\/realms\/linkgate\//);
    const email = newAddress();
    const tab = await signInOnTabs(page, email);
    await tab.waitForURL((url) => url.pathname === '/spa');
    await tab.getByText(email).first().waitFor();
    await context.close();
  });

  test('opens the link from the inbox by Ctrl and a click, as the guides say', async () => {
    const context = await openContext(browser);
    const email = newAddress();
    await linkFor(email, site.clients.web);
    const { id } = await emailTo(email);
    const inbox = await context.newPage();
    await visit(inbox, `${site.inboxUrl}/#/email/${id}`);
    const link = inbox.frameLocator('iframe').getByRole('link').first();
    // Sign-in isn't possible in a frame: the link is rejected there and stays valid. The inbox may re-render the email during the click.
    const rejected = await vi.waitUntil(
      async () => {
        const result = inbox.waitForResponse((response) => response.url().includes('/verify-email?'), {
          timeout: CLICK_MILLIS,
        });
        const click = link.click({ timeout: CLICK_MILLIS });
        const [response] = await Promise.all([result.catch(() => undefined), click.catch(() => {})]);
        return response;
      },
      { timeout: 6 * CLICK_MILLIS },
    );
    expect(rejected.status()).toBe(403);
    await inbox.reload();
    const tab = await vi.waitUntil(
      async () => {
        const opened = context.waitForEvent('page', { timeout: CLICK_MILLIS });
        const click = link.click({ modifiers: ['ControlOrMeta'], timeout: CLICK_MILLIS });
        const [page] = await Promise.all([opened.catch(() => undefined), click.catch(() => {})]);
        return page;
      },
      { timeout: 6 * CLICK_MILLIS },
    );
    await tab.locator('[name=accept]').waitFor();
    await context.close();
  });

  test('opens the link on another device, where sign-in then continues', async () => {
    const [desk, phone] = [await device(), await device()];
    const page = await desk.newPage();
    await visit(page, demoUrl);
    await page
      .getByRole('link', { name: /^sign in to/i })
      .first()
      .click();
    const email = newAddress();
    await page.fill('input[name=email]', email);
    await page.click('form button[type=submit]:not([name=cancel])');
    const there = await phone.newPage();
    await visit(there, linkIn(await emailTo(email)));
    await there.click('[name=accept]');
    // The relying party doesn't know the state there and starts again: the account that has just signed in isn't chosen again.
    await there.waitForURL((url) => url.origin === demoUrl);
    await there.getByText(email).first().waitFor();
    await page.getByRole('heading', { name: 'Sign-in continued elsewhere' }).waitFor();
    await Promise.all([desk.close(), phone.close()]);
  });

  test('shows a page, and no password dialog, when the client is unknown', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const response = await visit(
      page,
      `${site.baseUrl}/auth?client_id=nobody&redirect_uri=https://x.example/`,
    );
    expect(response?.status()).toBe(401);
    expect(await page.locator('h1').isVisible()).toBe(true);
    await context.close();
  });

  test('no page reported an error', () => {
    expect(errors).toEqual([]);
  });
});
