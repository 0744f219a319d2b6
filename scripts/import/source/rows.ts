/** Reads a file's records, whatever its format: a JSON list, a JSON object in each line, or CSV. */
import { separatorOf } from '../../../provider-scripts/src/links/invitation/csv.ts';
import { Failure } from '../../failure.ts';
import { isJsonObject } from '../../json.ts';
import { bytesOf } from './bytes.ts';
import { type CsvColumns, csvRows } from './csv-rows.ts';
import { objectsOf } from './json-list.ts';
import { linesOf } from './lines.ts';
import type { Bytes, Row, TextRecord, Unreadable } from './record.ts';

/** CSV files whose writer doesn't escape what users have written: anybody can write a line of another user, so none is read. */
interface UnescapedCsv {
  readonly isEscaped: false;
  /** What to do instead. */
  readonly instead: string;
}

/** How the records of a product's files are written. */
export interface Layout {
  /** The names of the list in a JSON object; null if the product has no JSON. */
  readonly json: readonly string[] | null;
  readonly csv: CsvColumns | UnescapedCsv;
  /** What a field is called here, where its files have more than one name for it. */
  readonly named?: (field: string) => string;
}

/** Each record of the file. */
export async function* rowsOf(file: string, layout: Layout): AsyncGenerator<Row | Unreadable> {
  yield* rowsIn(bytesOf(file), layout, file);
}

/** Whether a file is CSV of which it isn't known whether it can be trusted to have the lines that its writer meant. */
export async function isDoubtful(file: string, { csv }: Layout): Promise<boolean> {
  if (csv.isEscaped !== null) return false;
  const bytes = bytesOf(file)[Symbol.asyncIterator]();
  const { start } = await peek({ [Symbol.asyncIterator]: () => bytes }, file);
  await bytes.return?.();
  return !isJson(start);
}

/**
 * Each record of a source.
 * @param name the source's name, for failures
 * @throws Failure if it is in none of the layout's formats
 */
export async function* rowsIn(
  source: Bytes,
  { json, csv, named = (field) => field }: Layout,
  name: string,
): AsyncGenerator<Row | Unreadable> {
  const { start, all } = await peek(source, name);
  if (!isJson(start)) {
    if (csv.isEscaped === false) throw new Failure(`${name}: it isn't JSON; ${csv.instead}`);
    // Blank lines may be in front.
    yield* csvRows(all, separatorOf(start.replace(/^\s*\n/, '')), csv, name, named);
    return;
  }
  if (json === null) throw new Failure(`${name}: it is JSON, but a CSV file is expected`);
  for await (const record of isObjectPerLine(start, json) ? linesOf(all) : objectsOf(all, json))
    if (!('text' in record) || record.text.trim() !== '') yield objectIn(record, named);
}

function objectIn(record: TextRecord | Unreadable, named: (field: string) => string): Row | Unreadable {
  if (!('text' in record)) return record;
  const { line, text } = record;
  try {
    const read: unknown = JSON.parse(text);
    if (!isJsonObject(read)) return { line, problem: "it isn't a JSON object" };
    const fields = Object.entries(read).map(([field, value]) => [named(field), value]);
    return { line, fields: Object.fromEntries(fields) };
  } catch {
    return { line, problem: "it isn't valid JSON" };
  }
}

/** Whether each line is an object, as opposed to one object around a list. */
function isObjectPerLine(start: string, names: readonly string[]): boolean {
  const [, name] = /^\s*\{\s*"([^"]{0,64})"\s*:/.exec(firstLine(start)) ?? [];
  return name !== undefined && !names.includes(name);
}

function isJson(start: string): boolean {
  return /^\s*[[{]/.test(start);
}

function firstLine(text: string): string {
  return /^\s*(.*)/.exec(text)?.[1] ?? '';
}

const BOMS_OF_UTF_16: readonly (readonly number[])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
const BOM_OF_UTF_8 = [0xef, 0xbb, 0xbf];
/** How much of the start is looked at. */
const PEEKED_BYTES = 65_536;

/** Looks at the start; `all` has it, too, but not the mark of its encoding. */
async function peek(source: Bytes, name: string): Promise<{ start: string; all: Bytes }> {
  const chunks = source[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  for (let length = 0; length < PEEKED_BYTES; length += parts.at(-1)?.length ?? 0) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    parts.push(value);
  }
  const first = Buffer.concat(parts);
  if (first.length === 0) throw new Failure(`${name}: the file is empty`);
  if (BOMS_OF_UTF_16.some((bom) => bom.every((byte, index) => first[index] === byte)))
    throw new Failure(`${name}: it is UTF-16: save it as UTF-8`);
  const isMarked = BOM_OF_UTF_8.every((byte, index) => first[index] === byte);
  const markLength = isMarked ? BOM_OF_UTF_8.length : 0;
  const all = async function* () {
    let left = markLength;
    for (const part of parts) {
      yield part.subarray(left);
      left = Math.max(0, left - part.length);
    }
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { start: new TextDecoder().decode(first.subarray(markLength, PEEKED_BYTES)), all: all() };
}
