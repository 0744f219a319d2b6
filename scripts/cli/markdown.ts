/** Pieces of Markdown. */

/** In backticks. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Each in backticks, separated by commas. */
export function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

/** A table; single blanks surround its cells, which may be empty. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `|${cells.map(cellOf).join('|')}|`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

function cellOf(text: string): string {
  return text === '' ? ' ' : ` ${text.replaceAll('|', '\\|')} `;
}

/** With a comma for thousands. */
export function grouped(number: number): string {
  return number.toLocaleString('en');
}
