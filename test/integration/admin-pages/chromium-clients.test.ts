/** An administrator decides on clients and edits their looks, by nothing but Linkgate's pages. In Chromium. */
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterPages, makeAdministrator, pagesUrl } from '../../support/administrators.ts';
import { authUrl } from '../../support/authorization.ts';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM, openChromium, openContext } from '../../support/chromium.ts';
import { mailTo } from '../../support/mail.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';

const EVIL = `<img src=x onerror="document.title='run'"> & "Sons" ${randomBytes(3).toString('hex')}`;
const LOGO = 'https://logo.example/logo.png';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('clients on the administrators’ pages', () => {
  let browser: Browser;
  let page: Page;
  let client: OwnClient;
  let email: string;
  const troubles: string[] = [];
  const logos: string[] = [];

  beforeAll(async () => {
    browser = await openChromium();
    client = await makeClient({ name: EVIL, attributes: { 'linkgate.approval': 'pending' } });
    email = await makeAdministrator('view-clients', 'manage-clients');
    const context = await openContext(browser, { locale: 'en' });
    await context.route(`${LOGO}`, async (route) => {
      logos.push(route.request().frame().url());
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    page = await enterPages(context, email);
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await client?.remove().catch(() => {});
  });

  const state = (text: string) => page.locator('.facts .state', { hasText: text });
  const press = async (name: string) => await page.getByRole('button', { name, exact: true }).click();
  /** What people find at the client: its status at the sign-in page. */
  const atSignIn = async () => (await fetch(authUrl(client), { redirect: 'manual' })).status;

  test('a client that waits is found by a part of its name, which runs nowhere', async () => {
    await page.getByLabel('Part of the name or client ID').fill(EVIL.slice(-6));
    await page.getByLabel('State').selectOption('pending');
    await press('Search');
    await expect.poll(async () => await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: EVIL }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: EVIL }).click();
    await page.getByRole('heading', { name: EVIL }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test.each([
    ['Approve', 'approved', 200],
    ['Put on hold', 'waits for approval', 403],
    ['Reject', 'deleted', 401],
    ['Bring back as approved', 'approved', 200],
    ['Delete', 'deleted', 401],
  ])('%s makes it %s', async (button, becomes, status) => {
    await press(button);
    await state(becomes).waitFor();
    expect(await atSignIn()).toBe(status);
  });

  test('its look is shown before it is saved, its logo only in the frame, and no script of it runs', async () => {
    await press('Bring back as approved');
    await state('approved').waitFor();
    await page.getByRole('link', { name: 'Look of pages and mails' }).click();
    await page.getByLabel('Logo').fill(LOGO);
    await page.getByLabel('Main colour', { exact: true }).fill('#ffff00');
    await page.getByLabel('Background colour', { exact: true }).fill('#102030');
    await page.getByLabel('Text', { exact: true }).fill('<b onclick="x">Hello</b>');
    const frame = page.frameLocator('iframe.preview');
    await frame.getByRole('heading', { name: 'Sign in to' }).waitFor();
    await frame.locator('img').first().waitFor({ state: 'attached' });
    await page.getByText('poor').first().waitFor();
    expect(logos.length).toBeGreaterThan(0);
    expect(new Set(logos)).toEqual(new Set([`${pagesUrl()}/preview`]));
    expect(await page.locator('iframe.preview').getAttribute('sandbox')).toBe('allow-same-origin');
  });

  test('in dark colours, on a phone, in another language, as a mail', async () => {
    const frame = page.frameLocator('iframe.preview');
    // No script of anybody's runs in the frame, the test's neither: the page is asked.
    const ground = async () =>
      await page.evaluate(
        "getComputedStyle(document.querySelector('iframe.preview').contentDocument.body).backgroundColor",
      );
    const light = await ground();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(ground).not.toBe(light);
    await page.getByRole('radio', { name: 'Phone' }).check();
    expect((await page.locator('iframe.preview').boundingBox())?.width).toBeLessThan(400);
    await page.getByLabel('Language of the preview').selectOption('ar');
    await frame.locator('html[dir=rtl]').waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: 'Mail' }).check();
    await frame.getByText('<b onclick="x">Hello</b>').waitFor();
  });

  test('the mail goes to the administrator alone', async () => {
    await press('Send me this mail');
    await page.getByText(`Sent to ${email}.`).waitFor();
    // The first was the sign-in's.
    expect((await mailTo(email, 2)).html).toContain('logo.example');
  });

  test('a field that isn’t good says what to do, and what is good is saved', async () => {
    await page.getByLabel('Logo').fill('http://logo.example/logo.png');
    await press('Save');
    await page
      .getByRole('alert')
      .getByText('Logo: This is no address that begins with https:// and has at most 2,000 characters.')
      .first()
      .waitFor();
    expect(await page.getByLabel('Logo').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('link', { name: EVIL }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await press('Cancel');
    expect(await page.getByLabel('Logo').inputValue()).toBe('http://logo.example/logo.png');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Logo').fill(LOGO);
    await press('Save');
    await page.getByText('Saved.').waitFor();
    expect(await (await fetch(authUrl(client))).text()).toContain(LOGO);
  });

  test('what is removed for good is asked for, and gone', async () => {
    await page.getByRole('link', { name: EVIL }).click();
    await press('Delete');
    await press('Remove for good');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await press('Remove for good');
    await dialog.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    await page.getByLabel('Part of the name or client ID').fill(client.client_id);
    await press('Search');
    await page.getByText('No client is like that.').waitFor();
  });

  test('no page reported an error but for what was refused', () => {
    expect(troubles.filter((line) => !/status of 400/.test(line))).toEqual([]);
  });
});
