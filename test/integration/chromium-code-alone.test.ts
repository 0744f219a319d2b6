/** Emails with a code alone in Chromium: the form submits by itself once the code is complete, in both kinds of realms. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { authUrl } from '../support/authorization.ts';
import { requireCodeAlone } from '../support/check-email-page.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../support/chromium.ts';
import { emailTo, newAddress } from '../support/email.ts';
import { makeClient, type OwnClient } from '../support/own-client.ts';
import type { SiteClient } from '../support/site.ts';
import { authorizationUrl, LINK, makeStepRealm, type StepRealm } from '../support/step-realm.ts';

const { clients } = inject('site');
const { web } = clients;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let app: OwnClient;
  let stock: StepRealm;
  let atStock: SiteClient;
  beforeAll(async () => {
    browser = await openChromium();
    app = await makeClient();
    await app.update({ attributes: { 'linkgate.sign-in.email-contains': 'code' } });
    stock = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
    atStock = await stock.makeClient([{ provider: LINK, config: { emailContains: 'code' } }], {
      redirectUris: [web.redirect_uri],
    });
  });
  afterAll(async () => {
    await app?.remove();
    await stock?.remove();
    await browser?.close();
  });

  async function device(options = {}): Promise<BrowserContext & { arrived: URL[] }> {
    const context = Object.assign(await openContext(browser, options), { arrived: [] as URL[] });
    await catchArrivals(context, web.redirect_uri, context.arrived);
    return context;
  }

  async function requestAt(context: BrowserContext, url: string, email: string): Promise<Page> {
    const page = await context.newPage();
    await visit(page, url);
    await page.fill('input[name=email]', email);
    await page.click('form button[type=submit]:not([name=cancel])');
    await page.locator('input[name=code]').waitFor();
    // Before it is loaded, no script sends what is typed.
    await page.waitForLoadState();
    return page;
  }

  test.each(['en', 'ar'])(
    'a code that is typed is sent by itself, and nothing before it is complete (%s)',
    async (locale) => {
      const context = await device({ locale });
      const email = newAddress();
      const page = await requestAt(context, authUrl(app), email);
      const code = requireCodeAlone(await emailTo(email));
      const field = page.locator('input[name=code]');
      expect(await page.locator('input[name=code]:focus').count()).toBe(1);
      await field.pressSequentially(code.slice(0, -1));
      expect(await field.inputValue()).toBe(code.slice(0, -1));
      await field.pressSequentially(code.slice(-1));
      await page.locator('[name=accept]').waitFor();
      await context.close();
    },
  );

  test('a code that is pasted is sent by itself on the step’s page', async () => {
    const context = await device();
    const user = await stock.makeUser();
    const page = await requestAt(context, authorizationUrl(stock, atStock), user.email);
    await page.locator('input[name=code]').fill(requireCodeAlone(await emailTo(user.email)));
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
    expect(context.arrived.at(-1)?.searchParams.get('code')).toBeTruthy();
    await context.close();
  });
});
