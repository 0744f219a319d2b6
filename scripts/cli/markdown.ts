/** Formats Markdown. */

/** A text in backticks. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Texts in backticks, separated by commas. */
export function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

/** A table with single spaces around its cells, which may be empty. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `|${cells.map(cellOf).join('|')}|`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

function cellOf(text: string): string {
  return text === '' ? ' ' : ` ${text.replaceAll('|', '\\|')} `;
}

/** A number with commas as thousands separators. */
export function grouped(number: number): string {
  return number.toLocaleString('en');
}
