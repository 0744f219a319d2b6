/** Shows rows to users, in columns as wide as they need to be. */

/** Client names are untrusted: no cell forges a row, writes to the terminal, or changes the following text's direction. */
function inOneLine(cell: string): string {
  return cell.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

/** A table with a line of headings; one without rows is the text `(none)`. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '(none)';
  const all = [headings, ...rows].map((row) => row.map(inOneLine));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
