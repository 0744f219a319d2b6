/** An administrator switches settings on the page Settings, with a browser only, in Chromium. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admin, REALM, setLinkSettings, setRealmAttributes } from '../support/admin.ts';
import { type AdministratorTab, openAdministratorTab } from '../support/administrator-tab.ts';
import { enterPages, makeAdministrator, pagesUrl } from '../support/administrators.ts';
import { violationsOn } from '../support/axe.ts';
import { CHROMIUM, openContext, visit } from '../support/chromium.ts';
import { npmRunHere } from '../support/command.ts';
import { makeClient } from '../support/own-client.ts';
import { PATIENT } from '../support/patience.ts';

/** A run of seeding is a process of its own. */
const SEED_MILLIS = 240_000;

/** The settings that the tests change. */
const NAMES = [
  'linkgate.passkeys',
  'linkgate.passkey-offers',
  'linkgate.account-page',
  'linkgate.new-device-notices',
  'linkgate.backend-links',
  'linkgate.client-id-metadata-documents',
  'linkgate.allowed-protocols',
  'linkgate.refresh-tokens-of-new-clients',
  'linkgate.unknown-scopes',
];

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the page Settings', () => {
  let tab: AdministratorTab;
  let page: Page;
  const undo: (() => Promise<void>)[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    tab = await openAdministratorTab();
  });
  afterAll(() => tab?.close());
  beforeEach(async () => {
    undo.push(await setRealmAttributes(Object.fromEntries(NAMES.map((name) => [name, '']))));
    undo.push(await setLinkSettings({ confirm: '', lifetime: '' }));
    // A tab of its own: what a failed test has entered is none of the next one's.
    page = await tab.context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await visit(page, pagesUrl());
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });
  afterEach(async () => {
    await page.close();
    expect(errors.splice(0)).toEqual([]);
    for (const one of undo.splice(0).reverse()) await one();
  });

  const field = (name: string, on = page) => on.getByRole('group', { name, exact: true });
  const stored = async (name: string) =>
    (await admin()).realms.findOne({ realm: REALM }).then((realm) => realm?.attributes?.[name]);
  const step = () => page.locator('.section', { hasText: 'Used for: sign-in' });
  const saveRealm = () => page.getByRole('button', { name: 'Save: Realm' });
  const dialog = () => page.getByRole('dialog');
  const confirm = () => dialog().getByRole('button', { name: 'Save', exact: true });
  async function openSettings(): Promise<void> {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  }
  async function save(button: Locator = saveRealm()): Promise<void> {
    await button.click();
    await confirm().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
  }

  test.each([
    ['linkgate.passkeys', 'Passkeys', 'true'],
    ['linkgate.account-page', 'The user’s own page', 'true'],
    ['linkgate.new-device-notices', 'Notices of new devices', 'true'],
    ['linkgate.backend-links', 'Links by API', 'true'],
    ['linkgate.client-id-metadata-documents', 'Client ID metadata documents', 'trusted'],
  ])('%s is switched on in four clicks from the overview', async (name, label, value) => {
    await openSettings();
    if (value === 'true') await field(label).getByRole('radio', { name: 'On' }).click();
    else await field(label).getByRole('combobox').selectOption(value);
    await field(label).getByText('Not the default').waitFor();
    await saveRealm().click();
    await dialog().getByText(label).waitFor();
    await confirm().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored(name)).toBe(value);
  });

  test('the step’s setting is changed in as many, and reset', async () => {
    await openSettings();
    await step().getByRole('combobox', { name: 'Confirm page' }).selectOption('always');
    const saveStep = step().getByRole('button', { name: /^Save: Sign-in step/ });
    await saveStep.click();
    await dialog().getByText('Then: always').waitFor();
    await confirm().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await expect
      .poll(() => step().getByRole('combobox', { name: 'Confirm page' }).inputValue(), PATIENT)
      .toBe('always');
    await step().getByRole('button', { name: 'Reset to the default: Confirm page' }).click();
    await step().getByRole('spinbutton', { name: 'Link lifetime' }).fill('300');
    await saveStep.click();
    await dialog().getByText('Then: never').waitFor();
    await dialog().getByText('Then: 5 minutes').waitFor();
    await confirm().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await expect
      .poll(() => step().getByRole('combobox', { name: 'Confirm page' }).inputValue(), PATIENT)
      .toBe('never');
  });

  test('a misspelt value is shown with what is wrong and what acts, and mended', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.new-device-notices': 'ture' }));
    await openSettings();
    const notices = field('Notices of new devices');
    await notices.getByText(/ture.*which isn’t one of: .*true, false/).waitFor();
    await notices.getByText('it counts as: Off').waitFor();
    await notices.getByRole('radio', { name: 'On' }).click();
    await expect.poll(() => notices.getByText(/ture.*which/).count(), PATIENT).toBe(0);
    await save();
    expect(await stored('linkgate.new-device-notices')).toBe('true');
  });

  test('a value that the server rejects is told at its field, and nothing is lost', async () => {
    await openSettings();
    const protocols = field('Other protocols');
    await protocols.getByRole('textbox').fill('SAML!');
    await saveRealm().click();
    await confirm().click();
    await protocols.getByText('isn’t a value like').waitFor();
    expect(await protocols.getByRole('textbox').inputValue()).toBe('SAML!');
    await protocols.getByRole('textbox').fill(' saml,  docker-v2 ');
    await save();
    expect(await stored('linkgate.allowed-protocols')).toBe('saml docker-v2');
  });

  test('two administrators don’t overwrite each other', async () => {
    await openSettings();
    await field('Client ID metadata documents').getByRole('combobox').selectOption('trusted');
    await field('Links by API').getByRole('radio', { name: 'On' }).click();
    undo.push(
      await setRealmAttributes({
        'linkgate.unknown-scopes': 'ignore',
        'linkgate.client-id-metadata-documents': 'approval',
      }),
    );
    await saveRealm().click();
    await confirm().click();
    const told = page.getByRole('alert');
    await told.getByText('Another administrator has changed these settings.').waitFor();
    await told.getByText('Client ID metadata documents, Unknown scopes').waitFor();
    await field('Client ID metadata documents').getByText('The other administrator set: approval').waitFor();
    expect(await field('Client ID metadata documents').getByRole('combobox').inputValue()).toBe('trusted');
    expect(await field('Unknown scopes').getByRole('combobox').inputValue()).toBe('ignore');
    expect((await stored('linkgate.backend-links')) || null).toBeNull();
    await save();
    expect(await Promise.all(['linkgate.backend-links', 'linkgate.unknown-scopes'].map(stored))).toEqual([
      'true',
      'ignore',
    ]);
    expect(await stored('linkgate.client-id-metadata-documents')).toBe('trusted');
  });

  test('settings are found, an offer and refresh tokens are set by numbers, by keyboard', async () => {
    await openSettings();
    await page.getByLabel('Part of the name or description').fill('passkey-offers');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.setting').count(), PATIENT).toBe(1);
    await field('Offers of a passkey').getByText('Has an effect only if passkeys are on').waitFor();
    await page.getByLabel('Days until the next offer').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('0');
    await page.getByLabel('Part of the name or description').fill('refresh tokens new');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Refresh tokens of new clients' }).selectOption('days');
    await page.getByLabel('Number of days').fill('7');
    await page.keyboard.press('Enter');
    await dialog().getByText('Then: 3 sign-ins, again after 0 days').waitFor();
    await dialog().getByText('Then: 7 days after the sign-in').waitFor();
    await confirm().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await stored('linkgate.passkey-offers')).toBe('3/0');
    expect(await stored('linkgate.refresh-tokens-of-new-clients')).toBe('7');
  });

  test('what a setting needs leads to the other setting, and keeps what was entered', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.passkey-offers': '2/5' }));
    await openSettings();
    await field('Links by API').getByRole('radio', { name: 'On' }).click();
    await field('Offers of a passkey').getByRole('link', { name: 'Passkeys' }).click();
    const focused = await page.evaluate<string>(
      "document.activeElement.closest('[data-setting]').getAttribute('data-setting')",
    );
    expect(focused).toBe('linkgate.passkeys');
    expect(await field('Links by API').getByRole('radio', { name: 'On' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Discard changes: Realm' }).click();
  });

  test('works on a phone, right to left, without violations', async () => {
    undo.push(await setRealmAttributes({ 'linkgate.passkeys': 'on', 'linkgate.account-pages': 'true' }));
    const context = await openContext(tab.browser, { locale: 'ar', viewport: { width: 390, height: 800 } });
    const phone = await enterPages(context, tab.email, '#/settings');
    await phone.locator('[data-setting="linkgate.passkeys"] .wrong').first().waitFor();
    expect(await phone.evaluate('document.documentElement.dir')).toBe('rtl');
    await phone.locator('[data-setting="linkgate.backend-links"] input[value=true]').click();
    expect(await phone.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await violationsOn(phone)).toEqual([]);
    await phone.locator('.buttons.unsaved [type=submit]').click();
    await phone.locator('dialog').waitFor();
    expect(await violationsOn(phone)).toEqual([]);
    await context.close();
    await openSettings();
    await page.getByText('Names without effect').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('what a file set is said, also once it is changed, and is what the next seed run would set back', {
    timeout: SEED_MILLIS,
  }, async () => {
    const signUp = () => step().locator('[data-setting="signUp"]');
    const said = 'Set by realms/linkgate.json: the next seed run sets it back.';
    await openSettings();
    await signUp().getByText(said).waitFor();
    expect(await step().locator('[data-setting="confirm"]').getByText('Set by').count()).toBe(0);
    undo.push(await setLinkSettings({ signUp: 'open' }));
    await page.reload();
    await signUp().getByRole('combobox').selectOption('closed');
    await step()
      .getByRole('button', { name: /^Save: Sign-in step/ })
      .click();
    await confirm().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await signUp().getByText(said).waitFor();
    const { stdout } = await npmRunHere('seed', ['--realm', REALM]);
    // The default is chosen by removing the value.
    expect(stdout).toMatch(/^- config\.signUp: \(none\)\n\+ config\.signUp: "open"$/m);
  });

  test('who may only view the realm changes nothing', async () => {
    const context = await openContext(tab.browser, { locale: 'en' });
    const view = await enterPages(context, await makeAdministrator('view-realm'), '#/settings');
    await field('Passkeys', view).getByText('Off', { exact: true }).waitFor();
    expect(await view.locator('.setting :is(input, select, button)').count()).toBe(0);
    expect(await view.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    expect(await violationsOn(view)).toEqual([]);
    await context.close();
  });

  test('a client’s settings stand on its page, and a change elsewhere isn’t overwritten', async () => {
    const client = await makeClient();
    undo.push(async () => await client.remove());
    const model = async () => {
      const [found] = await (await admin()).clients.find({ realm: REALM, clientId: client.client_id });
      return found ?? {};
    };
    const { id = '', attributes: before } = await model();
    await visit(page, `${pagesUrl()}#/clients/${id}`);
    await page.getByRole('combobox', { name: 'Confirm page' }).selectOption('always');
    await client.update({ attributes: { ...before, 'linkgate.sign-in.lifetime': '300' } });
    await page.getByRole('button', { name: 'Save: Settings' }).click();
    await dialog().getByText('Then: always').waitFor();
    await confirm().click();
    await page.getByText('The application has changed since you opened it.').waitFor();
    await save(page.getByRole('button', { name: 'Save: Settings' }));
    const { attributes } = await model();
    expect(attributes).toMatchObject({
      'linkgate.sign-in.confirm': 'always',
      'linkgate.sign-in.lifetime': '300',
    });
    expect(await violationsOn(page)).toEqual([]);
  });
});
