/**
 * Cuts a CSV file into records while it is read. What stands in quotes never begins a record, even if something is wrong with it: it may be a text that a
 * user wrote, and would become other users' accounts.
 */
import { recordIn } from '../../../provider-scripts/src/links/invitation/csv.ts';
import { Failure } from '../../failure.ts';
import { Collected } from './collected.ts';
import { type Bytes, decoded, tooLong, type Unreadable } from './record.ts';

/** A record's fields, in order. */
export interface Cells {
  readonly line: number;
  readonly cells: readonly string[];
}

const [LINE_FEED, RETURN, QUOTE, SPACE, TAB] = [0x0a, 0x0d, 0x22, 0x20, 0x09];

/**
 * Where in a record a byte stands. `broken`: outside of quotes, in a record whose quotes are wrong, where every quote counts; a line feed ends a
 * record except in `quoted` and `brokenQuoted`.
 */
type State = 'start' | 'plain' | 'quoted' | 'closed' | 'return' | 'broken' | 'brokenQuoted';

/**
 * The records.
 * @param name the file's name, for failures
 * @throws Failure if a quote is never closed: which lines are records can't be told
 */
export async function* csvRecords(
  source: Bytes,
  separator: string,
  name: string,
): AsyncGenerator<Cells | Unreadable> {
  const collected = new Collected();
  const separatorByte = separator.charCodeAt(0);
  let state: State = 'start';
  let [line, first] = [1, 1];
  for await (const chunk of source) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte !== LINE_FEED) {
        state = after(state, byte, separatorByte);
        continue;
      }
      if (!isQuoted(state)) {
        collected.add(chunk.subarray(from, at));
        yield* recordOf(collected, separator, first, line);
        [state, from, first] = ['start', at + 1, line + 1];
      }
      line += 1;
    }
    collected.add(chunk.subarray(from));
  }
  if (isQuoted(state))
    throw new Failure(
      `${name}: line ${first}: a quote in it is never closed, so it can't be told where the next record begins`,
    );
  if (!collected.isEmpty) yield* recordOf(collected, separator, first, line);
}

function isQuoted(state: State): boolean {
  return state === 'quoted' || state === 'brokenQuoted';
}

function after(state: State, byte: number, separator: number): State {
  switch (state) {
    case 'quoted':
      return byte === QUOTE ? 'closed' : 'quoted';
    case 'brokenQuoted':
      return byte === QUOTE ? 'broken' : 'brokenQuoted';
    case 'return':
    case 'broken':
      return byte === QUOTE ? 'brokenQuoted' : 'broken';
    default:
      if (byte === separator) return 'start';
      if (byte === RETURN) return 'return';
      if (state === 'closed') return byte === QUOTE ? 'quoted' : 'broken';
      if (state === 'plain') return 'plain';
      if (byte === QUOTE) return 'quoted';
      return byte === SPACE || byte === TAB ? 'start' : 'plain';
  }
}

/** The record that was collected from the lines `first` to `last`; none if it is blank. */
function* recordOf(
  collected: Collected,
  separator: string,
  first: number,
  last: number,
): Generator<Cells | Unreadable> {
  const isTooLong = collected.isTooLong;
  const bytes = collected.take();
  const read = isTooLong ? tooLong(first) : cellsIn(first, bytes, separator);
  if (read === null) return;
  if ('cells' in read || last === first) yield read;
  else yield { line: first, problem: `${read.problem} (it ends in line ${last})` };
}

function cellsIn(line: number, bytes: Uint8Array, separator: string): Cells | Unreadable | null {
  const record = decoded(line, bytes);
  if (!('text' in record)) return record;
  const text = record.text.replace(/\r$/, '');
  if (text.trim() === '') return null;
  const read = recordIn(text, separator, { steps: text.length + 1 });
  if (typeof read === 'string' || 'badLine' in read) return { line, problem: 'text follows a closed quote' };
  if (read.end === text.length) return { line, cells: read.fields };
  const isReturn = text.charAt(read.end) === '\r';
  return { line, problem: isReturn ? 'a carriage return is in it' : 'a blank precedes an opening quote' };
}
