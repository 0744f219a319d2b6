/** The table in docs/proof.md that says which versions of Keycloak were tested. */
import { blockOf, withBlock } from '../cli/blocks.ts';
import { markdownTable } from '../cli/markdown.ts';
import { PROOF_FILE } from '../test/proof.ts';

/** The result of the tests on a version. */
export interface Counts {
  version: string;
  passed: number;
  failed: number;
}

const BY = '`node scripts/run.mjs test-versions.ts --write`';
const HEADING = ['Keycloak', 'passed', 'failed', 'at'];
const ROW = /^\| (\d[\d.]*) +\| (\d+) +\| (\d+) +\| (\S+) +\|$/gm;

/**
 * A page with new rows in its table; rows of other tested versions stay unchanged.
 * @throws Failure if it has no place for a table
 */
export function withVersionsTable(
  text: string,
  tested: readonly string[],
  counts: readonly Counts[],
  commit: string,
): string {
  const before = blockOf(text, BY);
  const rows = new Map<string, string[]>();
  for (const [, version = '', ...cells] of before.matchAll(ROW)) rows.set(version, [version, ...cells]);
  for (const { version, passed, failed } of counts)
    rows.set(version, [version, String(passed), String(failed), commit]);
  const inOrder = tested.map((version) => rows.get(version)).filter((row) => row !== undefined);
  return withBlock(text, BY, markdownTable(HEADING, inOrder));
}

/** What is wrong with the page while it says nothing of the newest version of Keycloak; undefined if it names it. */
export function unnamedVersion(page: string, newest: string): string | undefined {
  const named = [...page.matchAll(/\d+\.\d+\.\d+(?![.\d])/g)].map(([version]) => version);
  if (named.includes(newest)) return undefined;
  return `${PROOF_FILE}: doesn't name Keycloak ${newest}, the newest: say there what it changes (node scripts/run.mjs check-versions.ts newest)`;
}
