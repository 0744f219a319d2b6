/** Invitations as users receive them, in Chromium: from the email to the application, and despite a scanner that runs scripts. */

import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '../../support/accounts.ts';
import { setLinkSettings } from '../../support/admin.ts';
import { type Application, startApplication } from '../../support/application.ts';
import { authUrl } from '../../support/authorization.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { allowInvitations, invitationOf, invited, makeHomeClient } from '../../support/invitations.ts';
import type { OwnClient } from '../../support/own-client.ts';
import { exchange } from '../../support/sign-in.ts';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let home: OwnClient;
  /** The application's home page, which leads to its sign-in. */
  let homePage: Application;
  let forbid = async (): Promise<void> => {};
  let restore = async (): Promise<void> => {};
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await openChromium();
    forbid = await allowInvitations();
    const body = () => `<h1>Home</h1><a href="${authUrl(home).replaceAll('&', '&amp;')}">Sign in</a>`;
    homePage = await startApplication({ body });
    home = await makeHomeClient({ baseUrl: homePage.redirectUri });
  });
  afterEach(async () => {
    await restore();
    restore = async () => {};
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(async () => {
    await home.remove();
    await homePage.close();
    await forbid();
    await browser?.close();
  });

  /** A separate device, and the requests from it to the application. */
  async function device(): Promise<BrowserContext & { arrived: URL[] }> {
    const context = Object.assign(await openContext(browser), { arrived: [] as URL[] });
    contexts.push(context);
    await catchArrivals(context, home.redirect_uri, context.arrived);
    return context;
  }

  test('a new user presses the button, is redirected to the application, and is signed in by its own request', async () => {
    restore = await setLinkSettings({ signUp: 'closed' });
    const desk = await device();
    const email = newAddress();
    const page = await desk.newPage();
    await visit(page, await invited(email, home, { text: 'See you there' }));
    await page.getByText('See you there').waitFor();
    await page.getByText(email).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).toBe(homePage.redirectUri);
    expect(desk.arrived).toEqual([]);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.click('[name=accept]');
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
    const [arrived] = desk.arrived;
    expect(arrived?.searchParams.get('state')).toBe('st');
    expect((await exchange(arrived?.searchParams.get('code') ?? null, home)).status).toBe(200);
  });

  test('a user whose account was created meanwhile gets a link, which leads to the same place', async () => {
    // A page's requests can be intercepted, a typed URL can't.
    restore = await setLinkSettings({ confirm: 'always' });
    const desk = await device();
    const email = newAddress();
    const invitation = await invited(email, home);
    await makeAccount(email);
    const page = await desk.newPage();
    await visit(page, invitation);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await visit(page, linkIn(await emailTo(email, 2)));
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.click('[name=accept]');
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
  });

  test('a scanner that runs scripts and opens every link of the email accepts nothing, and opts no user out', async () => {
    const [desk, scanner] = [await device(), await device()];
    const email = newAddress();
    const link = await invited(email, home);
    const message = await emailTo(email);
    const scan = await scanner.newPage();
    for (const [url] of message.text.matchAll(/https?:\S+/g))
      await visit(scan, url, { waitUntil: 'networkidle' });
    expect((await invitationOf(email)).state).toBe('opened');
    const page = await desk.newPage();
    await visit(page, link);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect((await invitationOf(email)).state).toBe('accepted');
  });

  test('user-supplied text is never executed', async () => {
    const desk = await device();
    const page = await desk.newPage();
    const ran: string[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    const text = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'>';
    const email = newAddress();
    const link = await invited(email, home, { text, name: 'Ada' });
    await visit(page, link);
    await page.getByText(text).waitFor();
    await page.setContent((await emailTo(email)).html);
    await page.getByText(text).waitFor();
    expect(ran).toEqual([]);
  });
});
