/** The table in docs/versions.md that says which versions of Keycloak were tested. */
import { markdownTable } from '../cli/markdown.ts';

/** The result of the tests on a version. */
export interface Counts {
  version: string;
  passed: number;
  failed: number;
}

/** Below the project's folder. */
export const VERSIONS_FILE = 'docs/versions.md';

const BEGIN = '<!-- Made by `node scripts/run.mjs test-versions.ts --write`. -->\n\n';
const HEADING = ['Keycloak', 'passed', 'failed', 'at'];
const TABLE = /^(?:\|.*\n)*/;
const ROW = /^\| (\d[\d.]*) +\| (\d+) +\| (\d+) +\| (\S+) +\|$/gm;

/**
 * A document with new rows in its table; rows of other tested versions stay unchanged.
 * @throws Error if it has no place for a table
 */
export function withVersionsTable(
  text: string,
  tested: readonly string[],
  counts: readonly Counts[],
  commit: string,
): string {
  const at = text.indexOf(BEGIN) + BEGIN.length;
  if (at < BEGIN.length) throw new Error(`no line ${BEGIN}`);
  const [before = ''] = TABLE.exec(text.slice(at)) ?? [];
  const rows = new Map<string, string[]>();
  for (const [, version = '', ...cells] of before.matchAll(ROW)) rows.set(version, [version, ...cells]);
  for (const { version, passed, failed } of counts)
    rows.set(version, [version, String(passed), String(failed), commit]);
  const inOrder = tested.map((version) => rows.get(version)).filter((row) => row !== undefined);
  const behind = text.slice(at + before.length);
  return text.slice(0, at) + tableOf(inOrder) + (behind.startsWith('\n') ? '' : '\n') + behind;
}

function tableOf(rows: readonly string[][]): string {
  return `${markdownTable(HEADING, rows)}\n`;
}

/** What is wrong with the page while it says nothing of the newest version of Keycloak; undefined if it names it. */
export function unnamedVersion(page: string, newest: string): string | undefined {
  const named = [...page.matchAll(/\d+\.\d+\.\d+(?![.\d])/g)].map(([version]) => version);
  if (named.includes(newest)) return undefined;
  return `${VERSIONS_FILE}: doesn't name Keycloak ${newest}, the newest: say there what it changes (node scripts/run.mjs check-versions.ts newest)`;
}
