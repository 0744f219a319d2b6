/** The figures of the overview on a running page: those that count the same are equal, and parts add up to their whole. */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { callAdminApi } from '../../support/admin-api.ts';
import { type AdministratorTab, openAdministratorTab } from '../../support/administrator-tab.ts';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM } from '../../support/chromium.ts';
import { newAddress } from '../../support/email.ts';
import { PATIENT } from '../../support/patience.ts';
import { linkFor, openLink } from '../../support/sign-in.ts';

interface Seen {
  /** Value and hints by name. */
  figures: Record<string, string[]>;
  /** Counts of each plot's legend, by its labels. */
  legends: Record<string, number>;
  /** The sum of each table of a plot, by its heads. */
  tables: Record<string, number>;
  /** The sum of each list of bars, by its heading. */
  bars: Record<string, number>;
}

/** Runs in the page. */
const READ = `(() => {
  const text = (node) => node.textContent.trim();
  const count = (node) => Number(text(node).replace(/[^0-9]/g, ''));
  const seen = { figures: {}, legends: {}, tables: {}, bars: {} };
  for (const one of document.querySelectorAll('.key-figure'))
    seen.figures[text(one.querySelector('dt'))] = [...one.querySelectorAll('dd')].map(text);
  for (const one of document.querySelectorAll('.legend li')) {
    const [label, number] = text(one).split(':');
    seen.legends[label.trim()] = Number(number.replace(/[^0-9]/g, ''));
  }
  for (const table of document.querySelectorAll('table.figures')) {
    const labels = [...table.querySelectorAll('thead th')].slice(1).map(text);
    for (const row of table.querySelectorAll('tbody tr'))
      [...row.querySelectorAll('td')].forEach((cell, index) => {
        seen.tables[labels[index]] = (seen.tables[labels[index]] ?? 0) + count(cell);
      });
  }
  for (const list of document.querySelectorAll('ul.bars'))
    seen.bars[text(list.parentElement.querySelector('h3'))] = [...list.querySelectorAll('.bar-count')]
      .reduce((sum, one) => sum + count(one), 0);
  return seen;
})()`;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('the overview', () => {
  let tab: AdministratorTab;
  beforeAll(async () => {
    tab = await openAdministratorTab();
  });
  afterAll(async () => tab?.close());

  test('has figures that add up, whichever the period', async () => {
    const { page, open } = tab;
    const email = newAddress();
    const link = await linkFor(email, inject('site').clients.web);
    expect(await openLink(link)).toBe(302);
    expect(await openLink(link)).toBe(401);
    // Nodes add what they have counted from time to time.
    await vi.waitFor(async () => {
      const { json } = await callAdminApi<{ rejected: { used?: number } }>('GET', '/overview?span=hour');
      expect(json.rejected.used).toBeGreaterThan(0);
    }, PATIENT);
    await open('Overview');
    // The day is shown first.
    for (const span of ['hour', 'month', 'day']) {
      const loaded = page.waitForResponse((response) => response.url().includes(`span=${span}`));
      await page.locator('fieldset.switch label', { hasText: span }).click();
      await (await loaded).finished();
      await page.waitForFunction(`document.querySelector('.key-figure') !== null`);
      const { figures, legends, tables, bars } = await page.evaluate<Seen>(READ);
      const figure = (name: string, index = 0) => figures[name]?.[index] ?? '';
      const used = Number(figure('Links used'));
      expect(used).toBeGreaterThan(0);
      expect([legends.used, tables.used]).toEqual([used, used]);
      expect([legends['new accounts'] ?? tables['new accounts'], tables['new accounts']]).toEqual(
        Array(2).fill(Number(figure('New accounts'))),
      );
      const failures = Number(figure('Rejections and failures'));
      const parts = ['links rejected', 'emails not sent', 'limits reached'];
      expect(parts.reduce((sum, part) => sum + (legends[part] ?? 0), 0)).toBe(failures);
      expect(parts.map((part) => tables[part])).toEqual(parts.map((part) => legends[part]));
      const lists = ['Links rejected, by reason', 'Emails not sent', 'Requests rejected, by limit'];
      expect(lists.map((list) => bars[list] ?? 0)).toEqual(parts.map((part) => legends[part]));
      const [, base] = figures['Links used in time'] ?? [];
      expect(base).toBe(`${used} of ${used + (tables['expired unused'] ?? 0)} that were used or expired`);
      const [, part, all] = /^(\d+) of (\d+) sign-ins$/.exec(figure('Sign-ins without email', 1)) ?? [];
      expect(Number(all)).toBeGreaterThan(0);
      expect(figure('Sign-ins without email')).toBe(`${Math.round((100 * Number(part)) / Number(all))}%`);
      expect(bars['From email to click'] ?? 0).toBeLessThanOrEqual(used);
    }
    expect(await violationsOn(page)).toEqual([]);
    if (process.env.LINKGATE_PICTURES !== undefined)
      await page.screenshot({ path: `${process.env.LINKGATE_PICTURES}/overview.png`, fullPage: true });
    expect(tab.unexpectedErrors()).toEqual([]);
  });
});
