/** Two users share a browser: they choose their accounts, switch, forget one, sign out. In Chromium. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { authUrl } from '../../support/authorization.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('two accounts in one Chromium', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const errors: string[] = [];
  const [first, second] = [newAddress('first'), newAddress('second')];

  beforeAll(async () => {
    browser = await openChromium();
    context = await openContext(browser);
    context.on('page', (opened) => {
      opened.on('pageerror', (error) => errors.push(`${opened.url()}: ${error.message}`));
      opened.on('console', (message) => {
        if (message.type() === 'error')
          errors.push(`${opened.url()}: ${message.location().url}: ${message.text()}`);
      });
    });
    await catchArrivals(context, web.redirect_uri);
    page = await context.newPage();
  });
  afterAll(async () => browser?.close());

  const start = async () => await visit(page, authUrl(web));
  const account = (email: string) => page.locator('[name=account]', { hasText: email });
  const arrived = async (at = page) => await at.waitForURL((url) => url.searchParams.has('code'));

  /** Opens the newest link of a user in another tab; confirms and consents if prompted. */
  async function openLink(email: string, count: number, buttons: readonly RegExp[]): Promise<void> {
    const tab = await context.newPage();
    await visit(tab, linkIn(await emailTo(email, count)));
    for (const name of buttons) await tab.getByRole('button', { name }).click();
    await arrived(tab);
    await tab.close();
    // The requesting tab navigates by itself; another navigation in it would interfere.
    await page.getByRole('heading', { name: 'Sign-in continued in another tab' }).waitFor();
  }

  test('the first user enters an address', async () => {
    await start();
    await page.fill('input[name=email]', first);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(first).first().waitFor();
    await openLink(first, 1, [/^Allow$/]);
  });

  test('and then continues by one click, without an email', async () => {
    await start();
    await account(first).getByText('Signed in').waitFor();
    await account(first).click();
    await arrived();
    expect(await emailsTo(first)).toHaveLength(1);
  });

  test('the second user uses another account; the page names the user who is signed out', async () => {
    await start();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.fill('input[name=email]', second);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(second).first().waitFor();
    await openLink(second, 1, [/^Continue as/, /^Allow$/]);
  });

  test('the first user switches back without typing', async () => {
    await start();
    await account(second).getByText('Signed in').waitFor();
    await account(first).getByText('We’ll email you a sign-in link').waitFor();
    await account(first).click();
    await page.getByText(first).first().waitFor();
    await openLink(first, 2, [/^Continue as/]);
  });

  test('the second user is forgotten', async () => {
    await start();
    await account(first).getByText('Signed in').waitFor();
    await page.getByRole('button', { name: `Forget this account ${second}` }).click();
    // The page navigates, then returns with the remaining accounts.
    await account(second).waitFor({ state: 'detached' });
    await account(first).waitFor();
    expect(await account(second).count()).toBe(0);
  });

  test('a page of the site signs out by the session endpoint', async () => {
    const status = await page.evaluate(async (session) => {
      const { csrf_token } = (await (await fetch(session)).json()) as { csrf_token: string };
      return (await fetch(session, { method: 'DELETE', headers: { 'x-csrf-token': csrf_token } })).status;
    }, `${baseUrl}/session`);
    expect(status).toBe(204);
    await start();
    await account(first).getByText('We’ll email you a sign-in link').waitFor();
  });

  test('the last account is forgotten, and the list is empty', async () => {
    await page.getByRole('button', { name: `Forget this account ${first}` }).click();
    await page.locator('input[name=email]').waitFor();
    expect(await account(first).count()).toBe(0);
  });

  test('no page reported an error', () => {
    expect(errors).toEqual([]);
  });
});
