/** Input of users, clients and administrators never becomes markup of a page and is never evaluated by its template. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { authUrl } from '../../support/authorization.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../support/chromium.ts';
import { newAddress } from '../../support/email.ts';
import { MARKUP } from '../../support/markup.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { linkFor } from '../../support/sign-in.ts';

const { betaUrl, clients } = inject('site');
/** Valid in the local part of an email address; `@` replaces the dollar sign, as above. */
const ODD = "o'neil&lt@{email}#{7*7}".replace('@', '$');

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let client: OwnClient;
  let context: BrowserContext;
  let page: Page;
  let alarms: string[] = [];

  beforeAll(async () => {
    browser = await openChromium();
    client = await makeClient({ name: MARKUP, attributes: { 'linkgate.branding.text': MARKUP } });
  });
  afterAll(async () => {
    await browser?.close();
    await client?.remove();
  });
  beforeEach(async () => {
    alarms = [];
    context = await openContext(browser);
    page = await context.newPage();
    page.on('dialog', async (dialog) => {
      alarms.push(dialog.message());
      await dialog.dismiss();
    });
  });
  afterEach(() => context.close());

  /** Expects that no markup became an element or a script. */
  async function expectNoMarkup(): Promise<void> {
    const made = page.locator('img[src=x], [onerror], main script:not([src*="/resources/"]), main list');
    expect({ made: await made.count(), alarms }).toEqual({ made: 0, alarms: [] });
  }

  async function expectText(selector: string, text: string): Promise<void> {
    expect((await page.locator(selector).first().textContent())?.trim()).toBe(text);
    await expectNoMarkup();
  }

  async function expectBranding(): Promise<void> {
    await expectText('.lg-branding-text', MARKUP);
  }

  /** Requests a link on the sign-in page. */
  async function requestLinkOnPage(email: string): Promise<void> {
    await visit(page, authUrl(client));
    await page.fill('#email', email);
    await page.keyboard.press('Enter');
    await page.locator('#code').waitFor();
  }

  /** Signs in and leaves the session live; no application listens at the redirect URI. */
  async function signIn(email: string): Promise<void> {
    await visit(page, await linkFor(email, client));
    await Promise.all([
      page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:')),
      page.click('[name=accept]', { noWaitAfter: true }),
    ]);
  }

  test('the sign-in page shows a client’s name and text verbatim', async () => {
    await visit(page, authUrl(client));
    await expectText('h1', `Sign in to ${MARKUP}`);
    expect(await page.title()).toBe(`Sign in to ${MARKUP}`);
    await expectBranding();
  });

  test('the sign-in page shows the entered text again, as text only', async () => {
    await visit(page, authUrl(client));
    await page.fill('#email', MARKUP);
    await page.evaluate("document.querySelector('form').noValidate = true");
    await page.keyboard.press('Enter');
    await page.locator('#email-error').waitFor();
    expect(await page.inputValue('#email')).toBe(MARKUP);
    await expectNoMarkup();
    await visit(page, authUrl(client, { fields: { login_hint: MARKUP } }));
    expect(await page.inputValue('#email')).toBe(MARKUP);
    await expectNoMarkup();
  });

  test('the page about an address without an account shows the address', async () => {
    const email = newAddress(ODD);
    await visit(page, authUrl(clients.betaWeb, { at: `${betaUrl}/auth` }));
    await page.fill('#email', email);
    await page.keyboard.press('Enter');
    await expectText(
      '#email-error',
      `There is no account for \u2068${email}\u2069. Check the spelling, or enter a referral code to create one.`,
    );
  });

  test('the page for a referral code shows only that the code isn’t valid', async () => {
    await visit(page, authUrl(clients.betaWeb, { at: `${betaUrl}/auth` }));
    await page.fill('#email', newAddress(ODD));
    await page.click('.lg-more summary');
    await page.fill('#referral_code', MARKUP);
    await page.keyboard.press('Enter');
    await expectText(
      '#referral-error',
      'We don’t know this referral code, or it has been used up. Check it, or ask for a new one.',
    );
  });

  test('the "check your email" page shows the address', async () => {
    const email = newAddress(ODD);
    await requestLinkOnPage(email);
    await expectText('main bdi', email);
  });

  test('the consent page shows the client’s name', async () => {
    await visit(page, await linkFor(newAddress(ODD), client));
    await expectText('h1', `${MARKUP} wants to access your account`);
    await expectText('#consent-intro', `If you allow it, ${MARKUP} will see:`);
  });

  test('the chooser shows the address, and name and text of the client', async () => {
    const email = newAddress(ODD);
    await signIn(email);
    await visit(page, authUrl(client, { fields: { prompt: 'select_account' } }));
    await expectText('.lg-choice bdi', email);
    await expectText('main > p:not([class])', `To continue to ${MARKUP}:`);
    await expectBranding();
  });

  test('the confirm page shows both addresses and the client’s name', async () => {
    const [live, email] = [newAddress(ODD), newAddress(ODD)];
    await signIn(live);
    await visit(page, await linkFor(email, client));
    await expectText('h1', `Sign in to ${MARKUP}?`);
    await expectText('main > p bdi', email);
    await expectText('.lg-alert bdi', live);
    await expectText('button bdi', email);
  });
});
