/** The table of all pages that users can reach (test/fixtures/pages.md): where each is, what it is made of, and what axe finds there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { violationsOn } from './axe.ts';
import { openContext } from './chromium.ts';
import { THEME, textsOf } from './messages.ts';
import type { Way } from './pages.ts';

export const TABLE = path.join(ROOT, 'test', 'fixtures', 'pages.md');

/** A page; `template` is its file without the ending. */
export interface Row {
  name: string;
  address: string;
  title: string;
  template: string;
  words: string;
  axe: string;
}

/** The columns, as the table heads them. */
const COLUMNS = {
  name: 'Page',
  address: 'Address below the realm',
  title: 'Title',
  template: 'Template',
  words: 'Words',
  axe: 'axe',
} as const satisfies Record<keyof Row, string>;

/** Where a template's words come from, in Linkgate's theme. */
function wordsOf(template: string, keycloakTemplates: string): string {
  if (template.startsWith('linkgate-')) return 'Linkgate’s';
  if (existsSync(path.join(THEME, 'login', `${template}.ftl`)))
    return 'Linkgate’s, in place of Keycloak’s template';
  const text = readFileSync(path.join(keycloakTemplates, `${template}.ftl`), 'utf8');
  const keys = new Set([...text.matchAll(/msg\(["']([\w-]+)["']/g)].map(([, key]) => key ?? ''));
  const own = new Set(textsOf('login', 'en').map(([key]) => key));
  const replaced = [...keys].filter((key) => own.has(key)).length;
  if (replaced === 0) return 'Keycloak’s';
  return `Keycloak’s template, ${replaced} of ${keys.size} texts Linkgate’s`;
}

/** Runs in the page. */
const SEEN = `({
  title: document.title,
  template: document.body.dataset.pageId ?? '',
  address: location.pathname,
  execution: new URLSearchParams(location.search).get('execution') ?? '',
})`;

interface Seen {
  title: string;
  template: string;
  address: string;
  execution: string;
}

/** What differs from run to run. */
function constant(text: string): string {
  return text
    .replace(/^\/realms\/[^/]+/, '')
    .replace(/[\w.-]+@example\.(?:com|org)/g, '{email}')
    .replace(/\b(?:step|linkgate|realm)-[0-9a-f]{8}\b/g, '{realm}')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    .trim();
}

/** Opens a page, and describes it. */
export async function describePage(
  browser: Browser,
  [name, way]: readonly [string, Way],
  keycloakTemplates: string,
): Promise<Row> {
  const context = await openContext(browser, { viewport: { width: 1000, height: 800 } });
  try {
    const page = await context.newPage();
    await way(page, { client: inject('site').clients.web, language: 'en' });
    await page.waitForLoadState();
    const { title, template: id, address, execution } = await page.evaluate<Seen>(SEEN);
    const template = id.replace(/^login-/, '');
    const isAction = /^[A-Z]|^webauthn|^delete|^idp/.test(execution);
    const rules = (await violationsOn(page)).map((one) => one.split(' ')[0] ?? '');
    return {
      name,
      address: constant(address) + (isAction ? `?execution=${execution}` : ''),
      title: constant(title),
      template,
      words: wordsOf(template, keycloakTemplates),
      axe: [...new Set(rules)].sort().join(', ') || 'none',
    };
  } finally {
    await context.close();
  }
}

/** The rows as a table. */
export function tableOf(rows: readonly Row[]): string {
  const keys = Object.keys(COLUMNS) as (keyof Row)[];
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(keys.map((key) => COLUMNS[key])),
    line(keys.map(() => '---')),
    ...rows.map((row) => line(keys.map((key) => (key === 'template' ? `\`${row[key]}\`` : row[key])))),
  ].join('\n');
}

/** The templates that the table names. */
export function templatesInTable(): Set<string> {
  return new Set(
    [...readFileSync(TABLE, 'utf8').matchAll(/\| `([\w-]+)` \|/g)].map(([, name]) => name ?? ''),
  );
}

/** The templates in a folder that are pages, not parts of them. */
export function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ftl'))
    .filter((name) =>
      /<@layout\.registrationLayout|<@template\.registrationLayout/.test(
        readFileSync(path.join(folder, name), 'utf8'),
      ),
    )
    .map((name) => name.slice(0, -'.ftl'.length))
    .sort();
}
