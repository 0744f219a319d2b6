/** What else an administrator does on Linkgate's pages: limits, referral codes, people, the overview. In Chromium. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setRealmAttributes } from '../../support/admin.ts';
import { enterPages, makeAdministrator, pagesUrl } from '../../support/administrators.ts';
import { signedIn } from '../../support/authorization.ts';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM, openChromium, openContext } from '../../support/chromium.ts';
import { makeHomeClient } from '../../support/invitations.ts';
import { newAddress } from '../../support/mail.ts';
import type { OwnClient } from '../../support/own-client.ts';
import { requestLink } from '../../support/sign-in.ts';

const { clients } = inject('site');
/** The languages, and what each says of clients that wait. */
const WAITING: Readonly<Record<string, string>> = {
  English: 'Clients that wait for approval: ',
  Deutsch: 'Clients, die auf Freigabe warten: ',
  Français: 'Clients en attente d’approbation : ',
  Español: 'Clientes que esperan aprobación: ',
  日本語: '承認を待っているクライアント: ',
  العربية: 'عملاء ينتظرون الموافقة: ',
};

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the administrators’ pages', () => {
  let browser: Browser;
  let page: Page;
  const [person, guest] = [newAddress('person'), newAddress('guest')];
  let home: OwnClient;
  const troubles: string[] = [];
  let putBack: () => Promise<void>;

  beforeAll(async () => {
    browser = await openChromium();
    putBack = await setRealmAttributes({ 'linkgate.rate.link-email': '' });
    await signedIn(clients.web, {}, person);
    home = await makeHomeClient();
    const context = await openContext(browser, { locale: 'en' });
    page = await enterPages(context, await makeAdministrator('realm-admin'));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
  });
  afterAll(async () => {
    await putBack?.();
    await home?.remove();
    await browser?.close();
  });

  const press = async (name: string) => await page.getByRole('button', { name, exact: true }).first().click();
  async function open(name: string): Promise<void> {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async function askForLink(): Promise<number> {
    const { client_id, redirect_uri } = clients.web;
    return (await requestLink({ email: person, client_id, redirect_uri })).status;
  }

  test('the overview says what is wrong now, and what happened', async () => {
    await page.getByText(WAITING.English ?? '').waitFor();
    await page.getByRole('link', { name: 'Mend it: Clients' }).click();
    await expect.poll(async () => await page.getByLabel('State').inputValue()).toBe('pending');
    await open('Overview');
    await page.getByRole('radio', { name: 'hour' }).check();
    await page.locator('.plot canvas').first().waitFor();
    await page.getByText('Figures as a table').first().click();
    await page.getByRole('table', { name: 'Links' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a limit is changed after a look at what it would refuse', async () => {
    expect(await askForLink()).toBe(200);
    await open('Limits');
    const policy = page.getByRole('group', { name: 'Links to an address' });
    await policy.getByLabel('So many', { exact: true }).fill('1');
    await press('See what it would refuse');
    await page.getByText('this would have refused:').waitFor();
    await page.getByText(/Links to an address: \d+/).waitFor();
    await press('Save');
    await expect
      .poll(async () => await page.getByRole('button', { name: 'Undo changes' }).isDisabled())
      .toBe(true);
    await page.getByText('Saved: these limits are in force.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('invitations are allowed where they are off, and a refused one says why in sight', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Invitations' }).click();
    await press('Allow invitations');
    await page.getByLabel('E-mail address', { exact: true }).fill(` Ada Lovelace <${guest}> `);
    const client = page.getByLabel('Leads to this client ID');
    const offered = page.locator(`datalist option[value="${clients.web.client_id}"]`);
    await offered.first().waitFor({ state: 'attached' });
    await client.fill(clients.service.client_id);
    await press('Send the invitation');
    await expect
      .poll(async () => {
        const alert = await page.getByRole('alert').first().boundingBox();
        return alert !== null && alert.y >= 0;
      })
      .toBe(true);
    await page
      .getByRole('alert')
      .getByText('Leads to this client ID: Nobody can sign in at this client.')
      .waitFor();
    expect(await page.getByLabel('E-mail address', { exact: true }).inputValue()).toBe(guest);
    expect(await page.getByLabel('Name (optional)').inputValue()).toBe('Ada Lovelace');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('what isn’t saved is asked about before the page is left, or the tab', async () => {
    const email = page.getByLabel('E-mail address', { exact: true });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Limits' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await email.inputValue()).toBe(guest);
    await expect.poll(() => page.url()).toBe(`${pagesUrl()}#/invitations`);
    const asked = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())');
    const ofBrowser = await asked;
    expect(ofBrowser.type()).toBe('beforeunload');
    await ofBrowser.dismiss();
    expect(await email.inputValue()).toBe(guest);
    await page.goBack();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Invitations' }).click();
    await expect.poll(async () => await email.inputValue()).toBe('');
  });

  test('one that was sent says why it can’t be sent again, and is withdrawn when somebody says so', async () => {
    await page.getByLabel('E-mail address', { exact: true }).fill(guest);
    await page.getByLabel('Leads to this client ID').fill(home.client_id);
    await press('Send the invitation');
    await page.getByText(`Sent to ${guest}.`).waitFor();
    const row = page.locator('tbody tr', { hasText: guest });
    await row
      .getByText('Can’t be sent again now: The address was mailed an invitation within the last day.')
      .waitFor();
    expect(await row.getByRole('button').count()).toBe(1);
    const withdraw = row.getByRole('button', { name: `Withdraw: ${guest}` });
    await withdraw.click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw' });
    await dialog.getByText(`The invitation of ${guest} stops working`).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const focused = async () => await page.evaluate("document.activeElement.getAttribute('aria-label')");
    await expect.poll(focused).toBe(`Withdraw: ${guest}`);
    expect(await row.getByText('sent', { exact: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(`Withdrawn: ${guest}.`).waitFor();
    await row.getByText('withdrawn', { exact: true }).waitFor();
  });

  test('a line of a list that isn’t good says why in the page’s language', async () => {
    await page.locator('header select').selectOption({ label: 'Deutsch' });
    await page.getByLabel('Eine Person je Zeile').fill(`Ada <${newAddress('list')}>\nnobody`);
    await page.getByLabel('Client-ID für Zeilen, die keine nennen').fill(home.client_id);
    await press('Liste prüfen');
    await press('Zeilen mit Fehlern');
    const wrong = page.getByRole('table', { name: 'Zeilen mit Fehlern' }).locator('tbody tr');
    await wrong.getByText('Das ist keine E-Mail-Adresse, an die gesendet werden kann.').waitFor();
    expect(await wrong.locator('td').allTextContents()).toEqual([
      '2',
      'E-Mail-Adresse',
      'Das ist keine E-Mail-Adresse, an die gesendet werden kann.',
    ]);
    await page.locator('header select').selectOption({ label: 'English' });
  });

  test('they are taken back', async () => {
    await press('Allow no more invitations');
    await page.getByRole('dialog').getByRole('button', { name: 'Allow no more invitations' }).click();
    await page.getByRole('button', { name: 'Allow invitations', exact: true }).waitFor();
    await open('Limits');
  });

  test('who may only look at the realm reads the limits, and is told whom to ask for invitations', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const viewer = await enterPages(context, await makeAdministrator('view-realm', 'view-users'), '#/limits');
    await viewer.getByText('Links to an address: ').waitFor();
    expect(await viewer.getByLabel('So many').count()).toBe(0);
    await viewer.goto(`${pagesUrl()}#/invitations`);
    await viewer.getByText('Who has the role manage-realm can allow it on this page.').waitFor();
    expect(await viewer.getByRole('button', { name: 'Allow invitations' }).count()).toBe(0);
    expect(await violationsOn(viewer)).toEqual([]);
    await context.close();
  });

  test('who manages the realm but may see nobody reaches the switch, and is told what the rest takes', async () => {
    const context = await openContext(browser, { locale: 'en' });
    const manager = await enterPages(context, await makeAdministrator('manage-realm'), '#/invitations');
    await manager.getByText('realm-management: view-users').waitFor();
    await manager.getByRole('button', { name: 'Allow invitations' }).click();
    await manager.getByText('People can be invited in this realm.').waitFor();
    await manager.getByText('realm-management: view-users').waitFor();
    expect(await violationsOn(manager)).toEqual([]);
    await manager.getByRole('button', { name: 'Allow no more invitations' }).click();
    const dialog = manager.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Allow no more invitations' }).click();
    await manager.getByRole('button', { name: 'Allow invitations' }).waitFor();
    await context.close();
  });

  test('an address that is over its limit is looked up, and let through again', async () => {
    expect(await askForLink()).toBe(429);
    await page.getByLabel('E-mail or IP address').fill(`\t"Somebody" <${person}>`);
    await press('Look up');
    await page.getByText('used up').waitFor();
    await press('Lift: Links to an address');
    await page.getByText('Lifted').waitFor();
    expect(await askForLink()).toBe(200);
  });

  test('a referral code is made, shown once, and withdrawn', async () => {
    await open('Referral codes');
    await page.getByLabel('Uses', { exact: true }).fill('3');
    await press('Make a code');
    const dialog = page.getByRole('dialog', { name: 'The new code' });
    const code = await dialog.locator('code').first().textContent();
    expect(code).toMatch(/^[\w-]{6,}$/);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: '0 of 3' }).first().click();
    await page.getByText('Nobody yet.').waitFor();
    await page.getByRole('link', { name: 'All codes' }).click();
    await page.getByRole('link', { name: '0 of 3' }).first().waitFor();
    const before = await page.getByRole('link', { name: '0 of 3' }).count();
    await page.locator('tbody tr', { hasText: '0 of 3' }).first().getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect.poll(async () => await page.getByRole('link', { name: '0 of 3' }).count()).toBe(before - 1);
    expect(await page.content()).not.toContain(code);
  });

  test('a person is looked up, told of, and signed out everywhere', async () => {
    await open('People');
    await page.getByLabel('E-mail address of one person').fill(person);
    await press('Look up');
    await page.getByText('can sign in').waitFor();
    await page.getByText('Why does this person get no mail?').waitFor();
    expect(await page.locator('table', { hasText: 'Asked for' }).locator('tbody tr').count()).toBeGreaterThan(
      0,
    );
    expect(await violationsOn(page)).toEqual([]);
    await press('Sign out everywhere');
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
    await dialog.getByText('All sessions of this person end').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByText('Nowhere.').count()).toBe(0);
    await press('Sign out everywhere');
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Signed out everywhere.').waitFor();
    await page.getByText('Nowhere.').waitFor();
  });

  test('what is no address is refused in words, and one without an account says so', async () => {
    await page.getByLabel('E-mail address of one person').fill('Ada Lovelace');
    await press('Look up');
    await page
      .getByRole('alert')
      .getByText('E-mail address of one person: This is no e-mail address.')
      .waitFor();
    await page.getByLabel('E-mail address of one person').fill(newAddress('nobody'));
    await press('Look up');
    await page.getByText('There is no account with this address.').waitFor();
  });

  test('what is typed runs nowhere, and is refused in words', async () => {
    await page.getByLabel('E-mail address of one person').fill('"<img/src=x/onerror=alert(1)>"@example.com');
    await press('Look up');
    await page.getByRole('alert').getByText('This is no e-mail address.').waitFor();
    expect(await page.getByText('There is no account with this address.').count()).toBe(0);
    expect(await page.locator('main img').count()).toBe(0);
  });

  test.each(Object.keys(WAITING).map((name) => [name]))('every page can be used in %s', async (name) => {
    await page.locator('header select').selectOption({ label: name });
    const html = page.locator('html');
    expect(await html.getAttribute('dir')).toBe(name === 'العربية' ? 'rtl' : 'ltr');
    await page.getByRole('link').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('nav.places a[href="#/overview"]').click();
    await page.getByText(WAITING[name] ?? '').waitFor();
  });

  test('on a phone, in dark colours, from right to left, nothing is cut off', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const place of ['overview', 'clients', 'limits', 'referral-codes', 'people']) {
      await page.goto(`${pagesUrl()}#/${place}`);
      await page.locator('main h1').waitFor();
      await expect.poll(async () => await page.locator('.progress').count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth'), place).toBeLessThanOrEqual(360);
      expect(await violationsOn(page), place).toEqual([]);
    }
  });

  test('by the keyboard alone', async () => {
    await page.locator('header select').selectOption({ label: 'English' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('header select').focus();
    for (const expected of ['Sign out', 'Overview', 'Clients']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe(expected);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });

  test('no page reported an error but for what was refused', () => {
    expect(troubles.filter((line) => !/status of 400/.test(line))).toEqual([]);
  });
});
