/** Every page in login themes that don't extend Linkgate's: rendered in that theme, with every text. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailTo, linkIn } from '../../support/email.ts';
import { TAGS } from '../../support/messages.ts';
import { PAGES } from '../../support/pages.ts';

const REALMS = ['linkgate', 'linkgate-beta'];
/** Opened by a click in Linkgate's own theme only. */
const NAMES = Object.keys(PAGES).filter((name) => name !== 'list of languages');

/** Runs in the page. */
const SEEN = `({
  lang: document.documentElement.lang,
  dir: document.documentElement.dir,
  isThemes: document.querySelector('header.lg-header') === null && document.querySelector('#kc-page-title') !== null,
  scrollsSideways: document.documentElement.scrollWidth > innerWidth,
  keys: (document.title + document.body.innerText).match(/linkgate[A-Z]\\w*|\\$\\{|\\uFFFC/g) ?? [],
})`;

async function setThemes(loginTheme: string, emailTheme: string): Promise<void> {
  for (const realm of REALMS) await (await admin()).realms.update({ realm }, { loginTheme, emailTheme });
}

describe.skipIf(CHROMIUM === undefined && !process.env.CI).each([
  ['acme', 'keycloak'],
  ['keycloak', 'base'],
])('in the login theme %s with the email theme %s', (loginTheme, emailTheme) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openChromium();
    await setThemes(loginTheme, emailTheme);
  });
  afterAll(async () => {
    await setThemes('linkgate', 'linkgate');
    await browser?.close();
  });

  test.each(NAMES.map((name, index) => [name, TAGS[index % TAGS.length] ?? 'en'] as const))(
    'the page “%s” has every text in its language: %s',
    async (name, language) => {
      const { clients } = inject('site');
      const context = await openContext(browser, { viewport: { width: 360, height: 700 } });
      const page = await context.newPage();
      const failed: string[] = [];
      page.on('pageerror', (error) => failed.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 500 || (response.status() === 404 && response.url().includes('/resources/')))
          failed.push(`${response.status()} ${response.url()}`);
      });
      await PAGES[name]?.(page, { client: clients.shop, language });
      await page.waitForLoadState();
      const dir = language === 'ar' ? 'rtl' : 'ltr';
      expect(await page.evaluate(SEEN)).toEqual({
        lang: language,
        dir,
        isThemes: true,
        scrollsSideways: false,
        keys: [],
      });
      expect(failed).toEqual([]);
      if (process.env.LINKGATE_PICTURES)
        await page.screenshot({ path: `${process.env.LINKGATE_PICTURES}/${loginTheme}-${name}.png` });
      await context.close();
    },
  );

  test('a waiting tab says by itself that the sign-in continued in another tab, and starts no second one', async () => {
    const { shop } = inject('site').clients;
    const context = await openContext(browser);
    const seen: string[] = [];
    context.on('request', (request) => {
      const url = request.url();
      if (url.startsWith(shop.redirect_uri) || url.includes('/login-actions/restart')) seen.push(url);
    });
    const page = await context.newPage();
    const email = String(await PAGES['check email']?.(page, { client: shop, language: 'en' }));
    const tab = await context.newPage();
    await visit(tab, linkIn(await emailTo(email)));
    await Promise.all([
      tab.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:')),
      tab.click('[name=accept]', { noWaitAfter: true }),
    ]);
    await page.locator('#kc-page-title', { hasText: 'continued' }).waitFor();
    expect(await page.locator('form').count()).toBe(0);
    expect(seen.map((url) => url.split('?')[0])).toEqual([shop.redirect_uri]);
    await context.close();
  });
});
