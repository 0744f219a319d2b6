/** The step's pages in Chromium, in Keycloak's own themes and ours, and in every language. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailTo, linkIn } from '../../support/email.ts';
import type { SiteClient } from '../../support/site.ts';
import {
  authorizationUrl,
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
} from '../../support/step-realm.ts';

const NAMES = {
  en: 'Link or code by email',
  de: 'Link oder Code per E-Mail',
  fr: 'Lien ou code par e-mail',
  es: 'Enlace o código por correo electrónico',
  ja: 'メールのリンクまたはコード',
  ar: 'رابط أو رمز بالبريد الإلكتروني',
} as const;
const WIDE = { width: 1000, height: 900 };
const NARROW = { width: 320, height: 700 };

describe.skipIf(CHROMIUM === undefined && !process.env.CI).each(['keycloak.v2', 'keycloak', 'linkgate'])(
  'in the theme %s',
  (theme) => {
    let browser: Browser;
    let realm: StepRealm;
    let either: SiteClient;
    let linkFirst: SiteClient;
    let user: StepUser;
    beforeAll(async () => {
      browser = await openChromium();
      realm = await makeStepRealm({
        loginTheme: theme,
        emailTheme: theme === 'linkgate' ? theme : 'keycloak',
      });
      either = await realm.makeClient([
        { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
        { provider: LINK, requirement: 'ALTERNATIVE', config: { emailContains: 'link-and-code' } },
      ]);
      linkFirst = await realm.makeClient([
        { provider: LINK, requirement: 'ALTERNATIVE' },
        { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
      ]);
      user = await realm.makeUser();
    });
    afterAll(async () => {
      await browser?.close();
      await realm?.remove();
    });

    const profile = async (): Promise<BrowserContext> => await openContext(browser, { viewport: WIDE });

    async function choose(page: Page, language: keyof typeof NAMES = 'en') {
      await visit(page, authorizationUrl(realm, either, { ui_locales: language }));
      // Keycloak's themes have a link that submits the form; ours has a button.
      await page.click('#try-another-way, #kc-select-try-another-way-form button');
      await page.getByText(NAMES[language]).click();
    }

    test.each(Object.keys(NAMES) as (keyof typeof NAMES)[])(
      '“Try another way” offers the step in %s, and its pages are in that language',
      async (language) => {
        const page = await (await profile()).newPage();
        await choose(page, language);
        await page.fill('#email', user.email);
        await page.click('#linkgate-send');
        await page.waitForSelector('#linkgate-waiting');
        expect(await page.evaluate('document.documentElement.lang')).toBe(language);
        expect(await page.textContent('body')).not.toMatch(/linkgate[A-Z-]/);
      },
    );

    test('its pages are accessible, as far as they are ours, and fit a narrow screen', async () => {
      const page = await (await profile()).newPage();
      await choose(page);
      const found: string[] = [];
      const look = async () => {
        found.push(...(await violationsOn(page)).filter((one) => /linkgate|name="(email|code)"/.test(one)));
        await page.setViewportSize(NARROW);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(NARROW.width);
        await page.setViewportSize(WIDE);
      };
      await look();
      await page.fill('#email', user.email);
      await page.click('#linkgate-send');
      await page.waitForSelector('#code');
      await look();
      expect(found).toEqual([]);
    });

    test('as the first way its page has a button for the password, which takes the typed name along', async () => {
      const page = await (await profile()).newPage();
      await visit(page, authorizationUrl(realm, linkFirst));
      const link = page.locator('#try-another-way, #kc-select-try-another-way-form');
      expect(await link.count()).toBe(0);
      const ours = (await violationsOn(page)).filter((one) =>
        /linkgate|lg-|authenticationExecution/.test(one),
      );
      // Landmarks are the theme's.
      expect(ours.filter((one) => !one.startsWith('region '))).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(NARROW.width);
      // Without a name, too.
      await page.click('[name="authenticationExecution"]');
      await page.waitForSelector('#password');
      await visit(page, authorizationUrl(realm, linkFirst));
      await page.fill('#email', user.email);
      await page.click('[name="authenticationExecution"]');
      await page.waitForSelector('#password');
      expect(await page.inputValue('#username')).toBe(user.email);
    });

    test('a theme’s script has “Try another way” carry the name', async () => {
      const page = await (await profile()).newPage();
      await visit(page, authorizationUrl(realm, either));
      const script = await page.evaluate<string>(
        `document.querySelector('script[src*="/js/"]').src.replace(/\\/js\\/.*/, '/js/linkgate/carry-name.js')`,
      );
      await page.addScriptTag({ url: script });
      await page.fill('#username', user.email);
      await page.click('#try-another-way, #kc-select-try-another-way-form button');
      await page.getByText(NAMES.en).click();
      await page.waitForSelector('#email');
      expect(await page.inputValue('#email')).toBe(user.email);
    });

    test('the waiting page says by itself that the link was used elsewhere', async () => {
      const other = await realm.makeUser();
      const page = await (await profile()).newPage();
      await choose(page);
      await page.fill('#email', other.email);
      await page.click('#linkgate-send');
      await page.waitForSelector('#linkgate-waiting');
      const end = await openAndConfirm(linkIn(await emailTo(other.email)));
      expect(await signedInAs(realm, either, end)).toBe(other.id);
      await page.waitForSelector('#linkgate-continued', { state: 'visible' });
      expect(await page.isVisible('#linkgate-waiting')).toBe(false);
    });

    test('a link opened in another tab signs in there, and the waiting page says so', async () => {
      const other = await realm.makeUser();
      const context = await profile();
      const arrived: string[] = [];
      context.on('request', (request) => {
        if (request.url().startsWith(either.redirect_uri)) arrived.push(request.url());
      });
      const page = await context.newPage();
      await choose(page);
      await page.fill('#email', other.email);
      await page.click('#linkgate-send');
      await page.waitForSelector('#linkgate-waiting');
      const [tab, unpressed] = [await context.newPage(), await context.newPage()];
      for (const one of [unpressed, tab]) await visit(one, linkIn(await emailTo(other.email)));
      await tab.click('#linkgate-confirm');
      await expect.poll(() => arrived.length, { timeout: 60_000 }).toBeGreaterThan(0);
      expect(new URL(arrived[0] ?? '').searchParams.get('code')).not.toBe(null);
      // Keycloak's own polling would send these tabs to the client, with an error.
      await page.waitForSelector('#linkgate-continued', { state: 'visible' });
      expect(await unpressed.isVisible('#linkgate-confirm')).toBe(true);
      expect(arrived).toHaveLength(1);
    });
  },
);
