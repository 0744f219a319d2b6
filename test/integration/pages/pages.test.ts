/** Every page in a real browser: accessible, in the requested language, from the smallest screen on. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../../support/admin.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { TAGS } from '../../support/messages.ts';
import { expectValid, ONE_LOOK_EACH } from '../../support/page-looks.ts';
import { PAGES } from '../../support/pages.ts';

const { clients } = inject('site');

const PHONE = { width: 390, height: 844 };

const FOCUSED = 'document.activeElement.textContent.trim() || document.activeElement.id';

/** Every third page, each with the next look; `test/all/browsers/pages.test.ts` checks the others. */
const CASES = ONE_LOOK_EACH.filter((_, index) => index % 3 === 0);

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(async () => browser?.close());

  test.each(CASES)('the page “%s” is valid: %s', async (name, look) => {
    await expectValid(browser, name, look);
  });

  test.each(TAGS)('the whole “check your email” page is in view on a phone, in %s', async (language) => {
    const restore = await setLinkSettings({ crossDevice: 'true' });
    const context = await openContext(browser, { viewport: PHONE });
    try {
      const page = await context.newPage();
      await PAGES['sign-in']?.(page, { client: clients.web, language });
      await page.fill('#email', newAddress().replace(/@.*/, '@gmail.com'));
      await page.keyboard.press('Enter');
      await page.click('[value=resend]');
      for (const part of ['a[href*=google]', '#code', '.lg-more', '[data-pause]', '[name=cancel]'])
        await page.locator(part).waitFor();
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(PHONE.height);
    } finally {
      await context.close();
      await restore();
    }
  });

  test('a user signs in without JavaScript', async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await PAGES['sign-in']?.(page, { client: clients.web, language: 'en' });
    const email = newAddress();
    await page.fill('#email', email);
    await page.keyboard.press('Enter');
    await page.getByText(email).waitFor();
    await visit(page, linkIn(await emailTo(email)));
    const [back] = await Promise.all([
      page.waitForRequest(`${clients.web.redirect_uri}?**`),
      page.click('[name=accept]', { noWaitAfter: true }),
    ]);
    expect(new URL(back.url()).searchParams.get('code')).toMatch(/./);
    await context.close();
  });

  test('a user reaches everything on the sign-in page by keyboard, in the order of the page', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await PAGES['sign-in']?.(page, { client: clients.web, language: 'en' });
    const focused: unknown[] = [await page.evaluate(FOCUSED)];
    for (const key of ['Shift+Tab', 'Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      focused.push(await page.evaluate(FOCUSED));
    }
    expect(focused).toEqual(['email', 'English', 'email', 'Send me a link', 'Cancel']);
    await context.close();
  });

  test('the list of languages changes the language of the page and the email', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const page = await context.newPage();
    await PAGES['list of languages']?.(page, { client: clients.web, language: 'fr' });
    await page.click('#kc-locale a[hreflang=de]');
    await page.getByRole('heading', { name: 'Bei Demo anmelden' }).waitFor();
    const email = newAddress();
    await page.fill('#email', email);
    await page.keyboard.press('Enter');
    expect((await emailTo(email)).subject).toBe('Ihr Anmeldelink für Demo');
    await context.close();
  });
});
