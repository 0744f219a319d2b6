/**
 * Administrators sign in to Linkgate's pages through the realm, stay signed in, and see what their roles allow. In Chromium, on
 * PostgreSQL.
 */
import { decodeJwt } from 'jose';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { enterPages, makeAdministrator, pagesUrl, signInTo } from '../../../support/administrators.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../../support/chromium.ts';

const { serverUrl } = inject('site');
/** Longer than an access token's lifetime. */
const LATER_MILLIS = 4_000_000;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the administrators’ pages', () => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(async () => browser?.close());

  async function openedBy(...roles: Parameters<typeof makeAdministrator>): Promise<Page> {
    const context = await openContext(browser, { locale: 'en' });
    contexts.push(context);
    return await enterPages(context, await makeAdministrator(...roles));
  }

  const places = (page: Page) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();

  test('a user without a role sees which one is missing', async () => {
    const page = await openedBy();
    await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
    for (const role of ['view-realm', 'manage-clients', 'view-users'])
      expect(await page.getByText(`realm-management: ${role}`, { exact: true }).count(), role).toBe(1);
  });

  test('a user with view-users only sees no other page, and an explanation at its URL', async () => {
    const page = await openedBy('view-users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    expect(await places(page)).toEqual(['Users', 'Invitations']);
    await visit(page, `${pagesUrl()}#/clients`);
    await page.getByText('realm-management: view-clients', { exact: true }).waitFor();
  });

  test('the token is for these roles alone, names no role, and is nowhere but in memory', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const tokens: string[] = [];
    context.on('request', (request: Request) => {
      const header = request.headers().authorization ?? '';
      if (request.url().startsWith(`${serverUrl}/admin/`)) tokens.push(header.replace('Bearer ', ''));
    });
    const page = await enterPages(context, await makeAdministrator('realm-admin'));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const [token = ''] = tokens;
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      azp: 'linkgate-admin',
      aud: 'linkgate-admin',
      'allowed-origins': [serverUrl],
    });
    expect(Object.keys(claims)).not.toContain('resource_access');
    expect(Object.keys(claims)).not.toContain('realm_access');
    // Without a scope, the client isn't allowed to do it, whatever its administrator's roles.
    const keys = await fetch(`${serverUrl}/admin/realms/linkgate/users-management-permissions`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(keys.status).not.toBe(200);
    const { cookies, origins } = await context.storageState();
    const stored = JSON.stringify([
      cookies,
      origins,
      await page.evaluate(
        `JSON.stringify(sessionStorage) + location.href + document.documentElement.outerHTML`,
      ),
    ]);
    expect(stored).not.toContain(token.slice(0, 40));
    await context.close();
  });

  test('an expired token is renewed without a page load, and the page stays as it is', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const email = await makeAdministrator('realm-admin');
    const page = await enterPages(context, email);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByLabel('Email address').fill(email);
    const framed: string[] = [];
    context.on('request', (request) => framed.push(new URL(request.url()).pathname));
    await page.clock.install();
    await page.clock.fastForward(LATER_MILLIS);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('can sign in').waitFor();
    expect(framed.filter((path) => path.endsWith('/linkgate/silent'))).toHaveLength(1);
    expect(await page.getByLabel('Email address').inputValue()).toBe(email);
    await context.close();
  });

  test('once the session has expired, a sign-in in another tab loses nothing that was typed', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const email = await makeAdministrator('realm-admin');
    const page = await enterPages(context, email, '#/users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await context.clearCookies();
    await page.clock.install();
    await page.clock.fastForward(LATER_MILLIS);
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('Your session has expired.').waitFor();
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Sign in again in a new tab' }).click(),
    ]);
    await signInTo(tab, email);
    expect(await page.getByLabel('Email address').inputValue()).toBe('ann@example.com');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('There is no account with this address.').waitFor();
    await context.close();
  });

  test('sign-out ends the realm’s session', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const page = await enterPages(context, await makeAdministrator('view-users'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('input[name=email], button[name=account]').first().waitFor();
    expect((await context.cookies()).filter(({ name }) => name === 'KEYCLOAK_IDENTITY')).toEqual([]);
    await context.close();
  });
});
