/** The table of README.md that says which versions of Keycloak were tested. */

/** What came of the tests on a version. */
export interface Counts {
  version: string;
  passed: number;
  failed: number;
}

const BEGIN = '<!-- Made by `npm run test:versions -- --write`. -->\n';
const TABLE = /(?:\|.*\n)*/;

/**
 * A document with its table made anew.
 * @throws Error where it has no place for one
 */
export function withVersionsTable(text: string, counts: readonly Counts[], commit: string): string {
  const at = text.indexOf(BEGIN);
  if (at < 0) throw new Error(`no line ${BEGIN}`);
  const behind = text.slice(at + BEGIN.length).replace(/^\n/, '');
  const rows = counts.map(({ version, passed, failed }) => [version, String(passed), String(failed), commit]);
  return (
    text.slice(0, at) +
    BEGIN +
    '\n' +
    table(['Keycloak', 'passed', 'failed', 'at'], rows) +
    behind.replace(TABLE, '')
  );
}

function table(heading: readonly string[], rows: readonly string[][]): string {
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return line(heading) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('');
}
