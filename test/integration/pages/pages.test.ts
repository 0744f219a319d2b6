/** Every page, looked at in a real browser: usable by everyone, in the language asked for, from the smallest screen on. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM, openChromium, openContext } from '../../support/chromium.ts';
import { linkIn, mailTo, newAddress } from '../../support/mail.ts';
import { makeClient } from '../../support/own-client.ts';
import { PAGES } from '../../support/pages.ts';

const { serverUrl, clients } = inject('site');

/** Two looks that have little in common; 320 pixels are also what 640 are at 200 % zoom. */
const LOOKS = {
  'light, in English, wide': {
    client: clients.web,
    language: 'en',
    dir: 'ltr',
    scheme: 'light',
    width: 1280,
  },
  'dark, in Arabic, with a brand, 320 pixels wide': {
    client: clients.shop,
    language: 'ar',
    dir: 'rtl',
    scheme: 'dark',
    width: 320,
  },
} as const;

/** Runs in the page. */
const LOOK = `({
  lang: document.documentElement.lang,
  dir: document.documentElement.dir,
  scrollsSideways: document.documentElement.scrollWidth > innerWidth,
  headings: document.querySelectorAll('h1').length,
  inlineScripts: [...document.querySelectorAll('script:not([src]):not([type=importmap])')]
    .filter((script) => !script.text.includes('history.replaceState')).length,
})`;
const FOCUSED = 'document.activeElement.textContent.trim() || document.activeElement.id';

/** Brand colours on which neither black nor white stands out much, and those that are as pale or as dark as the page itself. */
const COLOURS = ['#757575', '#7f7fff', '#fff3b0', '#ffffff', '#10131c'];
/** Pages with every kind of button, link and notice. */
const COLOURED = ['sign-in', 'inbox with a wrong code', 'consent'];

const CASES = Object.keys(PAGES).flatMap((name) =>
  (Object.keys(LOOKS) as (keyof typeof LOOKS)[]).map((look) => [name, look] as const),
);

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(async () => browser?.close());

  test.each(CASES)('the page “%s” is valid: %s', async (name, look) => {
    const { client, language, dir, scheme, width } = LOOKS[look];
    const context = await openContext(browser, { viewport: { width, height: 640 }, colorScheme: scheme });
    const page = await context.newPage();
    const foreign: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (origin !== serverUrl && origin !== new URL(client.redirect_uri).origin) foreign.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await PAGES[name]?.(page, { client, language });
    expect(await violationsOn(page)).toEqual([]);
    const seen = await page.evaluate(LOOK);
    // Keycloak adds one that tidies the address behind a form, which isn't counted.
    expect(seen).toEqual({ lang: language, dir, scrollsSideways: false, headings: 1, inlineScripts: 0 });
    expect({ foreign, errors }).toEqual({ foreign: [], errors: [] });
    await context.close();
  });

  describe.each(COLOURS)('with the brand colour %s', (colour) => {
    const attributes = { 'linkgate.brand.primary-color': colour, 'linkgate.brand.background-color': colour };

    test.each(['light', 'dark'] as const)('pages can be read, %s', async (colorScheme) => {
      const client = await makeClient({ name: 'Colours', attributes });
      const context = await openContext(browser, { colorScheme });
      const page = await context.newPage();
      for (const name of COLOURED) {
        await PAGES[name]?.(page, { client, language: 'en' });
        expect(await violationsOn(page), name).toEqual([]);
      }
      await context.close();
      await client.remove();
    });
  });

  test('a person signs in without JavaScript', async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await PAGES['sign-in']?.(page, { client: clients.web, language: 'en' });
    const email = newAddress();
    await page.fill('#email', email);
    await page.keyboard.press('Enter');
    await page.getByText(email).waitFor();
    await page.goto(linkIn(await mailTo(email)));
    const [back] = await Promise.all([
      page.waitForRequest(`${clients.web.redirect_uri}?**`),
      page.click('[name=accept]', { noWaitAfter: true }),
    ]);
    expect(new URL(back.url()).searchParams.get('code')).toMatch(/./);
    await context.close();
  });

  test('a person reaches everything on the sign-in page by keyboard, in the order of the page', async () => {
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

  test('a list of languages changes the page’s language, and the mail’s with it', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const page = await context.newPage();
    await PAGES['list of languages']?.(page, { client: clients.web, language: 'fr' });
    await page.click('#kc-locale a[hreflang=de]');
    await page.getByRole('heading', { name: 'Bei Demo anmelden' }).waitFor();
    const email = newAddress();
    await page.fill('#email', email);
    await page.keyboard.press('Enter');
    expect((await mailTo(email)).subject).toBe('Ihr Anmeldelink für Demo');
    await context.close();
  });
});
