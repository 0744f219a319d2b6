/** Journeys of users with their email in Chromium: two devices, two tabs, a link scanner, a wrong address, a code. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../support/admin.ts';
import { authUrl, pkcePair } from '../support/authorization.ts';
import { requireCode } from '../support/check-email-page.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../support/chromium.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { exchange, linkFor } from '../support/sign-in.ts';

const { clients } = inject('site');
const { mobile, web } = clients;
/** A waiting tab then doesn't poll. */
const WITHOUT_SCRIPTS = { javaScriptEnabled: false };

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let restore = async (): Promise<void> => {};
  const devices: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await openChromium();
  });
  afterEach(async () => {
    await restore();
    restore = async () => {};
    for (const device of devices.splice(0)) await device.close();
  });
  afterAll(() => browser?.close());

  /** A separate device. Requests to the client are intercepted: no application runs here. */
  async function device(options = {}): Promise<BrowserContext & { arrived: URL[] }> {
    const context = Object.assign(await openContext(browser, options), { arrived: [] as URL[] });
    devices.push(context);
    await catchArrivals(context, web.redirect_uri, context.arrived);
    return context;
  }

  /** Enters an address on the sign-in page. */
  async function requestLinkOnPage(context: BrowserContext, email: string): Promise<Page> {
    const page = await context.newPage();
    await visit(page, authUrl(web));
    await page.fill('input[name=email]', email);
    await page.click('form button[type=submit]:not([name=cancel])');
    await page.getByText(email).first().waitFor();
    return page;
  }

  async function consent(page: Page): Promise<void> {
    await page.click('[name=accept]');
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
  }

  test('a link opened in two tabs at the same time continues in both', async () => {
    const desk = await device();
    const link = await linkFor(newAddress(), web);
    const tabs = [await desk.newPage(), await desk.newPage()];
    await Promise.all(tabs.map((tab) => visit(tab, link)));
    for (const tab of tabs) await tab.locator('[name=accept]').waitFor();
    const [first, second] = tabs as [Page, Page];
    await consent(first);
    await second.click('[name=accept]');
    await second.getByRole('heading', { name: 'Sign-in continued in another tab' }).waitFor();
    expect(desk.arrived).toHaveLength(1);
  });

  test.each(['Allow', 'Do not allow'])(
    'a link of an app that is not on the device ends at a page that leads to the app, after “%s”',
    async (button) => {
      const desk = await device();
      const [email, { verifier, challenge }] = [newAddress(), pkcePair()];
      const page = await desk.newPage();
      await visit(page, await linkFor(email, mobile, { ...challenge, state: 'st' }));
      await page.getByRole('button', { name: button, exact: true }).click();
      const back = page.getByRole('link', { name: 'Open the app' });
      const target = new URL((await back.getAttribute('href')) ?? '');
      expect(target.href.startsWith(`${mobile.redirect_uri}?`)).toBe(true);
      expect(target.searchParams.get('state')).toBe('st');
      if (button === 'Allow') {
        await page.getByRole('heading', { name: 'You are signed in to' }).waitFor();
        const response = await exchange(target.searchParams.get('code'), mobile, { code_verifier: verifier });
        expect(response.status).toBe(200);
        await visit(page, await linkFor(email, mobile, { ...challenge, emailNumber: 2 }));
        await back.waitFor();
      } else expect(target.searchParams.get('error')).toBe('access_denied');
    },
  );

  test('a code read on another device signs in on the requesting page', async () => {
    const desk = await device();
    const email = newAddress();
    const page = await requestLinkOnPage(desk, email);
    const code = requireCode(await emailTo(email));
    await page
      .getByLabel('Or enter the one-time code from the email')
      .fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await consent(page);
    expect(desk.arrived.map((url) => url.searchParams.has('code'))).toEqual([true]);
  });

  test('a wrong code is reported at the field, and a reload of that page sends nothing', async () => {
    const desk = await device();
    const email = newAddress();
    const page = await requestLinkOnPage(desk, email);
    const code = requireCode(await emailTo(email));
    await page
      .getByLabel('Or enter the one-time code from the email')
      .fill(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await page.getByText('You have 4 more tries').waitFor();
    await page.reload();
    await page.getByLabel('Or enter the one-time code from the email').fill(code);
    await page.keyboard.press('Enter');
    await consent(page);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('without scripts, a link opened in a second tab finishes there, and the first tab says so without a second authorization code', async () => {
    const desk = await device(WITHOUT_SCRIPTS);
    const email = newAddress();
    const page = await requestLinkOnPage(desk, email);
    const tab = await desk.newPage();
    await visit(tab, linkIn(await emailTo(email)));
    await page.reload();
    await page.getByRole('heading', { name: 'Sign-in continued in another tab' }).waitFor();
    await consent(tab);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign-in continued in another tab' }).waitFor();
    expect(desk.arrived).toHaveLength(1);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('without scripts, a link opened on another device finishes there, and the first can start again', async () => {
    const [desk, phone] = [await device(WITHOUT_SCRIPTS), await device(WITHOUT_SCRIPTS)];
    const email = newAddress();
    const page = await requestLinkOnPage(desk, email);
    const there = await phone.newPage();
    await visit(there, linkIn(await emailTo(email)));
    await consent(there);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign-in continued elsewhere' }).waitFor();
    expect([desk.arrived.length, phone.arrived.length]).toEqual([0, 1]);
    await page.getByRole('button', { name: 'Sign in here too' }).click();
    await page.fill('input[name=email]', email);
    await page.click('form button[type=submit]:not([name=cancel])');
    await page
      .getByLabel('Or enter the one-time code from the email')
      .fill(requireCode(await emailTo(email, 2)));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
    expect(desk.arrived).toHaveLength(1);
  });

  test('a scanner that runs scripts and opens every link first doesn’t use it up if a click is required', async () => {
    restore = await setLinkSettings({ confirm: 'always' });
    const [desk, scanner] = [await device(), await device()];
    const email = newAddress();
    await requestLinkOnPage(desk, email);
    const link = linkIn(await emailTo(email));
    const scan = await scanner.newPage();
    await visit(scan, link, { waitUntil: 'networkidle' });
    for (const url of await scan.$$eval('a', (anchors) => anchors.map((anchor) => anchor.href)))
      await visit(scan, url);
    const tab = await desk.newPage();
    await visit(tab, link);
    await tab.getByRole('button', { name: email }).click();
    await consent(tab);
    expect([desk.arrived.length, scanner.arrived.length]).toEqual([1, 0]);
  });

  test('a user corrects a wrong address, resends the email, and goes back and forth', async () => {
    const desk = await device();
    const [wrong, right] = [newAddress('wrong'), newAddress('right')];
    const page = await requestLinkOnPage(desk, wrong);
    await page.getByRole('button', { name: 'Use another address' }).click();
    await page.fill('input[name=email]', right);
    await page.click('form button[type=submit]:not([name=cancel])');
    await page.getByText(right).first().waitFor();
    await emailTo(right);
    await page.goBack();
    await page.goForward();
    // The email may arrive before the response: two simultaneous navigations would interrupt each other.
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Send a new link' }).click(),
    ]);
    await visit(page, linkIn(await emailTo(right, 2)));
    await consent(page);
    expect(await emailsTo(right)).toHaveLength(2);
    expect(await emailsTo(wrong)).toHaveLength(1);
    expect(desk.arrived).toHaveLength(1);
  });

  test('another link is confirmed with its time, and the next one follows a countdown', async () => {
    const email = newAddress();
    const page = await requestLinkOnPage(await device(), email);
    await page.clock.install();
    const button = page.locator('[value=resend]');
    await Promise.all([page.waitForEvent('load'), button.click()]);
    await page.getByText(`We sent another link to ${email} at`).waitFor();
    expect(await page.locator('time').textContent()).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
    expect([await button.isDisabled(), await button.textContent()]).toEqual([
      true,
      expect.stringMatching(/^Send a new link \(0:\d\d\)$/),
    ]);
    await page.clock.fastForward(31_000);
    await page.getByRole('button', { name: 'Send a new link', exact: true }).waitFor();
    expect(await button.isEnabled()).toBe(true);
  });

  test('a used link says so, and one click sends another', async () => {
    const [desk, phone] = [await device(), await device()];
    const email = newAddress();
    await requestLinkOnPage(desk, email);
    const link = linkIn(await emailTo(email));
    const first = await phone.newPage();
    await visit(first, link);
    const tab = await desk.newPage();
    await visit(tab, link);
    await tab.getByRole('heading', { name: 'This link or its code has been used' }).waitFor();
    await tab.getByRole('button', { name: 'Send a new link' }).click();
    await tab.getByText(email).first().waitFor();
    await visit(tab, linkIn(await emailTo(email, 2)));
    await consent(tab);
    expect(desk.arrived[0]?.searchParams.get('state')).toBe('st');
  });
});
