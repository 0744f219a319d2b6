/** The page *Sign-up rules* in Chromium: lists are checked and saved, a list of disposable domains is fetched; in any colours, width and direction. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { type AdministratorTab, openAdministratorTab } from '../../support/administrator-tab.ts';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM } from '../../support/chromium.ts';
import { type DocumentSite, openDocumentSite } from '../../support/document-site.ts';
import { PATIENT } from '../../support/patience.ts';

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the page for sign-up rules', () => {
  let tab: AdministratorTab;
  let site: DocumentSite;
  const undo: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    site = await openDocumentSite();
    site.serve('/list.txt', { body: 'short.example\nother.example' });
    undo.push(
      await setRealmAttributes({
        'linkgate.sign-up-rules': 'true',
        'linkgate.sign-up-disposable': 'reject',
        'linkgate.sign-up-disposable-list': `${site.origin}/list.txt`,
      }),
    );
    tab = await openAdministratorTab();
  });
  afterAll(async () => {
    await tab?.close();
    await callAdminApi('PUT', '/sign-up-rules', { body: { denied: [], allowed: [] } });
    for (const back of undo.reverse()) await back();
    await site?.close();
  });
  afterEach(() => {
    expect(tab.unexpectedErrors(400)).toEqual([]);
  });

  test('checks the lists, names a line that is none, and saves them', async () => {
    const { page, press, open } = tab;
    await open('Sign-up rules');
    await page.getByText('The built-in list has').waitFor();
    await page.getByLabel('Denied').fill('spam.example\n\ncom\n*.spam.example');
    await press('Save');
    await page.getByText('Denied, line 3').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Denied').fill('Spam.example\n\n*.spam.example');
    await press('Check against the last month');
    await page.getByText(/created in the last 30 days/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await press('Save');
    await expect
      .poll(async () => await page.getByLabel('Denied').inputValue(), PATIENT)
      .toBe('*.spam.example\nspam.example');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('has the list of an address fetched, and says how that went', async () => {
    const { page, press } = tab;
    await press('Fetch now');
    await page.getByText('The list is being fetched.').waitFor();
    await expect
      .poll(async () => {
        const { json } = await callAdminApi<{ disposable: { list: string } }>('GET', '/sign-up-rules');
        return json.disposable.list;
      }, PATIENT)
      .toBe('fetched');
    await page.reload();
    await page.getByText('The fetched list has 2 domains.').waitFor();
    site.serve('/list.txt', { status: 404 });
    await press('Fetch now');
    await expect
      .poll(async () => {
        const { json } = await callAdminApi<{ disposable: { source: { failed_at: number | null } } }>(
          'GET',
          '/sign-up-rules',
        );
        return json.disposable.source.failed_at;
      }, PATIENT)
      .not.toBeNull();
    await page.reload();
    await page.getByText('answers with status 404').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.evaluate(`location.hash = '#/'`);
    await page.getByText('The list of disposable domains can’t be fetched since').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.evaluate(`location.hash = '#/sign-up-rules'`);
    await page.getByText('answers with status 404').waitFor();
  });

  test.each([
    ['light', 1200, 'en'],
    ['dark', 1200, 'en'],
    ['light', 390, 'en'],
    ['dark', 390, 'en'],
    ['light', 1200, 'ar'],
    ['dark', 390, 'ar'],
  ] as const)('fits and is accessible: %s, %i pixels, %s', async (colorScheme, width, language) => {
    const { page } = tab;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.locator('label.language select').selectOption(language);
    await expect.poll(async () => await page.locator('html').getAttribute('lang'), PATIENT).toBe(language);
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await violationsOn(page)).toEqual([]);
    if (process.env.LINKGATE_PICTURES !== undefined)
      await page.screenshot({
        path: `${process.env.LINKGATE_PICTURES}/sign-up-rules-${colorScheme}-${width}-${language}.png`,
        fullPage: true,
      });
  });
});
