/** An administrator looks users up on Linkgate's pages, signs them out and forgets their devices. In Chromium, on PostgreSQL. */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { LANGUAGES } from '../../../../provider-scripts/src/realm/language/languages.ts';
import { makeAccount } from '../../../support/accounts.ts';
import { admin, setRealmAttributes } from '../../../support/admin.ts';
import { type AdministratorTab, openAdministratorTab } from '../../../support/administrator-tab.ts';
import type { Agent } from '../../../support/agent.ts';
import { authUrl, signedIn } from '../../../support/authorization.ts';
import { violationsOn } from '../../../support/axe.ts';
import { CHROMIUM } from '../../../support/chromium.ts';
import { onDatabase } from '../../../support/cluster.ts';
import { newAddress } from '../../../support/email.ts';
import { PATIENT } from '../../../support/patience.ts';
import { linkFor, openLink } from '../../../support/sign-in.ts';

const { clients } = inject('site');
const REALM = 'linkgate';
const MARKUP = `<img src=x onerror="document.title='run'">`;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('users on the administrators’ pages', () => {
  let tab: AdministratorTab;
  let page: AdministratorTab['page'];
  let press: AdministratorTab['press'];
  const user = newAddress('user');
  /** The user's devices. */
  const devices: Agent[] = [];

  beforeAll(async () => {
    devices.push(await signedIn(clients.web, {}, user));
    devices.push(await signedIn(clients.web, { emailNumber: 2 }, user));
    tab = await openAdministratorTab();
    ({ page, press } = tab);
  });
  afterAll(async () => {
    await tab?.close();
  });

  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const rows = () => page.getByRole('table', { name: 'Remembered devices' }).locator('tbody tr');

  /** Looks at the page in each language, wide and on a phone, once something is shown there; in English again at the end. */
  async function seeInAllLanguages(shown: ReturnType<typeof page.locator>): Promise<void> {
    const language = page.locator('label.language select');
    for (const { tag } of LANGUAGES) {
      await page.setViewportSize({ width: 1366, height: 900 });
      await language.selectOption(tag);
      await expect.poll(async () => await page.locator('html').getAttribute('lang'), PATIENT).toBe(tag);
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await shown.waitFor();
        expect([tag, width, await violationsOn(page)]).toEqual([tag, width, []]);
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect([tag, width, wide]).toEqual([tag, width, false]);
      }
    }
    await page.setViewportSize({ width: 1366, height: 900 });
    await language.selectOption('en');
  }

  /** The number of devices that offer the account. */
  async function offered(): Promise<number> {
    const pages = await Promise.all(devices.map((agent) => agent.open(authUrl(clients.web))));
    return pages.filter(({ text }) => text.includes(user)).length;
  }

  test('a user is looked up, with progress shown, and displayed', async () => {
    await tab.open('Users');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/users/lookup', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByLabel('Email address').fill(user);
    await press('Look up');
    const button = page.getByRole('button', { name: 'Look up' });
    await expect.poll(async () => await button.getAttribute('aria-busy'), PATIENT).toBe('true');
    release();
    await page.getByText('can sign in').waitFor();
    await page.unroute('**/users/lookup');
    await page.getByRole('heading', { name: 'Email delivery' }).waitFor();
    expect(await page.locator('.line').count()).toBe(2);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a user is signed out everywhere after confirmation', async () => {
    await press('Sign out everywhere');
    await dialog('Sign out everywhere').getByText('All sessions of this user end').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog('Sign out everywhere').waitFor({ state: 'detached' });
    expect(await page.getByText('No active sessions.').count()).toBe(0);
    await press('Sign out everywhere');
    await dialog('Sign out everywhere').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Signed out everywhere.').waitFor();
    await page.getByText('No active sessions.').waitFor();
  });

  test('a limit that prevents emails is reset where it is named', async () => {
    const restore = await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' });
    try {
      await press('Look up');
      await page.getByText('This address has been sent as many links as allowed').waitFor();
      await press('Reset the limit');
      await page.getByText('Reset. Counting starts again.').waitFor();
      expect(await page.getByRole('button', { name: 'Reset the limit' }).count()).toBe(0);
    } finally {
      await restore();
    }
  });

  test('an open link is revoked after confirmation, and shown as such', async () => {
    const link = await linkFor(user, clients.web, { emailNumber: 3 });
    await press('Look up');
    await page.getByRole('button', { name: 'Revoke link: ' }).click();
    await dialog('Revoke link').getByText('will no longer work').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog('Revoke link').getByRole('button', { name: 'Revoke link', exact: true }).click();
    await page.getByText('The link was revoked.').waitFor();
    expect(await page.getByRole('button', { name: 'Revoke link: ' }).count()).toBe(0);
    await page.locator('.line').getByText('revoked, or not emailed in time').waitFor();
    expect(await openLink(link)).toBe(401);
  });

  test('emails have lines of time, in all languages and on phones; a service’s words stay text', async () => {
    const at = Date.now();
    const email = {
      id: 'email',
      kind: 'magic-link',
      client_id: 'demo-web',
      client_name: 'Demo Web',
      network: '2001:db8:1:2::/64',
      link: 'link',
      route: 'main',
      service_id: `id-${'0123456789abcdef'.repeat(4)}`,
      state: 'bounced',
      state_at: at + 900,
      sent_at: at,
      millis: 412,
      words: `550 ${MARKUP} mailbox unavailable`,
      scanned_at: at + 5000,
      opened_at: at + 65_000,
      used_at: null,
      rejected: 'expired',
      rejected_at: at + 90_000,
    };
    const link = {
      ...{ id: 'link', client_id: 'demo-web', client_name: 'Demo Web', state: 'issued' },
      ...{ requested_at: Math.floor(at / 1000), expires_at: Math.floor(at / 1000) + 900 },
      ...{ rejected: 'expired', rejected_at: Math.floor(at / 1000) + 90, used_at: null },
    };
    await page.route('**/users/lookup', async (route) => {
      const response = await route.fetch();
      const emails = [
        email,
        { ...email, id: 'other', kind: 'passkey-added', link: null, state: 'delivered' },
      ];
      const json = { ...(await response.json()), emails, links: [link], routes: ['main', 'backup'] };
      await route.fulfill({ response, json });
    });
    await press('Look up');
    await page.locator('.line').getByText('mailbox unavailable').first().waitFor();
    expect(await page.title()).not.toBe('run');
    await seeInAllLanguages(page.locator('.line').first());
    await page.getByRole('button', { name: /^Resend by .*backup/ }).click();
    const question = page.getByRole('dialog');
    await question.getByText('nobody else sees it').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy for your mail team' }).first().click();
    await page.getByText('Copied').first().waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toContain(`Email to ${user}`);
    expect(copied).toContain(email.service_id);
    expect(copied).not.toMatch(/2001:db8|Demo Web|token|verify-email/);
    await page.unroute('**/users/lookup');
    await press('Look up');
  });

  test('the overview counts links by mailbox, in all languages and on phones', async () => {
    await page.route('**/overview?*', async (route) => {
      const response = await route.fetch();
      const host = { sent: 1200, delivered: 1180, opened: 1010, used: 990 };
      const medians = { delivered_p50: 2.4, opened_p50: 25, used_p50: 41 };
      const mailboxes = [
        { host: 'gmail.com', ...host, ...medians },
        {
          host: 'other',
          sent: 7,
          delivered: 6,
          opened: 3,
          used: 2,
          delivered_p50: null,
          opened_p50: null,
          used_p50: null,
        },
      ];
      await route.fulfill({ response, json: { ...(await response.json()), mailboxes, reports: true } });
    });
    await tab.open('Overview');
    await page.getByRole('cell', { name: 'gmail.com' }).waitFor();
    await seeInAllLanguages(page.getByText('gmail.com').first());
    await page.unroute('**/overview?*');
    await tab.open('Users');
    await page.getByLabel('Email address').fill(user);
    await press('Look up');
    await page.getByText('can sign in').waitFor();
  });

  test('one device is forgotten after confirmation, and the other isn’t', async () => {
    expect(await rows().count()).toBe(2);
    expect(await offered()).toBe(2);
    const forget = rows().first().getByRole('button', { name: 'Forget: ' });
    await forget.click();
    await dialog('Forget').getByText('this device no longer offers the account').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog('Forget').getByRole('button', { name: 'Cancel' }).click();
    await dialog('Forget').waitFor({ state: 'detached' });
    expect(await rows().count()).toBe(2);
    await forget.click();
    await dialog('Forget').getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByText('Forgotten.').waitFor();
    await expect.poll(async () => await rows().count(), PATIENT).toBe(1);
    expect(await offered()).toBe(1);
  });

  test('all devices are forgotten after confirmation', async () => {
    await press('Forget all devices');
    await dialog('Forget all devices').getByText('No device offers the account any more').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog('Forget all devices').waitFor({ state: 'detached' });
    expect(await rows().count()).toBe(1);
    await press('Forget all devices');
    await dialog('Forget all devices').getByRole('button', { name: 'Forget all devices' }).click();
    await page.getByText('No remembered devices.', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Forget all devices' }).count()).toBe(0);
    expect(await offered()).toBe(0);
  });

  test('an invalid address is rejected with an explanation, and one without an account says so', async () => {
    await page.getByLabel('Email address').fill('Ada Lovelace');
    await press('Look up');
    const field = page.getByLabel('Email address', { exact: true });
    await page.getByText('This isn’t an email address.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.activeElement.value')).toBe('Ada Lovelace');
    // The error is about what was typed: it goes once that is edited.
    await field.press('End');
    await field.press('x');
    await page.getByText('This isn’t an email address.').waitFor({ state: 'detached' });
    await page.getByLabel('Email address').fill(newAddress('nobody'));
    await press('Look up');
    await page.getByText('There is no account with this address.').waitFor();
  });

  test('typed markup is never executed, and is rejected with an explanation', async () => {
    await page.getByLabel('Email address').fill('"<img/src=x/onerror=alert(1)>"@example.com');
    await press('Look up');
    await page.getByText('This isn’t an email address.').waitFor();
    expect(await page.getByText('There is no account with this address.').count()).toBe(0);
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('markup in an account’s own name is text', async () => {
    const email = newAddress('markup');
    await makeAccount(email);
    // Keycloak's validation of names rejects it, but imported accounts may have it.
    const sql = 'UPDATE USER_ENTITY SET FIRST_NAME = $1, LAST_NAME = $2 WHERE EMAIL = $3';
    await onDatabase((client) => client.query(sql, [MARKUP, '& Sons', email]));
    await (await admin()).cache.clearUserCache({ realm: REALM });
    await page.getByLabel('Email address').fill(email);
    await press('Look up');
    await page.getByText(`${MARKUP} & Sons`, { exact: true }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
  });

  test('no page reported an error except for rejected requests', () => {
    expect(tab.unexpectedErrors(400)).toEqual([]);
  });
});
