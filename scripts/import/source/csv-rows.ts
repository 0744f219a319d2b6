/** Reads CSV with a heading. */
import { inOneLine } from '../../../provider-scripts/src/platform/engine/one-line.ts';
import { counted } from '../../cli/count.ts';
import { Failure } from '../../failure.ts';
import { csvRecords } from './csv-records.ts';
import type { Bytes, Row, Unreadable } from './record.ts';

/** The CSV files of a product. */
export interface CsvColumns {
  /**
   * Whether what writes them escapes quotes, separators and line breaks that users have written: otherwise a user's name can be another user's
   * line. Null if that isn't known.
   */
  readonly isEscaped: true | null;
  /** Those without which a file can't be read. */
  readonly required: readonly string[];
  /** All that a file may have, if others would be mistakes. */
  readonly known?: readonly string[];
  /** A cell as it was before it was written, where the product changes it. */
  readonly textIn?: (cell: string) => string;
}

/**
 * Each record after the heading, by its columns.
 * @param named what a column is called here
 * @throws Failure for a heading that lacks a column, or has one twice, and for a quote that is never closed
 */
export async function* csvRows(
  source: Bytes,
  separator: string,
  layout: CsvColumns,
  name: string,
  named: (column: string) => string = (column) => column,
): AsyncGenerator<Row | Unreadable> {
  const { textIn = (cell) => cell } = layout;
  let columns: readonly string[] | undefined;
  for await (const record of csvRecords(source, separator, name)) {
    if ('problem' in record) {
      if (columns === undefined) throw new Failure(`${name}: line ${record.line}: ${record.problem}`);
      yield record;
      continue;
    }
    const { line, cells } = record;
    if (columns === undefined) {
      columns = headingOf(
        cells.map((cell) => named(textIn(cell.trim()))),
        layout,
        name,
      );
      continue;
    }
    if (cells.length !== columns.length)
      yield { line, problem: `it has ${counted(cells.length, 'column')}, not ${columns.length}` };
    else yield { line, fields: fieldsOf(columns, cells.map(textIn)) };
  }
  if (columns === undefined) throw new Failure(`${name}: there is no heading`);
}

function headingOf(
  columns: readonly string[],
  { required, known }: CsvColumns,
  name: string,
): readonly string[] {
  const twice = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (twice.length > 0) throw new Failure(`${name}: the heading has a column twice: ${listed(twice)}`);
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new Failure(`${name}: the heading lacks ${missing.join(', ')}; it has: ${listed(columns)}`);
  const unknown = columns.filter((column) => known?.includes(column) === false);
  if (unknown.length > 0)
    throw new Failure(`${name}: the heading has ${listed(unknown)}; use ${known?.join(', ')}`);
  return columns;
}

/** How much is shown of a name, and how many names are. */
const [MAX_NAME_LENGTH, MAX_NAMES] = [40, 20];

/** The names of a file's columns, each in one line and cut. */
function listed(columns: readonly string[]): string {
  const names = columns
    .slice(0, MAX_NAMES)
    .map((name) => inOneLine(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name));
  return [...names, ...(columns.length > MAX_NAMES ? ['…'] : [])].join(', ');
}

function fieldsOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(cells.map((cell, index) => [columns[index] ?? '', cell]));
}
