/** Reads CSV with a heading, from a file's lines; a quoted field may have several. */
import { recordIn, separatorOf } from '../../../provider-scripts/src/links/invitation/csv.ts';
import { Failure } from '../../failure.ts';
import { MAX_RECORD_BYTES, type Row, type TextRecord, type Unreadable } from './record.ts';

/** The columns of a product's files. */
export interface CsvColumns {
  /** Those without which a file can't be read. */
  readonly required: readonly string[];
  /** All that a file may have, if others would be mistakes. */
  readonly known?: readonly string[];
  /** For files without a heading: their columns, of which the last ones may be missing in a line. */
  readonly fixed?: readonly string[];
  /** How many columns a line of such a file has at least. */
  readonly min?: number;
}

/** A record's fields, in order. */
interface Cells {
  readonly line: number;
  readonly cells: readonly string[];
}

/** How many lines a record may have. */
const MAX_LINES = 1000;

/**
 * Each record after the heading, by its columns.
 * @throws Failure for a heading that lacks a column, or has one twice
 */
export async function* csvRows(
  lines: AsyncIterable<TextRecord | Unreadable>,
  layout: CsvColumns,
  name: string,
): AsyncGenerator<Row | Unreadable> {
  const { fixed, min = 1 } = layout;
  let columns = fixed;
  for await (const record of recordsIn(lines, fixed && ',')) {
    if ('problem' in record) {
      if (columns === undefined) throw new Failure(`${name}: line ${record.line}: ${record.problem}`);
      yield record;
      continue;
    }
    const { line, cells } = record;
    if (columns === undefined) {
      columns = headingOf(cells, layout, name);
      continue;
    }
    const few = fixed === undefined ? columns.length : min;
    if (cells.length < few || cells.length > columns.length)
      yield { line, problem: `it has ${cells.length} columns, not ${columns.length}` };
    else yield { line, fields: fieldsOf(columns, cells) };
  }
  if (columns === undefined) throw new Failure(`${name}: there is no heading`);
}

function headingOf(
  cells: readonly string[],
  { required, known }: CsvColumns,
  name: string,
): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  const twice = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (twice.length > 0) throw new Failure(`${name}: the heading has a column twice: ${twice.join(', ')}`);
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new Failure(
      `${name}: the heading lacks ${missing.join(', ')}; it has: ${columns.join(', ').slice(0, 500)}`,
    );
  const unknown = columns.filter((column) => known?.includes(column) === false);
  if (unknown.length > 0)
    throw new Failure(`${name}: the heading has ${unknown.join(', ')}; use ${known?.join(', ')}`);
  return columns;
}

function fieldsOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
}

/** The records; after one that never ends, reading goes on in its second line. */
async function* recordsIn(
  lines: AsyncIterable<TextRecord | Unreadable>,
  separator: string | undefined,
): AsyncGenerator<Cells | Unreadable> {
  const open = new OpenRecord(separator);
  for await (const line of lines) {
    if ('text' in line) yield* open.add(line);
    else {
      yield* open.abandon();
      yield line;
    }
  }
  yield* open.abandon();
}

/** The lines of a record that may go on. */
class OpenRecord {
  #lines: TextRecord[] = [];
  #length = 0;
  #separator: string | undefined;

  constructor(separator: string | undefined) {
    this.#separator = separator;
  }

  /** Adds a line; returns the record that ends in it, or what is wrong. */
  *add(line: TextRecord): Generator<Cells | Unreadable> {
    const isFirst = this.#lines.length === 0;
    if (isFirst && line.text.trim() === '') return;
    this.#separator ??= separatorOf(line.text);
    this.#lines.push(line);
    this.#length += line.text.length;
    // A line without a quote ends no open field.
    if (isFirst || line.text.includes('"')) yield* this.#read(this.#separator);
    if (this.#length > MAX_RECORD_BYTES || this.#lines.length > MAX_LINES) yield* this.abandon();
  }

  /** Gives the record up: its first line is wrong, and what follows is read anew. */
  *abandon(problem = 'a quote in it is never closed'): Generator<Cells | Unreadable> {
    const [first, ...rest] = this.#take();
    if (first === undefined) return;
    yield { line: first.line, problem };
    for (const line of rest) yield* this.add(line);
    yield* this.abandon();
  }

  *#read(separator: string): Generator<Cells | Unreadable> {
    const text = this.#lines.map((line) => line.text).join('\n');
    const read = recordIn(text, separator, { steps: text.length + 1 });
    if (read === 'open') return;
    if (read === 'work' || 'badLine' in read) yield* this.abandon('text follows a closed quote');
    else if (read.end < text.length) yield* this.abandon('a carriage return is in it');
    else yield { line: this.#take()[0]?.line ?? 0, cells: read.fields };
  }

  #take(): TextRecord[] {
    const lines = this.#lines;
    [this.#lines, this.#length] = [[], 0];
    return lines;
  }
}
