/** Formats rows as a table with aligned columns. */

/** Client names are untrusted: removes characters that forge a row, control the terminal, or change the text's direction. */
function sanitized(cell: string): string {
  return cell.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

/** A table with a line of headings; `(none)` without rows. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '(none)';
  const all = [headings, ...rows].map((row) => row.map(sanitized));
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
