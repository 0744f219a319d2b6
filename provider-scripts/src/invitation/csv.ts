/** Reads comma-separated values (RFC 4180), also with the semicolons and tabs that spreadsheets write, and any end of line. */

/** A record: its first line, from 1, its fields, and its text. */
export interface CsvRecord {
  line: number;
  fields: string[];
  source: string;
}

/** The non-empty records; or the line in which a quoted field is never closed, or is followed by other text. */
export type Csv = { records: CsvRecord[] } | { badLine: number };

/** Field separators: the most frequent one in the first line that isn't empty is used. */
const SEPARATORS = [',', ';', '\t'] as const;

/** The maximum number of fields that are read of a line. */
const MAX_FIELDS = 100;
/** How many characters of the first line are searched for separators. */
const MAX_HEADING_LENGTH = 10_000;

/**
 * Reads a text.
 *
 * @param max the number of records after which reading stops
 */
export function readCsv(source: string, max: number): Csv {
  const separator = separatorOf(source);
  const records: CsvRecord[] = [];
  let line = 1;
  let at = 0;
  while (at < source.length && records.length <= max) {
    const record: CsvRecord = { line, fields: [], source: '' };
    const start = at;
    for (let hasNext = true; hasNext; ) {
      const read = source.charAt(at) === '"' ? quoted(source, at) : plain(source, at, separator);
      if (read === null) return { badLine: line };
      line += read.lines;
      at = read.end;
      if (record.fields.length < MAX_FIELDS) record.fields.push(read.value.trim());
      const next = source.charAt(at);
      hasNext = next === separator;
      if (hasNext) at++;
      else if (next !== '' && next !== '\r' && next !== '\n') return { badLine: line };
    }
    record.source = source.slice(start, at);
    if (source.charAt(at) === '\r') at++;
    if (source.charAt(at) === '\n') at++;
    line++;
    if (record.fields.some((field) => field !== '')) records.push(record);
  }
  return { records };
}

function separatorOf(source: string): string {
  const first = /[^\r\n]+/.exec(source.slice(0, MAX_HEADING_LENGTH))?.[0] ?? '';
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0] as string);
}

/** A field, its end, and the number of line breaks in it. */
interface Field {
  value: string;
  end: number;
  lines: number;
}

function plain(source: string, start: number, separator: string): Field {
  let end = start;
  for (; end < source.length; end++) {
    const character = source.charAt(end);
    if (character === separator || character === '\r' || character === '\n') break;
  }
  return { value: source.slice(start, end), end, lines: 0 };
}

/** RFC 4180, section 2: two quotes are one escaped quote. Null if the field is never closed. */
function quoted(source: string, start: number): Field | null {
  let from = start + 1;
  let value = '';
  for (;;) {
    const end = source.indexOf('"', from);
    if (end < 0) return null;
    value += source.slice(from, end);
    if (source.charAt(end + 1) !== '"')
      return { value, end: end + 1, lines: value.split(/\r\n|\r|\n/).length - 1 };
    value += '"';
    from = end + 2;
  }
}
