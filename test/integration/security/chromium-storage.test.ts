/** A browser stores nothing of a sign-in except cookies that scripts can't read. */

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../../support/admin.ts';
import { authUrl } from '../../support/authorization.ts';
import { requireCode } from '../../support/check-email-page.ts';
import { CHROMIUM, openChromium, requestForComparisonCode, visit } from '../../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { closeProfiles, openProfile } from '../../support/passkey-devices.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
/** Cookies that Keycloak's own scripts compare to detect another sign-in: hashes of a session ID. */
const SCRIPT_COOKIES = ['KEYCLOAK_SESSION', 'KC_AUTH_SESSION_HASH'];
const END_LENGTH = 40;

/** Reads the storage of the page's origin, as a script in the page sees it. */
const STORED = `(async () => ({
  local: { ...localStorage },
  session: { ...sessionStorage },
  databases: await indexedDB.databases(),
  workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
  cookie: document.cookie,
}))()`;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('after a sign-in in Chromium', () => {
  let browser: Browser;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    browser = await openChromium();
    restore = await setLinkSettings({ crossDevice: 'true' });
  });
  afterEach(closeProfiles);
  afterAll(async () => {
    await restore();
    await browser?.close();
  });

  const profile = async () => (await openProfile(browser)).context();

  /** Expects that scripts of this page can read nothing from storage. */
  async function expectNothing(page: Page): Promise<void> {
    const { cookie, ...stored } = (await page.evaluate(STORED)) as Record<string, unknown>;
    expect(stored).toEqual({ local: {}, session: {}, databases: [], workers: 0 });
    const readable = String(cookie)
      .split('; ')
      .filter((one) => one !== '' && !SCRIPT_COOKIES.some((name) => one.startsWith(`${name}=`)));
    expect(readable).toEqual([]);
  }

  /** Expects none of the secrets in the profile's cookies or storage, and nothing stored by its pages. */
  async function expectNone(context: BrowserContext, secrets: readonly string[]): Promise<void> {
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    expect(origins).toEqual([]);
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter(({ httpOnly, name }) => !httpOnly && !SCRIPT_COOKIES.includes(name))).toEqual([]);
    const readable = cookies.flatMap(({ value }) => [value, ...decoded(value)]).join('\n');
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(2);
    // A code must be a whole word: times and identifiers may contain the same digits by chance.
    const isIn = (secret: string) =>
      /^\d+$/.test(secret)
        ? new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(readable)
        : readable.includes(secret);
    expect(secrets.filter(isIn)).toEqual([]);
  }

  test('stores no link, code or address after a sign-in by link', async () => {
    const context = await profile();
    const email = newAddress();
    const waiting = await requestForComparisonCode(context, authUrl(web), email);
    await expectNothing(waiting);
    const message = await emailTo(email);
    const secrets = [linkIn(message).slice(-END_LENGTH), requireCode(message), email];
    const opened = await context.newPage();
    await visit(opened, linkIn(message));
    await opened.locator('[name=accept]').waitFor();
    await expectNothing(opened);
    await opened.click('[name=accept]');
    await opened.getByRole('heading', { name: 'Arrived' }).waitFor();
    // The page reloads by itself; reading its storage during the reload would fail.
    await waiting.getByRole('heading', { name: 'Sign-in continued in another tab' }).waitFor();
    await expectNothing(waiting);
    await expectNone(context, secrets);
    const session = await context.newPage();
    await visit(session, authUrl(web));
    await session.locator('button[name=account]').first().waitFor();
    await expectNothing(session);
  });

  test('stores neither link nor code after a sign-in by code', async () => {
    const context = await profile();
    const email = newAddress();
    const page = await requestForComparisonCode(context, authUrl(web), email);
    const message = await emailTo(email);
    await page.fill('input[name=code]', requireCode(message));
    await page.keyboard.press('Enter');
    await page.locator('[name=accept]').waitFor();
    await expectNothing(page);
    await page.click('[name=accept]');
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
    await expectNone(context, [linkIn(message).slice(-END_LENGTH), requireCode(message), email]);
  });

  test('stores nothing of a cross-device sign-in, in neither browser', async () => {
    const [here, there] = [await profile(), await profile()];
    const email = newAddress();
    const waiting = await requestForComparisonCode(here, authUrl(web), email);
    const digits = ((await waiting.locator('.lg-comparison-code').textContent()) ?? '').trim();
    const message = await emailTo(email);
    const opened = await there.newPage();
    await visit(opened, linkIn(message));
    await opened.fill('#comparison_code', digits);
    await opened.keyboard.press('Enter');
    await waiting.locator('[name=accept]').waitFor();
    await expectNothing(waiting);
    await expectNothing(opened);
    await waiting.click('[name=accept]');
    await waiting.getByRole('heading', { name: 'Arrived' }).waitFor();
    const secrets = [linkIn(message).slice(-END_LENGTH), requireCode(message), email];
    await expectNone(here, secrets);
    await expectNone(there, secrets);
    const names = (await there.cookies(baseUrl)).map(({ name }) => name);
    expect(names.filter((name) => /IDENTITY|DEVICE/.test(name))).toEqual([]);
  });
});

/** Decodes a cookie's value: the parts of a token, or plain Base64. */
function decoded(value: string): string[] {
  return decodeURIComponent(value)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'));
}
