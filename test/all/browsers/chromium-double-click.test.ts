/** A button that is pressed twice, in Chromium: it counts once, and the user is signed in. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../../support/admin.ts';
import { authUrl } from '../../support/authorization.ts';
import { requireCode } from '../../support/check-email-page.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { PATIENT } from '../../support/patience.ts';
import { linkFor } from '../../support/sign-in.ts';

const { clients } = inject('site');
const { web } = clients;
/** More than any response takes. */
const LONG_MILLIS = 20_000;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let restore = async (): Promise<void> => {};
  let sent: string[] = [];
  let arrived: URL[] = [];
  /** Forms are held back until this is resolved. */
  let pressed = Promise.resolve();

  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    sent = [];
    arrived = [];
    pressed = Promise.resolve();
    context = await openContext(browser);
    // No application runs here: requests to it are intercepted.
    await catchArrivals(context, web.redirect_uri, arrived);
    page = await context.newPage();
    await page.route('**', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return await route.fallback();
      sent.push(request.postData() ?? '');
      await pressed;
      // A request that another form replaced can't continue.
      await route.fallback().catch(() => {});
    });
  });
  afterEach(async () => {
    await restore();
    restore = async () => {};
    await context.close();
  });

  /** Returns a function that taps the button at its current position: without waiting for navigations of an earlier press. */
  async function fingerOn(button: Locator): Promise<() => Promise<void>> {
    await button.scrollIntoViewIfNeeded();
    const place = await button.boundingBox();
    if (place === null) throw new Error('the button isn’t there');
    return async () => await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  }

  /** Presses the button twice, the second time while the first form is being sent. */
  async function pressTwice(button: Locator): Promise<void> {
    const held = Promise.withResolvers<void>();
    pressed = held.promise;
    const press = await fingerOn(button);
    await press();
    await expect.poll(() => sent.length, PATIENT).toBe(1);
    await press();
    held.resolve();
  }

  /** Submits the address with one press. */
  async function requestLinkOnPage(email: string): Promise<void> {
    await visit(page, authUrl(web));
    await page.fill('#email', email);
    await page.click('.lg-button-primary');
    await page.getByText(email).first().waitFor();
    sent = [];
  }

  async function expectArrival(): Promise<void> {
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
    expect(arrived.map((url) => url.searchParams.has('code'))).toEqual([true]);
  }

  test('“Send me a link”, pressed twice, sends one email', async () => {
    const email = newAddress();
    await visit(page, authUrl(web));
    await page.fill('#email', email);
    await pressTwice(page.getByRole('button', { name: 'Send me a link' }));
    await page.getByText(email).first().waitFor();
    await visit(page, linkIn(await emailTo(email)));
    await page.click('[name=accept]');
    await expectArrival();
    expect(sent[0]).toContain('email=');
    expect(sent.filter((form) => form.startsWith('email='))).toHaveLength(1);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('“Sign in with the code”, pressed twice, signs in', async () => {
    const email = newAddress();
    await requestLinkOnPage(email);
    const code = requireCode(await emailTo(email));
    // Typed, it would be sent by itself.
    await page.evaluate(`document.querySelector('#code').value = '${code}'`);
    await pressTwice(page.getByRole('button', { name: 'Sign in with the code' }));
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    expect(sent).toEqual([`code=${code}`]);
    await page.click('[name=accept]');
    await expectArrival();
  });

  test('“Continue” behind a link, pressed twice, signs in', async () => {
    restore = await setLinkSettings({ confirm: 'always' });
    const email = newAddress();
    await visit(page, await linkFor(email, web));
    await pressTwice(page.getByRole('button', { name: `Continue as ${email}` }));
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    expect(sent).toHaveLength(1);
    await page.click('[name=accept]');
    await expectArrival();
  });

  test('“Allow”, pressed twice, sends one code to the application, and records which button it was', async () => {
    await visit(page, await linkFor(newAddress(), web));
    await pressTwice(page.getByRole('button', { name: 'Allow', exact: true }));
    await expectArrival();
    expect(sent).toEqual([expect.stringContaining('accept=')]);
  });

  test('a page that is shown again, or that no response has replaced, accepts another press', async () => {
    await page.route('**', async (route) => {
      if (route.request().method() !== 'POST') return await route.fallback();
      sent.push('');
      await route.fulfill({ status: 204 });
    });
    await page.clock.install();
    await visit(page, authUrl(web));
    await page.fill('#email', newAddress());
    const press = await fingerOn(page.getByRole('button', { name: 'Send me a link' }));
    await press();
    await expect.poll(() => sent.length, PATIENT).toBe(1);
    await press();
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    expect(sent).toHaveLength(1);
    await press();
    await expect.poll(() => sent.length, PATIENT).toBe(2);
    await page.clock.fastForward(LONG_MILLIS);
    await press();
    await expect.poll(() => sent.length, PATIENT).toBe(3);
  });
});
