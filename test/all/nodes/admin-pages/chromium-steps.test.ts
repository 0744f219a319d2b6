/** How many clicks and fields an administrator's daily jobs take on Linkgate's pages. In Chromium, on PostgreSQL. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { callAdminApi } from '../../../support/admin-api.ts';
import {
  consentAndArrive,
  enterPages,
  makeAdministrator,
  pagesUrl,
} from '../../../support/administrators.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../../../support/email.ts';
import { allowInvitations, makeHomeClient } from '../../../support/invitations.ts';
import { makeClient } from '../../../support/own-client.ts';
import { requestLink } from '../../../support/sign-in.ts';

const { clients } = inject('site');
/** An address gets one link. */
const ONE_LINK = { limits: { 'link-email': { count: 1, seconds: 3600 } } };
const GUESTS = 50;

/** A user's steps: each click and each field that is filled in. Questions before something destructive would be left out. */
class Steps {
  clicks = 0;
  fields = 0;

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.fields++;
    await target.fill(text);
  }
}

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the steps of an administrator', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let steps: Steps;
  const undo: (() => Promise<unknown>)[] = [];
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const place = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

  beforeAll(async () => {
    undo.push(await allowInvitations());
    browser = await openChromium();
    context = await openContext(browser, { locale: 'en' });
    page = await enterPages(context, await makeAdministrator('realm-admin'));
  });
  beforeEach(() => {
    steps = new Steps();
  });
  afterEach(async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    for (const one of undo.reverse()) await one();
  });

  test('to sign in for the first time: four clicks, one field', async () => {
    const email = await makeAdministrator('realm-admin');
    const tab = await (await openContext(browser, { locale: 'en' })).newPage();
    await visit(tab, pagesUrl());
    await steps.fill(tab.locator('input[name=email]'), email);
    await steps.click(tab.locator('form button[type=submit]').first());
    await tab.locator('#email').waitFor({ state: 'detached' });
    steps.clicks++;
    await visit(tab, linkIn(await emailTo(email)));
    const consent = tab.locator('#kc-login[name=accept]');
    if (await consent.isVisible()) steps.clicks++;
    await consentAndArrive(tab);
    expect(steps.clicks).toBeLessThanOrEqual(4);
    expect(steps.fields).toBe(1);
  });

  test('to approve a pending application, from the overview: three clicks', async () => {
    const name = newAddress('Waiting');
    const client = await makeClient({ name });
    undo.push(client.remove);
    await client.setApproval('pending');
    await visit(page, pagesUrl());
    await steps.click(page.getByRole('link', { name: 'Review applications' }));
    await steps.click(page.getByRole('link', { name }));
    await steps.click(button('Approve'));
    await page.getByText(`${name} was approved.`).waitFor();
    expect(steps).toEqual({ clicks: 3, fields: 0 });
  });

  test('to set six values of a branding, with a test email: five clicks, six fields', async () => {
    const name = newAddress('Branded');
    const client = await makeClient({ name });
    undo.push(client.remove);
    await page.reload();
    await steps.click(place('Applications'));
    await steps.click(page.getByRole('link', { name }));
    await steps.click(page.getByRole('link', { name: 'Edit branding' }));
    for (const [label, text] of [
      ['Logo', 'https://shop.example/logo.png'],
      ['Primary colour', '#7a1f5c'],
      ['Background colour', '#f5f5f5'],
      ['Email sender name', 'Acme'],
      ['Email subject', 'Your link'],
      ['Text', 'Welcome back.'],
    ])
      await steps.fill(page.getByLabel(label ?? '', { exact: true }), text ?? '');
    await steps.click(button('Send a test email'));
    await page.getByText('Sent to', { exact: false }).waitFor();
    await steps.click(button('Save'));
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(steps).toEqual({ clicks: 5, fields: 6 });
  });

  test('to change a limit after a look at the effect: three clicks, one field', async () => {
    undo.push(async () => callAdminApi('PUT', '/limits', { body: { limits: { session: null } } }));
    await steps.click(place('Limits'));
    const policy = page.getByRole('group', { name: 'Requests to the session endpoint per IP address' });
    await steps.fill(policy.getByLabel('Number of requests', { exact: true }), '41');
    await steps.click(button('Review changes'));
    await steps.click(button('Save'));
    await page.getByText('Saved. The new limits apply now.').waitFor();
    expect(steps).toEqual({ clicks: 3, fields: 1 });
  });

  test('to invite fifty users by a pasted list: three clicks, two fields', async () => {
    const client = await makeHomeClient();
    undo.push(client.remove);
    const guests = Array.from({ length: GUESTS }, () => newAddress('guest'));
    await place('Invitations').click();
    await steps.click(button('Import list'));
    await steps.fill(page.getByLabel('Email addresses or spreadsheet rows'), guests.join('\n'));
    await steps.fill(page.getByLabel('Default application'), client.client_id);
    await steps.click(button('Check list'));
    await steps.click(
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: `Send ${GUESTS} invitations` }),
    );
    await emailTo(guests.at(-1) ?? '');
    expect(steps).toEqual({ clicks: 3, fields: 2 });
  });

  test('to find out why a user gets no email, and to reset the limit: one click and one field, then one click', async () => {
    const email = newAddress('impatient');
    const { client_id, redirect_uri } = clients.web;
    undo.push(async () => callAdminApi('PUT', '/limits', { body: { limits: { 'link-email': null } } }));
    expect((await callAdminApi('PUT', '/limits', { body: ONE_LINK })).status).toBe(200);
    const request = async () => (await requestLink({ email, client_id, redirect_uri })).status;
    expect(await request()).toBe(200);
    expect(await request()).toBe(429);
    await place('Users').click();
    await steps.fill(page.getByLabel('Email address'), email);
    await steps.click(button('Look up'));
    await button('Reset the limit').waitFor();
    expect(steps).toEqual({ clicks: 1, fields: 1 });
    await steps.click(button('Reset the limit'));
    await page.getByText('Reset. Counting starts again.').waitFor();
    expect(steps).toEqual({ clicks: 2, fields: 1 });
    expect(await request()).toBe(200);
  });
});
