/**
 * An administrator invites users on Linkgate's pages: allows invitations, invites one user and a list, revokes, resends. In
 * Chromium, on PostgreSQL.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { setMailPort } from '../../../support/admin.ts';
import { type AdministratorTab, openAdministratorTab } from '../../../support/administrator-tab.ts';
import { enterPages, makeAdministrator, pagesUrl } from '../../../support/administrators.ts';
import { type Application, startApplication } from '../../../support/application.ts';
import { violationsOn } from '../../../support/axe.ts';
import { CHROMIUM, openContext, visit } from '../../../support/chromium.ts';
import { emailTo, newAddress } from '../../../support/email.ts';
import { invitationIn, makeHomeClient } from '../../../support/invitations.ts';
import type { OwnClient } from '../../../support/own-client.ts';
import { PATIENT } from '../../../support/patience.ts';
import { startSmtpStub } from '../../../support/smtp-stub.ts';

const { clients } = inject('site');
const MARKUP = '<img src=x onerror=alert(1)> & Sons';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('invitations on the administrators’ pages', () => {
  let tab: AdministratorTab;
  let page: AdministratorTab['page'];
  let press: AdministratorTab['press'];
  let home: OwnClient;
  let homePage: Application;
  const guest = newAddress('guest');
  const undo: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    homePage = await startApplication({ body: () => '<h1>Home</h1>' });
    home = await makeHomeClient({ baseUrl: homePage.redirectUri });
    tab = await openAdministratorTab();
    ({ page, press } = tab);
  });
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
  });
  afterAll(async () => {
    await tab?.close();
    await home?.remove();
    await homePage?.close();
  });

  const place = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  const rowOf = (email: string) =>
    page.getByRole('table', { name: 'All invitations' }).locator('tbody tr', { hasText: email });

  test('they are allowed where they were off, and a rejected one shows the reason', async () => {
    await tab.open('Limits');
    await place('Invitations');
    await press('Allow invitations');
    await press('Invite');
    await page.getByLabel('Email address', { exact: true }).fill(` Ada Lovelace <${guest}> `);
    const client = page.getByLabel('Application', { exact: true });
    await client.fill(home.client_id);
    const offered = page.locator(`datalist option[label="${home.client_id}"]`);
    await offered.first().waitFor({ state: 'attached' });
    await client.fill(clients.web.client_id);
    await expect.poll(async () => await page.locator('datalist option').count(), PATIENT).toBe(0);
    await client.fill(clients.service.client_id);
    await press('Send invitation');
    await expect
      .poll(async () => {
        const alert = await page.getByRole('alert').first().boundingBox();
        return alert !== null && alert.y >= 0;
      }, PATIENT)
      .toBe(true);
    await page.locator('.wrong').getByText('Users can’t sign in to this application.').waitFor();
    expect(await page.getByLabel('Email address', { exact: true }).inputValue()).toBe(guest);
    expect(await page.getByLabel('First name (optional)').inputValue()).toBe('Ada');
    expect(await page.getByLabel('Last name (optional)').inputValue()).toBe('Lovelace');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('unsaved changes prompt before the page or tab is left', async () => {
    const email = page.getByLabel('Email address', { exact: true });
    await place('Limits');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await email.inputValue()).toBe(guest);
    await expect.poll(() => page.url(), PATIENT).toBe(`${pagesUrl()}#/invitations`);
    const dialogOpened = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())');
    const ofBrowser = await dialogOpened;
    expect(ofBrowser.type()).toBe('beforeunload');
    await ofBrowser.dismiss();
    expect(await email.inputValue()).toBe(guest);
    await page.goBack();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
    await place('Invitations');
    await press('Invite');
    await expect.poll(async () => await email.inputValue(), PATIENT).toBe('');
  });

  test('a sent one says why it can’t be resent, and is revoked after confirmation', async () => {
    await page.getByLabel('Email address', { exact: true }).fill(guest);
    await page.getByLabel('Application', { exact: true }).fill(home.client_id);
    await press('Send invitation');
    await page.getByText(`Invitation sent to ${guest}.`).waitFor();
    const row = rowOf(guest);
    const resend = row.getByRole('button', { name: `Resend: ${guest}` });
    await resend.waitFor();
    const reason = 'An invitation was sent to this address within the last day.';
    expect([await resend.getAttribute('aria-disabled'), await resend.getAttribute('title')]).toEqual([
      'true',
      reason,
    ]);
    await row.getByText(reason).and(page.locator('.hint')).waitFor();
    const revoke = row.getByRole('button', { name: `Revoke: ${guest}` });
    await revoke.click();
    const dialog = page.getByRole('dialog', { name: 'Revoke' });
    await dialog.getByText(`The invitation of ${guest} stops working`).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const focused = async () => await page.evaluate("document.activeElement.getAttribute('aria-label')");
    await expect.poll(focused, PATIENT).toBe(`Revoke: ${guest}`);
    expect(await row.getByText('sent', { exact: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(`The invitation of ${guest} was revoked.`).waitFor();
    await row.getByText('revoked', { exact: true }).waitFor();
  });

  const users = [newAddress('list'), newAddress('list'), newAddress('list')];
  const list = () => page.getByRole('article').first();

  test('a user who has an account is told about the application only if the administrator wants it', async () => {
    await page.getByLabel('Email address', { exact: true }).fill(tab.email);
    await press('Send invitation');
    await page.getByText('This address already has an account', { exact: false }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await press('Tell them about the application');
    await page.getByText(`Invitation sent to ${tab.email}.`).waitFor();
    await press('Close');
  });

  test('a file is uploaded and validated line by line, and its content is never executed', async () => {
    const lines = [
      'email;name;language;client_id;<b>phone',
      `${users[0]};Ada Lovelace;de;`,
      `${users[1]};;;`,
      `${users[2]};;fr;`,
      `<img/src=x/onerror=alert(1)>@example.com;${MARKUP};<b>;<script>alert(1)</script>`,
    ];
    const buffer = Buffer.from(lines.join('\n'));
    await press('Import list');
    await page
      .getByLabel('Or choose a file:')
      .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await expect
      .poll(async () => await page.getByLabel('Email addresses or spreadsheet rows').inputValue(), PATIENT)
      .toContain(users[0]);
    await page.getByLabel('Default application').fill(home.client_id);
    await press('Check list');
    await list().getByText('3 valid lines. 1 invalid line is left out.').waitFor();
    await list().getByRole('heading', { name: 'users.csv' }).waitFor();
    await list().getByText(tab.email).waitFor();
    await list().getByText('Ignored columns: <b>phone').waitFor();
    await press('Show invalid lines');
    const wrong = page.getByRole('table', { name: 'Invalid lines' }).locator('tbody tr');
    await wrong.first().waitFor();
    expect(await wrong.locator('td').allTextContents()).toEqual(expect.arrayContaining(['5', lines[4]]));
    const downloaded = page.waitForEvent('download');
    await press('Download invalid lines');
    expect(await readFile(await (await downloaded).path(), 'utf8')).toBe(
      `\ufeff${lines[0]}\r\n${lines[4]}\r\n`,
    );
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a mistyped default application is told at its field, the list stays, and no draft is left', async () => {
    await page.getByRole('link', { name: 'All invitations' }).click();
    await press('Import list');
    const typed = `${newAddress('kept')}\n${newAddress('kept')}`;
    const lines = page.getByLabel('Email addresses or spreadsheet rows');
    await lines.fill(typed);
    const client = page.getByLabel('Default application');
    await expect.poll(async () => await client.inputValue(), PATIENT).toBe(home.client_id);
    const searched = page.waitForResponse((response) => response.url().includes('search=linkgate-admin'));
    await client.fill('linkgate-admin');
    await searched;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    expect(await page.locator('datalist option').count()).toBe(0);
    await client.fill('shop-misspelt');
    await press('Check list');
    await page.locator('.wrong').getByText('Application not found.').waitFor();
    expect(await lines.inputValue()).toBe(typed);
    expect(await client.inputValue()).toBe('shop-misspelt');
    await client.fill(home.client_id);
    await lines.fill('nobody\nnobody else');
    await press('Check list');
    await page.getByText('Line 2, Email address: This isn’t an email address.').waitFor();
    expect(await lines.inputValue()).toBe('nobody\nnobody else');
    await page.getByRole('link', { name: 'Lists' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave without saving' })
      .click();
    await list().getByRole('heading', { name: 'users.csv' }).waitFor();
  });

  test('a draft is discarded after confirmation, and only the newest has the primary button', async () => {
    await page.getByRole('link', { name: 'All invitations' }).click();
    await press('Import list');
    await page
      .getByLabel('Email addresses or spreadsheet rows')
      .fill(`Ada <${newAddress('list')}>, ${newAddress('list')}`);
    // The page suggests that of the newest invitation, once the server has named it.
    await expect
      .poll(async () => await page.getByLabel('Default application').inputValue(), PATIENT)
      .toBe(home.client_id);
    await press('Check list');
    await list().getByRole('heading', { name: 'Pasted list' }).waitFor();
    await list().getByRole('button', { name: 'Send 2 invitations' }).waitFor();
    expect(await page.locator('.batch .button.primary').count()).toBe(1);
    await press('Discard');
    await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Discard' }).click();
    await page.getByText('The list “Pasted list” was discarded.').waitFor();
    await list().getByRole('heading', { name: 'users.csv' }).waitFor();
  });

  test('it is sent while its progress is shown, stopped and resumed', async () => {
    const [unloading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let rejections = 1;
    const stub = await startSmtpStub({
      RCPT: async () => (rejections-- > 0 ? '550 no' : '250 ok'),
      MESSAGE: async () => {
        unloading.resolve();
        await released.promise;
        return '250 ok';
      },
    });
    const restore = await setMailPort(stub.port);
    undo.push(async () => {
      await restore();
      stub.close();
    });
    await press('Send 3 invitations');
    await unloading.promise;
    await press('Stop sending');
    await list().getByText('stopped', { exact: true }).waitFor();
    released.resolve();
    await list().getByRole('progressbar').waitFor();
    await list().getByText('2 of 3', { exact: true }).waitFor();
    await list().getByText('waiting: 1', { exact: false }).waitFor();
    await press('Resume sending');
    await list().getByText('done', { exact: true }).waitFor();
    await list().getByText('3 of 3', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All invitations' }).click();
    await rowOf(users[0] ?? '')
      .getByText('The mail server rejected the email.')
      .waitFor();
    for (const email of users.slice(1)) await rowOf(email).getByText('sent', { exact: true }).waitFor();
    expect(stub.messages).toHaveLength(2);
  });

  test('one that wasn’t sent is resent, and its acceptance is shown', async () => {
    const [email = ''] = users;
    await press(`Resend: ${email}`);
    await page.getByText(`Invitation sent to ${email}.`).waitFor();
    const context = await openContext(tab.browser);
    const invited = await context.newPage();
    await visit(invited, invitationIn(await emailTo(email)));
    expect(await invited.locator('html').getAttribute('lang')).toBe('de');
    await invited.locator('button[name=confirm]').click();
    await invited.getByRole('heading', { name: 'Home' }).waitFor();
    await context.close();
    await page.getByLabel('Email address or name').fill(email.slice(2));
    await press('Search');
    await rowOf(email).getByText('accepted', { exact: true }).waitFor();
    expect(await page.getByRole('table', { name: 'All invitations' }).locator('tbody tr').count()).toBe(1);
    await expect
      .poll(() => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('search'), PATIENT)
      .toBe(email.slice(2));
  });

  test('an invalid line of a list says why in the page’s language', async () => {
    await page.locator('header select').selectOption({ label: 'Deutsch' });
    await press('Liste importieren');
    await page
      .getByLabel('E-Mail-Adressen oder Zeilen einer Tabelle')
      .fill(`Ada <${newAddress('list')}>\nnobody`);
    await page.getByLabel('Standardanwendung').fill(home.client_id);
    await press('Liste prüfen');
    await list().getByText('1 gültige Zeile.', { exact: false }).waitFor();
    await list().getByRole('button', { name: 'Ungültige Zeilen anzeigen' }).click();
    const wrong = list().getByRole('table', { name: 'Ungültige Zeilen' }).locator('tbody tr');
    await wrong.getByText('Das ist keine E-Mail-Adresse.').waitFor();
    expect(await wrong.locator('td').allTextContents()).toEqual([
      '2',
      'nobody',
      'E-Mail-Adresse',
      'Das ist keine E-Mail-Adresse.',
    ]);
    await page.locator('header select').selectOption({ label: 'English' });
  });

  test('they are turned off in the settings', async () => {
    const views = page.getByRole('navigation', { name: 'Invitations' });
    await views.getByRole('link', { name: 'Settings' }).click();
    await press('Turn off invitations');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off invitations' }).click();
    await page.getByRole('button', { name: 'Allow invitations', exact: true }).waitFor();
  });

  test('a user with view-realm only sees the limits, and which role invitations need', async () => {
    const context = await openContext(tab.browser, { locale: 'en' });
    const viewer = await enterPages(context, await makeAdministrator('view-realm', 'view-users'), '#/limits');
    await viewer.locator('dt').getByText('Links per email address', { exact: true }).waitFor();
    expect(await viewer.getByLabel('Number of requests').count()).toBe(0);
    await visit(viewer, `${pagesUrl()}#/invitations`);
    await viewer
      .getByText('Administrators with the role manage-realm can allow them on this page.')
      .waitFor();
    expect(await viewer.getByRole('button', { name: 'Allow invitations' }).count()).toBe(0);
    expect(await violationsOn(viewer)).toEqual([]);
    await context.close();
  });

  test('a user with manage-realm but not view-users reaches the switch, and sees which role the rest needs', async () => {
    const context = await openContext(tab.browser, { locale: 'en' });
    const manager = await enterPages(context, await makeAdministrator('manage-realm'), '#/invitations');
    await manager.getByText('realm-management: view-users').waitFor();
    await manager.getByRole('button', { name: 'Allow invitations' }).click();
    await manager.getByText('Invitations are on in this realm.').waitFor();
    await manager.getByText('realm-management: view-users').waitFor();
    expect(await violationsOn(manager)).toEqual([]);
    await manager.getByRole('button', { name: 'Turn off invitations' }).click();
    const dialog = manager.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Turn off invitations' }).click();
    await manager.getByRole('button', { name: 'Allow invitations' }).waitFor();
    await context.close();
  });

  test('no page reported an error except for rejected requests', () => {
    expect(tab.unexpectedErrors(400, 409)).toEqual([]);
  });
});
