/** The page on which Chromium solves a challenge: by itself, by the keyboard, and what it says where it can't. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { authUrl } from '../support/authorization.ts';
import { violationsOn } from '../support/axe.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../support/chromium.ts';
import { emailsTo, emailTo, newAddress } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';
import { SHIELD_ON, spoilResponse } from '../support/shield.ts';
import { openSiteverify, type Siteverify } from '../support/siteverify.ts';
import { authorizationUrl, LINK, makeStepRealm, type StepRealm } from '../support/step-realm.ts';
import { storeSecret } from '../support/vault.ts';

const { web } = inject('site').clients;

/** No inline code, and nothing of others. */
const STRICT = "default-src 'self'; script-src 'self'; style-src 'self'; frame-ancestors 'self'";

const CHECK_EMAIL = /check your email/i;
const SOLVE = 'Solve the task';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let realm: StepRealm;
  const undo: (() => Promise<unknown>)[] = [];
  /** The sign-in pages, by login theme. */
  const starts: Record<string, () => string> = {};

  beforeAll(async () => {
    browser = await openChromium();
    undo.push(await setRealmAttributes(SHIELD_ON));
    const { realms } = await admin();
    const { browserSecurityHeaders } = (await realms.findOne({ realm: 'linkgate' })) ?? {};
    const setHeaders = async (headers: typeof browserSecurityHeaders) =>
      (await admin()).realms.update({ realm: 'linkgate' }, { browserSecurityHeaders: headers ?? {} });
    undo.push(async () => setHeaders(browserSecurityHeaders));
    await setHeaders({ ...browserSecurityHeaders, contentSecurityPolicy: STRICT });
    realm = await makeStepRealm(
      { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
      { attributes: { 'linkgate.limit.exempt': '127.0.0.1, ::1', 'linkgate.shield-hashes': '10000' } },
    );
    const client = await realm.makeClient(
      [{ provider: LINK, config: { shield: 'always', signUp: 'open' } }],
      {},
    );
    await realm.update({ registrationAllowed: true });
    starts.linkgate = () => authUrl(web);
    starts['keycloak.v2'] = () => authorizationUrl(realm, client);
  });
  afterAll(async () => {
    await browser?.close();
    for (const back of undo.reverse()) await back();
    await realm?.remove();
  });

  /** Types the address on the sign-in page; returns the page, and what went wrong on it. */
  async function submitted(
    theme: string,
    email: string,
    {
      options = {},
      before,
    }: { options?: BrowserContextOptions; before?: (page: Page) => Promise<void> } = {},
  ): Promise<{ page: Page; failed: string[] }> {
    const page = await (await openContext(browser, options)).newPage();
    const failed: string[] = [];
    page.on('pageerror', (error) => failed.push(error.message));
    page.on('console', (message) => {
      // The policy blocks inline code of the theme's own layout, which isn't the widget's.
      const isOfLayout = !message.location().url.endsWith('.js');
      if (message.type() === 'error' && !(isOfLayout && /Content Security Policy/.test(message.text())))
        failed.push(message.text());
    });
    await before?.(page);
    await visit(page, starts[theme]?.() ?? '');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=email]').press('Enter');
    return { page, failed };
  }

  describe.each(['linkgate', 'keycloak.v2'])('in the theme %s', (theme) => {
    test('solves the challenge without a click', async () => {
      const email = newAddress();
      const { page, failed } = await submitted(theme, email);
      await page.getByText(CHECK_EMAIL).first().waitFor();
      await emailTo(email);
      expect(failed).toEqual([]);
      await page.context().close();
    });

    test('solves another one by the keyboard, after a response that proved nothing', async () => {
      const email = newAddress();
      const { page } = await submitted(theme, email, { before: spoilResponse });
      await page.getByText('The solution wasn’t accepted').waitFor();
      expect(await emailsTo(email)).toEqual([]);
      const solve = page.getByRole('checkbox', { name: SOLVE });
      await solve.waitFor();
      expect(await violationsOn(page)).toEqual([]);
      if (process.env.LINKGATE_PICTURES)
        await page.screenshot({ path: `${process.env.LINKGATE_PICTURES}/shield-${theme}.png` });
      await solve.focus();
      await page.keyboard.press('Space');
      await page.getByText(CHECK_EMAIL).first().waitFor();
      await emailTo(email);
      await page.context().close();
    });

    test('tells a screen reader what it does', async () => {
      const { page } = await submitted(theme, newAddress(), {
        // The form stays where it is.
        before: (own) => initially(own, 'HTMLFormElement.prototype.requestSubmit = () => {}'),
      });
      await vi.waitFor(
        async () => expect(await page.getByRole('status').allTextContents()).toContain('Solved. Continuing…'),
        PATIENT,
      );
      expect(await violationsOn(page)).toEqual([]);
      await page.context().close();
    });

    test('says what to do without scripts', async () => {
      const { page } = await submitted(theme, newAddress(), { options: { javaScriptEnabled: false } });
      const told = page.locator('noscript p');
      await told.waitFor();
      expect(await told.textContent()).toMatch(/This page needs JavaScript.*administrator/);
      await page.context().close();
    });

    test('solves the challenge also if a worker was not loaded at first', async () => {
      const email = newAddress();
      let isFirst = true;
      const { page } = await submitted(theme, email, {
        before: async (own) => {
          await own.route(/\/altcha-pbkdf2\.js/, async (route) => {
            const isLost = isFirst;
            isFirst = false;
            await (isLost ? route.abort() : route.continue());
          });
        },
      });
      await page.getByText(CHECK_EMAIL).first().waitFor();
      await emailTo(email);
      expect(isFirst).toBe(false);
      await page.context().close();
    });

    test('says what to do if its script is blocked', async () => {
      const { page } = await submitted(theme, newAddress(), {
        before: async (own) => {
          await own.route(/\/altcha\.js/, (route) => route.abort());
        },
      });
      await page.getByText('The check could not be loaded').waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await page.context().close();
    });

    test('says what to do without https', async () => {
      const { page, failed } = await submitted(theme, newAddress(), {
        before: (own) =>
          initially(own, "Object.defineProperty(globalThis, 'isSecureContext', { value: false })"),
      });
      await page.getByText('only at an address that begins with https').waitFor();
      expect(await page.getByRole('checkbox', { name: SOLVE }).count()).toBe(0);
      expect(await violationsOn(page)).toEqual([]);
      expect(failed).toEqual([]);
      await page.context().close();
    });
  });

  describe('by a service', () => {
    let service: Siteverify;
    const back: (() => Promise<unknown>)[] = [];
    /** Has both realms use it, with a widget at this path. */
    const use = async (script: string) => {
      const setting = `siteverify site-key=k secret=\${vault.shield} address=${service.origin}/v script=${script} widget=own-captcha`;
      const undoRealm = await setRealmAttributes({ 'linkgate.shield-service': setting });
      const { attributes } = (await (await admin()).realms.findOne({ realm: realm.name })) ?? {};
      await realm.update({ attributes: { ...attributes, 'linkgate.shield-service': setting } });
      return async () => {
        await undoRealm();
        await realm.update({ attributes: { ...attributes, 'linkgate.shield-service': '' } });
      };
    };
    beforeAll(async () => {
      service = await openSiteverify();
      service.answer(() => ({ success: true }));
      back.push(service.close);
      for (const name of ['linkgate', realm.name]) back.push(await storeSecret(name, 'shield', 's3cret'));
    });
    afterAll(async () => {
      for (const one of back.reverse()) await one();
    });

    test.each(['linkgate', 'keycloak.v2'])('in the theme %s: its widget sends the form', async (theme) => {
      const end = await use(`${service.origin}/widget.js`);
      const email = newAddress();
      const { page, failed } = await submitted(theme, email, { options: { ignoreHTTPSErrors: true } });
      const person = page.getByRole('button', { name: 'I am a person' });
      await person.waitFor();
      expect(await violationsOn(page)).toEqual([]);
      if (process.env.LINKGATE_PICTURES)
        await page.screenshot({ path: `${process.env.LINKGATE_PICTURES}/shield-service-${theme}.png` });
      expect(await emailsTo(email)).toEqual([]);
      await person.click();
      await page.getByText(CHECK_EMAIL).first().waitFor();
      await emailTo(email);
      expect(failed).toEqual([]);
      await page.context().close();
      await end();
    });

    test('says what to do if its script is blocked', async () => {
      const end = await use('https://localhost:9/widget.js');
      const { page } = await submitted('linkgate', newAddress());
      await page.getByText('The check could not be loaded').waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await page.context().close();
      await end();
    });
  });

  test('has the widget from the realm’s own host, and from its cache the next time', async () => {
    const { page } = await submitted('linkgate', newAddress(), { before: spoilResponse });
    await page.getByRole('checkbox', { name: SOLVE }).waitFor();
    const urls = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('altcha')),
    );
    expect(urls.map((url) => url.split('/').at(-1)).sort()).toEqual(['altcha.css', 'altcha.js']);
    for (const url of urls) {
      expect(new URL(url).origin).toBe(new URL(page.url()).origin);
      const response = await fetch(url);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        expect.stringMatching(/max-age=[1-9]/),
      ]);
    }
    await page.context().close();
  });
});

/** Runs a script in each document, before its own. */
async function initially(page: Page, content: string): Promise<void> {
  await page.addInitScript({ content });
}
