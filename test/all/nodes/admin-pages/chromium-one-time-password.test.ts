/**
 * The second factor of the admin pages is set up at the first sign-in, and prompted for once per session (docs/features/second-factor.md). In
 * Chromium, on PostgreSQL.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { consentAndArrive, makeAdministrator, pagesUrl } from '../../../support/administrators.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../../support/chromium.ts';
import { emailsTo, emailTo, linkIn } from '../../../support/email.ts';
import { OTP_FIELD, oneTimePassword, stepNow } from '../../../support/level-flow.ts';
import { setSecondFactor } from '../../../support/second-factor.ts';

const LATER_MILLIS = 4_000_000;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('with a second factor for administrators', () => {
  let browser: Browser;
  let remove: () => Promise<void>;
  let email = '';
  let secret = '';
  let lastStep = 0;

  beforeAll(async () => {
    browser = await openChromium();
    email = await makeAdministrator('realm-admin');
    remove = await setSecondFactor({ client_id: 'linkgate-admin' }, 'always');
  });
  afterAll(async () => {
    await browser?.close();
    await remove?.();
  });

  async function openLink(page: Page, url = pagesUrl()): Promise<void> {
    const before = (await emailsTo(email)).length;
    await visit(page, url);
    await page.fill('input[name=email]', email);
    await page.locator('form button[type=submit]').first().click();
    await page.locator('#email').waitFor({ state: 'detached' });
    await visit(page, linkIn(await emailTo(email, before + 1)));
  }

  /** Each code is valid once: the next one is of a later time step, which Keycloak accepts a little early. */
  async function enterOneTimePassword(page: Page, field: string): Promise<void> {
    lastStep = Math.max(lastStep + 1, stepNow());
    await page.fill(field, oneTimePassword(secret, lastStep));
    await page.locator('[type=submit]').first().click();
  }

  test('the first sign-in sets it up', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const page = await context.newPage();
    await openLink(page);
    const hidden = page.locator('input[name=totpSecret]');
    await hidden.waitFor({ state: 'attached' });
    secret = await hidden.inputValue();
    await enterOneTimePassword(page, 'input[name=totp]');
    await page.locator('input[name=generatedRecoveryAuthnCodes]').waitFor({ state: 'attached' });
    await page.locator('#kcRecoveryCodesConfirmationCheck').check();
    await page.locator('#saveRecoveryAuthnCodesBtn').click();
    await consentAndArrive(page);
    await context.close();
  });

  test('the next one prompts for it after the link, and nothing else in that session does', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const page = await context.newPage();
    await openLink(page);
    await page.locator(OTP_FIELD).waitFor();
    await enterOneTimePassword(page, OTP_FIELD);
    await consentAndArrive(page);
    // On a reload it renews its token in a hidden frame, where no prompt is possible.
    const requestedPaths: string[] = [];
    context.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.reload();
    await page.locator('header.head').waitFor();
    expect(requestedPaths.filter((path) => path.endsWith('/linkgate/silent'))).toHaveLength(1);
    await page.clock.install();
    await page.clock.fastForward(LATER_MILLIS);
    await page.reload();
    await page.locator('header.head').waitFor();
    expect(await emailsTo(email)).toHaveLength(2);
    await context.close();
  });

  test('a link alone is not enough in Keycloak’s console, either', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const page = await context.newPage();
    await openLink(page, `${inject('site').serverUrl}/admin/linkgate/console/`);
    await page.locator(OTP_FIELD).waitFor();
    await context.close();
  });

  test('a link alone is not enough', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const page = await context.newPage();
    await openLink(page);
    await page.locator(OTP_FIELD).waitFor();
    await visit(page, pagesUrl());
    // An unfinished sign-in isn't restarted automatically.
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator(`${OTP_FIELD}, input[name=email], button[name=account]`).first().waitFor();
    expect(await page.locator('header.head').count()).toBe(0);
    await context.close();
  });
});
