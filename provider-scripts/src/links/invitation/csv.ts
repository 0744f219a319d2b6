/** Reads comma-separated values (RFC 4180), also with the semicolons and tabs that spreadsheets write, and any end of line. */
import { afterLineEnd, endOfLine, MAX_LINE_LENGTH, spend, type Work } from './work.ts';

/** A record: its first line, from 1, its fields, and its text. */
export interface CsvRecord {
  line: number;
  fields: string[];
  source: string;
}

/**
 * The non-empty records; or the line in which a quoted field is never closed, or is followed by other text; or that a record is too long, or
 * that reading all would cost too much.
 */
export type Csv = { records: CsvRecord[] } | { badLine: number } | { excess: 'line' | 'work' };

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
export function readCsv(source: string, max: number, work: Work): Csv {
  const separator = separatorOf(source);
  const records: CsvRecord[] = [];
  let line = 1;
  let at = 0;
  while (at < source.length && records.length <= max) {
    if (!spend(work)) return { excess: 'work' };
    const end = endOfLine(source, at);
    if (end - at > MAX_LINE_LENGTH) return { excess: 'line' };
    const text = source.slice(at, end);
    const read = text.includes('"')
      ? withQuotes(source, at, text, separator, work)
      : { fields: text.split(separator, MAX_FIELDS), end, lines: 0 };
    if (read === 'open') return { badLine: line };
    if (read === 'line' || read === 'work') return { excess: read };
    if ('badLine' in read) return { badLine: line + read.badLine };
    const fields = read.fields.map((field) => field.trim());
    if (fields.some((field) => field !== ''))
      records.push({ line, fields, source: source.slice(at, read.end) });
    line += read.lines + 1;
    at = afterLineEnd(source, read.end);
  }
  return { records };
}

/** The separator that the first line of a text has most often. */
export function separatorOf(source: string): string {
  const first = /[^\r\n]+/.exec(source.slice(0, MAX_HEADING_LENGTH))?.[0] ?? '';
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0] as string);
}

/** Fields, the end of their record, and the number of line ends in it. */
interface Fields {
  fields: string[];
  end: number;
  lines: number;
}

/** What copying a whole record costs, which has more than one line, in steps. */
const COPY_STEPS = 10;

/** Reads a record with quotes, which may have several lines: its first one by itself, if that is all. */
function withQuotes(
  source: string,
  start: number,
  firstLine: string,
  separator: string,
  work: Work,
): Fields | { badLine: number } | 'open' | 'line' | 'work' {
  const read = recordIn(firstLine, separator, work);
  if (read !== 'open')
    return read === 'work' || 'badLine' in read ? read : { ...read, end: start + read.end };
  if (!spend(work, COPY_STEPS)) return 'work';
  const all = source.slice(start, start + MAX_LINE_LENGTH + 1);
  const whole = recordIn(all, separator, work);
  if (whole === 'work' || (whole !== 'open' && 'badLine' in whole)) return whole;
  const isCut = all.length > MAX_LINE_LENGTH;
  if (whole === 'open') return isCut ? 'line' : 'open';
  // The last field may go on.
  return isCut && whole.end === all.length ? 'line' : { ...whole, end: start + whole.end };
}

/** Reads one record: its fields and its end; or why it isn’t one, or that its last field is open. */
export function recordIn(
  text: string,
  separator: string,
  work: Work,
): Fields | { badLine: number } | 'open' | 'work' {
  const fields: string[] = [];
  let at = 0;
  let lines = 0;
  for (;;) {
    if (!spend(work)) return 'work';
    const read = text.charAt(at) === '"' ? quoted(text, at, work) : plain(text, at, separator);
    if (read === 'work' || read === 'open') return read;
    at = read.end;
    if (/[\r\n]/.test(read.value)) lines += read.value.split(/\r\n|\r|\n/).length - 1;
    if (fields.length < MAX_FIELDS) fields.push(read.value);
    const next = text.charAt(at);
    if (next === '' || next === '\r' || next === '\n') return { fields, end: at, lines };
    if (next !== separator) return { badLine: lines };
    at++;
  }
}

/** A field, and its end. */
interface Field {
  value: string;
  end: number;
}

function plain(text: string, start: number, separator: string): Field {
  const stop = separator === ',' ? /[,\r\n]/g : separator === ';' ? /[;\r\n]/g : /[\t\r\n]/g;
  stop.lastIndex = start;
  const end = stop.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end), end };
}

/** RFC 4180, section 2: two quotes are one escaped quote. `open` if the field is never closed. */
function quoted(text: string, start: number, work: Work): Field | 'open' | 'work' {
  let from = start + 1;
  for (;;) {
    const end = text.indexOf('"', from);
    if (end < 0) return 'open';
    if (text.charAt(end + 1) !== '"')
      return { value: text.slice(start + 1, end).replace(/""/g, '"'), end: end + 1 };
    if (!spend(work)) return 'work';
    from = end + 2;
  }
}
