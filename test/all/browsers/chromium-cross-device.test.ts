/**
 * A link that is opened elsewhere continues on the page that requested it, in Chromium: two profiles, like those of an installed
 * app and the browser.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../../support/admin.ts';
import { authUrl } from '../../support/authorization.ts';
import { CHROMIUM, openChromium, requestForComparisonCode, visit } from '../../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { closeProfiles, openProfile } from '../../support/passkey-devices.ts';

const { web } = inject('site').clients;
const WHERE = 'Where do you want to sign in?';
const THERE = 'You are signed in on the other device';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    browser = await openChromium();
    restore = await setLinkSettings({ crossDevice: 'true' });
  });
  afterEach(closeProfiles);
  afterAll(async () => {
    await restore();
    await browser?.close();
  });

  const profile = async (options: BrowserContextOptions = {}) =>
    (await openProfile(browser, options)).context();

  async function requestIn(context: BrowserContext, email: string): Promise<{ page: Page; digits: string }> {
    const page = await requestForComparisonCode(context, authUrl(web), email);
    return { page, digits: ((await page.locator('.lg-comparison-code').textContent()) ?? '').trim() };
  }

  async function openIn(context: BrowserContext, email: string): Promise<Page> {
    const page = await context.newPage();
    await visit(page, linkIn(await emailTo(email)));
    await page.getByRole('heading', { name: WHERE }).waitFor();
    return page;
  }

  test('an app’s own window continues by itself, when its link was opened in the browser of the same device', async () => {
    const email = newAddress();
    const app = await requestIn(await profile(PHONE), email);
    const opened = await openIn(await profile(PHONE), email);
    await opened.getByLabel('Comparison code shown on that device').fill(app.digits);
    await opened.keyboard.press('Enter');
    await opened.getByRole('heading', { name: THERE }).waitFor();
    await app.page.click('[name=accept]');
    await app.page.getByRole('heading', { name: 'Arrived' }).waitFor();
    await opened.getByRole('button', { name: 'Sign that device out' }).click();
    await opened.getByRole('heading', { name: 'That device is signed out' }).waitFor();
  });

  test('by keyboard alone: the button for this browser comes first, then the comparison code', async () => {
    const email = newAddress();
    const requested = await requestIn(await profile(), email);
    const opened = await openIn(await profile(), email);
    await opened.getByRole('button', { name: 'Sign in on this device' }).focus();
    await opened.keyboard.press('Tab');
    await opened.keyboard.type(requested.digits);
    await opened.keyboard.press('Tab');
    await opened.keyboard.press('Enter');
    await opened.getByRole('heading', { name: THERE }).waitFor();
    await requested.page.click('[name=accept]');
    await requested.page.getByRole('heading', { name: 'Arrived' }).waitFor();
  });

  test('without scripts, a link on the “check your email” page continues', async () => {
    const email = newAddress();
    const requested = await requestIn(await profile({ javaScriptEnabled: false }), email);
    const opened = await openIn(await profile({ javaScriptEnabled: false }), email);
    await opened.fill('#comparison_code', requested.digits);
    await opened.keyboard.press('Enter');
    await opened.getByRole('heading', { name: THERE }).waitFor();
    await requested.page.locator('details.lg-more summary').click();
    await requested.page.getByRole('link', { name: 'I’ve entered the code: continue' }).click();
    await requested.page.click('[name=accept]');
    await requested.page.getByRole('heading', { name: 'Arrived' }).waitFor();
  });

  test('a page hides its comparison code by itself after a wrong code was entered elsewhere', async () => {
    const email = newAddress();
    const requested = await requestIn(await profile(), email);
    const opened = await openIn(await profile(), email);
    await opened.fill('#comparison_code', requested.digits === '000' ? '001' : '000');
    await opened.keyboard.press('Enter');
    await opened.getByRole('heading', { name: 'The comparison code is not correct' }).waitFor();
    await requested.page.locator('.lg-comparison-code').waitFor({ state: 'detached' });
    expect(await requested.page.getByRole('heading', { name: 'Check your email' }).count()).toBe(1);
  });
});
