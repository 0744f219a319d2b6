/** The table of all pages that users can reach (test/fixtures/pages.md); `LINKGATE_WRITE_PAGES=1` writes it. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { CHROMIUM, openChromium } from '../../support/chromium.ts';
import { KEYCLOAK_PAGES } from '../../support/keycloak-pages.ts';
import { type KeycloakThemes, unpackKeycloakThemes } from '../../support/keycloak-themes.ts';
import { describePage, type Row, TABLE, tableOf } from '../../support/page-table.ts';
import { PAGES, type Way } from '../../support/pages.ts';
import { STOCK_PAGES } from '../../support/stock-pages.ts';

const BASE = path.join('theme', 'base', 'login');
/** Keycloak's own theme, and one derived from it. */
const OTHER_THEMES = ['keycloak.v2', 'acme'];

/** What each part of the table shows, by its heading there. */
const PARTS: Readonly<Record<string, { theme: string; pages: Readonly<Record<string, Way>> }>> = {
  'In a Linkgate realm': { theme: 'linkgate', pages: { ...PAGES, ...KEYCLOAK_PAGES } },
  ...Object.fromEntries(
    OTHER_THEMES.map((theme) => [`The step, in the theme ${theme}`, { theme, pages: STOCK_PAGES }]),
  ),
};

describe.skipIf(CHROMIUM === undefined && !process.env.CI).each(Object.keys(PARTS))('%s', (heading) => {
  const { theme = '', pages = {} } = PARTS[heading] ?? {};
  let browser: Browser;
  let themes: KeycloakThemes;
  const rows: Row[] = [];
  const setTheme = async (loginTheme: string) =>
    await (await admin()).realms.update({ realm: 'linkgate' }, { loginTheme });
  beforeAll(async () => {
    browser = await openChromium();
    themes = await unpackKeycloakThemes([BASE]);
    await setTheme(theme);
  });
  afterAll(async () => {
    await setTheme('linkgate');
    await themes?.remove();
    await browser?.close();
  });

  test.each(Object.keys(pages))('the page “%s” is described', async (name) => {
    const way = pages[name] as Way;
    const row = await describePage(browser, [name, way], path.join(themes.folder, BASE));
    rows.push(row);
    expect(row.template).not.toBe('');
    expect(row.title).not.toBe('');
  });

  test('the table is as it was', async () => {
    const text = await readFile(TABLE, 'utf8');
    const part = `## ${heading}\n\n${tableOf(rows)}\n`;
    const start = text.indexOf(`## ${heading}\n`);
    const next = text.indexOf('\n## ', start + 1);
    const end = next === -1 ? text.length : next + 1;
    if (process.env.LINKGATE_WRITE_PAGES)
      await writeFile(TABLE, `${text.slice(0, start)}${part}${next === -1 ? '' : '\n'}${text.slice(end)}`);
    else expect(text.slice(start, end).trim()).toBe(part.trim());
  });
});
