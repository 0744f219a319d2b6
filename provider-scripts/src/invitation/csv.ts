/** Reads comma-separated values (RFC 4180), also with the semicolons and tabs that spreadsheets write, and any end of line. */

/** One record: the line that it begins in, from 1, and its fields. */
interface CsvRecord {
  line: number;
  fields: string[];
}

/** The records, without those that are empty; or the line in which a quoted field is never closed, or is followed by other text. */
export type Csv = { records: CsvRecord[] } | { badLine: number };

/** What separates fields: of these the one that the first line has most of. */
const SEPARATORS = [',', ';', '\t'] as const;

/** A line with more fields than this is no list of users. */
const MAX_FIELDS = 100;
/** So much of the first line tells what separates its fields. */
const MAX_HEADING_LENGTH = 10_000;

/**
 * Reads a text; a byte order mark at its beginning doesn't count.
 *
 * @param most after so many records and one the rest isn't read
 */
export function readCsv(text: string, max: number): Csv {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const records: CsvRecord[] = [];
  let line = 1;
  let at = 0;
  while (at < source.length && records.length <= max) {
    const record: CsvRecord = { line, fields: [] };
    for (let goesOn = true; goesOn; ) {
      const read = source.charAt(at) === '"' ? quoted(source, at) : plain(source, at, separator);
      if (read === null) return { badLine: line };
      line += read.lines;
      at = read.end;
      if (record.fields.length < MAX_FIELDS) record.fields.push(read.value.trim());
      const next = source.charAt(at);
      goesOn = next === separator;
      if (goesOn) at++;
      else if (next !== '' && next !== '\r' && next !== '\n') return { badLine: line };
    }
    if (source.charAt(at) === '\r') at++;
    if (source.charAt(at) === '\n') at++;
    line++;
    if (record.fields.some((field) => field !== '')) records.push(record);
  }
  return { records };
}

function separatorOf(source: string): string {
  const first = /^[^\r\n]*/.exec(source.slice(0, MAX_HEADING_LENGTH))?.[0] ?? '';
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0] as string);
}

/** A field, where it ends, and how many ends of lines are in it. */
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

/** RFC 4180, section 2: two quotes in it stand for one. Null where it isn't closed. */
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
