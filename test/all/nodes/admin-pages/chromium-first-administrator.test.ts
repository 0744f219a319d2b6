/** The server's administrator makes a realm's first one in Keycloak's console, step by step (docs/administration.md). In Chromium, on PostgreSQL. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { enterPages } from '../../../support/administrators.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../../support/chromium.ts';
import { newAddress } from '../../../support/email.ts';
import { PATIENT } from '../../../support/patience.ts';

const { admin: server, serverUrl } = inject('site');
/** On a busy machine the console sometimes failed to show its sign-in, for an unknown reason; a user reloads it. */
const CONSOLE_MILLIS = { once: 90_000, inAll: 300_000 };

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('a realm’s first administrator', () => {
  let browser: Browser;
  let keycloak: Page;
  const email = newAddress('first');

  beforeAll(async () => {
    browser = await openChromium();
    keycloak = await (await openContext(browser, { locale: 'en' })).newPage();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test('is created by the documented steps', async () => {
    const load = async () => {
      await visit(keycloak, `${serverUrl}/admin/`);
      await keycloak.locator('#username').waitFor({ timeout: CONSOLE_MILLIS.once });
    };
    await vi.waitFor(load, { timeout: CONSOLE_MILLIS.inAll });
    await keycloak.fill('#username', server.username);
    await keycloak.fill('#password', server.password);
    await keycloak.locator('#kc-login').click();
    await keycloak.getByRole('link', { name: 'Manage realms' }).click();
    await keycloak.getByRole('gridcell').getByRole('link', { name: 'linkgate', exact: true }).click();
    await keycloak.getByRole('link', { name: 'Users', exact: true }).click();
    await keycloak
      .getByRole('button', { name: 'Create new user' })
      .or(keycloak.getByRole('button', { name: 'Add user' }))
      .first()
      .click();
    const verified = keycloak.getByLabel('Email verified');
    await verified.waitFor({ state: 'attached' });
    // A click while the form is still rendering has no effect.
    await expect
      .poll(
        async () => {
          if (!(await verified.isChecked())) await keycloak.getByText('Email verified').click();
          return await verified.isChecked();
        },
        { ...PATIENT, interval: 500 },
      )
      .toBe(true);
    await keycloak.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await keycloak.getByRole('textbox', { name: 'First name' }).fill('Ada');
    await keycloak.getByRole('textbox', { name: 'Last name' }).fill('Lovelace');
    await keycloak.getByRole('button', { name: 'Create', exact: true }).click();
    await keycloak.getByRole('tab', { name: 'Role mapping' }).click();
    await keycloak.getByRole('button', { name: 'Assign role' }).first().click();
    await keycloak.getByRole('menuitem', { name: 'Client roles' }).click();
    const dialog = keycloak.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('realm-admin');
    await keycloak.keyboard.press('Enter');
    const found = dialog.getByRole('row', { name: 'realm-management' });
    await expect.poll(async () => await found.count(), PATIENT).toBe(1);
    await found.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await keycloak.getByRole('row', { name: 'realm-admin' }).first().waitFor();
  });

  test('signs in by a link, with all permissions', async () => {
    const page = await enterPages(await openContext(browser, { locale: 'en' }), email);
    const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    const linkgate = [
      'Applications',
      'Branding',
      'Limits',
      'Settings',
      'Referral codes',
      'Users',
      'Invitations',
    ];
    await expect.poll(async () => await places.allTextContents(), PATIENT).toEqual(['Overview', ...linkgate]);
  });
});
