/**
 * Other tasks of an administrator on Linkgate's pages: overview, limits, referral codes; and the use of every page. In Chromium,
 * on PostgreSQL.
 */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setRealmAttributes } from '../../../support/admin.ts';
import { callAdminApi } from '../../../support/admin-api.ts';
import { type AdministratorTab, openAdministratorTab } from '../../../support/administrator-tab.ts';
import { pagesUrl } from '../../../support/administrators.ts';
import { signedIn } from '../../../support/authorization.ts';
import { violationsOn } from '../../../support/axe.ts';
import { CHROMIUM, catchArrivals, openContext, visit } from '../../../support/chromium.ts';
import { emailTo, linkIn, newAddress } from '../../../support/email.ts';
import { makeClient, type OwnClient } from '../../../support/own-client.ts';
import { PATIENT } from '../../../support/patience.ts';
import { requestLink } from '../../../support/sign-in.ts';

const { clients, serverUrl } = inject('site');
/** The languages, and each one's texts for pending clients and for an invalid limit. */
const TEXTS: Readonly<Record<string, readonly [waiting: string, shape: RegExp]>> = {
  English: [' waiting for approval.', /isn’t of the form count\/seconds/],
  Deutsch: [' auf Freigabe.', /nicht von der Form Anzahl\/Sekunden/],
  Français: [' en attente d’approbation.', /n’a pas la forme nombre\/secondes/],
  Español: [' de aprobación.', /no tiene la forma cantidad\/segundos/],
  日本語: ['件のアプリケーションが承認待ちです。', /「回数\/秒数」の形式でない/],
  العربية: [' بانتظار الموافقة.', /ليست على شكل عدد\/ثوانٍ/],
};
/** The name of the application that is closed for sign-up. */
const CLOSED = newAddress('Closed');
const OVERVIEW = '**/linkgate/overview?*';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the administrators’ pages', () => {
  let tab: AdministratorTab;
  let page: AdministratorTab['page'];
  let press: AdministratorTab['press'];
  let open: AdministratorTab['open'];
  let closed: OwnClient;
  let restore: () => Promise<void>;
  const [user, guest] = [newAddress('user'), newAddress('guest')];

  beforeAll(async () => {
    restore = await setRealmAttributes({ 'linkgate.limit.link-email': '' });
    await signedIn(clients.web, {}, user);
    // A page's requests can be intercepted, a typed URL can't: the link leads to a page.
    const attributes = { 'linkgate.sign-in.sign-up': 'closed', 'linkgate.sign-in.confirm': 'always' };
    closed = await makeClient({ name: CLOSED, attributes });
    tab = await openAdministratorTab();
    ({ page, press, open } = tab);
  });
  afterAll(async () => {
    await tab?.close();
    await closed?.remove();
    await restore?.();
  });

  async function requestForLink(): Promise<number> {
    const { client_id, redirect_uri } = clients.web;
    return (await requestLink({ email: user, client_id, redirect_uri })).status;
  }

  test('the overview shows current problems and recent events', async () => {
    await page
      .locator('.notice')
      .getByText(TEXTS.English?.[0] ?? '')
      .waitFor();
    await page.getByRole('link', { name: 'Review applications' }).click();
    await expect.poll(async () => await page.getByLabel('State').inputValue(), PATIENT).toBe('pending');
    await open('Overview');
    await page.getByRole('radio', { name: 'hour' }).check();
    await page.locator('.plot svg').first().waitFor();
    expect(await page.locator('.key-figure').count()).toBe(5);
    await page.getByText('Show as a table').first().click();
    await page.getByRole('table', { name: 'Links' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a list’s search and state are in the address, and stay on the way back', async () => {
    await open('Applications');
    const search = page.getByLabel('Part of the name or client ID');
    await search.fill('demo');
    await press('Search');
    await page.getByLabel('State').selectOption('approved');
    await expect.poll(() => page.url(), PATIENT).toMatch(/#\/clients\?search=demo&state=approved$/);
    await page.getByRole('link', { name: 'Demo Shop' }).click();
    await page.getByRole('heading', { name: 'Demo Shop' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Demo Shop' }).waitFor();
    expect([await search.inputValue(), await page.getByLabel('State').inputValue()]).toEqual([
      'demo',
      'approved',
    ]);
  });

  test('the frame says who is signed in, and leads to Keycloak’s console', async () => {
    await page.locator('header').getByText(tab.email).waitFor();
    const console = page.getByRole('link', { name: 'Keycloak console' });
    expect(await console.getAttribute('href')).toBe(`${serverUrl}/admin/linkgate/console/#/linkgate`);
  });

  test('a slow operation says that it is in progress', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(OVERVIEW, async (route) => {
      await released;
      await route.continue();
    });
    await open('Applications');
    await open('Overview');
    // The page's other parts show that they are loading, too; this one is held back.
    await expect.poll(() => page.getByRole('status').getByText('Loading…').count(), PATIENT).toBe(1);
    release();
    await page.locator('.plot svg').first().waitFor();
    await expect.poll(async () => await page.getByText('Loading…').count(), PATIENT).toBe(0);
    await page.unroute(OVERVIEW);
  });

  test('a failed operation says what to do, and can be retried', async () => {
    const spans = ['month', 'hour', 'day'];
    for (const [index, [status, text]] of [
      [0, 'Check your connection, then try again.'],
      [403, 'Ask an administrator for the role that allows it'],
      [404, 'Reload the page to see the current state.'],
      [429, 'Wait a while, then try again.'],
      [500, 'Try again; if that doesn’t help, send the line below to the server’s administrator.'],
      [503, 'Try again in a minute'],
    ].entries()) {
      await page.route(OVERVIEW, (route) =>
        status === 0 ? route.abort() : route.fulfill({ status: Number(status), json: {} }),
      );
      await page.getByRole('radio', { name: spans[index % spans.length] ?? '' }).check();
      await page.getByRole('alert').getByText(String(text)).waitFor();
      await page.unroute(OVERVIEW);
      await press('Try again');
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }
    expect(
      tab.unexpectedErrors(403, 404, 429, 500, 503).filter((line) => !line.includes('ERR_FAILED')),
    ).toEqual([]);
  });

  test('a limit is changed after a preview of what it would reject', async () => {
    expect(await requestForLink()).toBe(200);
    await open('Limits');
    const policy = page.getByRole('group', { name: 'Links per email address' });
    await policy.getByLabel('Number of requests', { exact: true }).fill('1');
    await press('Review changes');
    await page.getByText('this would have blocked:').waitFor();
    await page.getByText(/Links per email address: \d+/).waitFor();
    await press('Save');
    await expect
      .poll(async () => await page.getByRole('button', { name: 'Discard changes' }).isDisabled(), PATIENT)
      .toBe(true);
    await page.getByText('Saved. The new limits apply now.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('an invalid limit is rejected with an explanation, and reverted', async () => {
    const networks = page.getByLabel('Networks exempt from limits by IP address');
    const before = await networks.inputValue();
    await networks.fill('<b>nonsense</b>');
    await press('Review changes');
    await page.getByText('isn’t a network such as 10.0.0.0/8.').waitFor();
    expect(await networks.getAttribute('aria-invalid')).toBe('true');
    await press('Discard changes');
    expect(await networks.inputValue()).toBe(before);
  });

  test('another administrator’s limits are kept and shown, and so are one’s own', async () => {
    const sessions = page.getByRole('group', {
      name: 'Requests to the session endpoint per IP address (for developers)',
    });
    const count = (group: Locator) => group.getByLabel('Number of requests', { exact: true });
    const invitations = page.getByRole('group', { name: 'Invitation emails in the realm' });
    await count(sessions).fill('41');
    const theirs = { session: { count: 42, seconds: 60 }, invitations: { count: 77, seconds: 3600 } };
    expect((await callAdminApi('PUT', '/limits', { body: { limits: theirs } })).status).toBe(200);
    await press('Review changes');
    await page.getByText('Another administrator has changed these limits.').waitFor();
    await sessions.getByText('The other administrator set: 42 per minute').waitFor();
    expect([await count(sessions).inputValue(), await count(invitations).inputValue()]).toEqual(['41', '77']);
    await press('Review changes');
    await press('Save');
    await page.getByText('Saved. The new limits apply now.').waitFor();
    const { limits } = (await callAdminApi<{ limits: { name: string }[] }>('GET', '/limits')).json;
    const stored = limits.filter(({ name }) => name === 'invitations' || name === 'session');
    expect(stored).toMatchObject([
      { name: 'invitations', value: { count: 77 } },
      { name: 'session', value: { count: 41 } },
    ]);
    const defaults = { limits: { session: null, invitations: null } };
    expect((await callAdminApi('PUT', '/limits', { body: defaults })).status).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
  });

  test('an address over its limit is looked up, and its limit reset', async () => {
    expect(await requestForLink()).toBe(429);
    await page.getByLabel('Email or IP address').fill(`\t"Somebody" <${user}>`);
    await press('Look up');
    await page.getByText('limit reached').waitFor();
    await press('Reset: Links per email address');
    await page.getByText('Reset. Counting starts again.').waitFor();
    expect(await requestForLink()).toBe(200);
  });

  test('a network is looked up, and one that isn’t counted says so', async () => {
    const statuses = page.getByRole('table', { name: 'Look up and reset' });
    await page.getByLabel('Email or IP address').fill('2001:db8:1:2:3::4');
    await press('Look up');
    await page.getByText('2001:db8:1:2', { exact: false }).waitFor();
    await statuses.getByRole('row', { name: 'Links per IP address' }).getByText('OK').waitFor();
    await page.getByLabel('Email or IP address').fill('127.0.0.1');
    await press('Look up');
    await page.getByText('exempt from limits by IP address', { exact: true }).waitFor();
  });

  test('a referral code is created for a client, shown once and copied; its link contains it', async () => {
    await open('Referral codes');
    await page.getByLabel('Note (optional)').fill('For the fair');
    await page.getByLabel('Uses', { exact: true }).fill('3');
    await page.getByLabel('Application (optional)').fill(CLOSED);
    await page.getByText(closed.client_id, { exact: true }).waitFor();
    await page.getByLabel('Expires (optional)').fill('2099-12-31T00:00');
    await press('Create code');
    const dialog = page.locator('.notice', { hasText: 'Code created' });
    const [code = '', link = ''] = await Promise.all(
      [0, 1].map(async (index) => (await dialog.locator('code').nth(index).textContent()) ?? ''),
    );
    expect(code).toMatch(/^[\w-]{6,}$/);
    expect(await violationsOn(page)).toEqual([]);
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: serverUrl });
    for (const [name, text] of [
      ['Code', code],
      ['Link that includes the code', link],
    ]) {
      await dialog.getByRole('button', { name: `Copy: ${name}` }).click();
      await expect
        .poll(async () => await page.evaluate('navigator.clipboard.readText()'), PATIENT)
        .toBe(text);
    }
    await dialog.getByText('Copied.').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Limits' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave this page?' });
    await leaving.getByText('won’t be shown again').waitFor();
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog.locator('code').first().textContent()).toBe(code);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const created = page.locator('tbody tr', { hasText: CLOSED });
    await created.getByText('2099').waitFor();
    await created.getByText(`…${code.slice(-4)}`, { exact: true }).waitFor();

    const context = await openContext(tab.browser, { locale: 'en' });
    await catchArrivals(context, closed.redirect_uri);
    const newUserPage = await context.newPage();
    await visit(newUserPage, link);
    expect(await newUserPage.inputValue('input[name=referral_code]')).toBe(code);
    await newUserPage.fill('input[name=email]', guest);
    await newUserPage.locator('form button[type=submit]').first().click();
    await newUserPage.locator('#email').waitFor({ state: 'detached' });
    await visit(newUserPage, linkIn(await emailTo(guest)));
    await newUserPage.getByRole('button', { name: guest }).click();
    await newUserPage.getByRole('heading', { name: 'Arrived' }).waitFor();
    await context.close();
    expect(await page.content()).not.toContain(code);
  });

  test('the users it brought are listed, and it is revoked', async () => {
    await open('Overview');
    await open('Referral codes');
    const row = page.locator('tbody tr', { hasText: CLOSED });
    await row.getByRole('link', { name: '1 of 3' }).click();
    await page.getByRole('table', { name: 'Users who signed up with the code' }).getByText(guest).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'All codes' }).click();
    await row.getByRole('button').click();
    await page
      .getByRole('dialog', { name: '(For the fair)' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await row.waitFor({ state: 'detached' });
  });

  describe('with an invalid stored limit', () => {
    let undo: () => Promise<void>;
    beforeAll(async () => {
      undo = await setRealmAttributes({ 'linkgate.limit.session': 'many' });
      await open('Applications');
    });
    afterAll(async () => {
      await undo?.();
    });

    test.each(Object.keys(TEXTS).map((name) => [name]))('every page can be used in %s', async (name) => {
      const [waiting, shape] = TEXTS[name] ?? ['', /./];
      await page.locator('header select').selectOption({ label: name });
      const html = page.locator('html');
      await expect
        .poll(async () => await html.getAttribute('dir'), PATIENT)
        .toBe(name === 'العربية' ? 'rtl' : 'ltr');
      await page.getByRole('link').first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await page.locator('nav.places a[href="#/overview"]').click();
      await page.locator('.notice').getByText(waiting).waitFor();
      await page.locator('.reasons').getByText(shape).waitFor();
      expect(await page.locator('main [lang=en]').count()).toBe(0);
    });

    test('the overview links to the page where the limit is fixed', async () => {
      await page.locator('header select').selectOption({ label: 'English' });
      await open('Overview');
      await page.getByRole('link', { name: 'Fix it: Limits' }).click();
      const policy = page.getByRole('group', {
        name: 'Requests to the session endpoint per IP address (for developers)',
      });
      await policy.getByText('isn’t of the form count/seconds').waitFor();
      await press('Review changes');
      await press('Save');
      await page.getByText('Saved. The new limits apply now.').waitFor();
      await open('Overview');
      await page
        .locator('.notice')
        .getByText(TEXTS.English?.[0] ?? '')
        .waitFor();
      expect(await page.getByRole('link', { name: 'Fix it: Limits' }).count()).toBe(0);
    });
  });

  test('on a phone, in dark colours, from right to left, nothing is cut off', async () => {
    await page.locator('header select').selectOption({ label: 'العربية' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const place of [
      'overview',
      'clients',
      'branding',
      'limits',
      'referral-codes',
      'users',
      'invitations',
    ]) {
      await visit(page, `${pagesUrl()}#/${place}`);
      await page.locator('main h1').waitFor();
      await expect.poll(async () => await page.locator('.progress').count(), PATIENT).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth'), place).toBeLessThanOrEqual(360);
      expect(await violationsOn(page), place).toEqual([]);
    }
  });

  test('by the keyboard alone', async () => {
    // On phones the menu hides the languages.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('header select').selectOption({ label: 'English' });
    await page.locator('html[dir=ltr]').waitFor({ state: 'attached' });
    await page.locator('header select').focus();
    for (const expected of ['Sign out', 'Overview', 'Applications']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toContain(expected);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    await expect.poll(async () => await page.evaluate('document.activeElement.tagName'), PATIENT).toBe('H1');
  });

  test('no page reported an error except for rejected requests', () => {
    expect(tab.unexpectedErrors(400, 409)).toEqual([]);
  });
});
