/** Formats the values of the server's texts. */
import { duration, moment, timeSince, waitingTime } from './texts.ts';

/** Unicode’s FSI and PDI: start and end of a text with its own direction. */
const [ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/** Values by name; a name that ends in `_seconds` is a duration, in `_at` a time in Unix seconds, and `ago_seconds` is a time in the past. */
export type Values = Readonly<Record<string, string | number>>;

/** Isolates texts and formats durations; the text formats other numbers, and chooses their plurals. */
export function formatValues(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, formatValue(name, value)] as const),
  );
}

function formatValue(name: string, value: string | number): string | number {
  if (typeof value === 'string') return `${ISOLATE}${value}${POP_ISOLATE}`;
  if (name === 'wait_seconds') return waitingTime(value);
  if (name === 'ago_seconds') return timeSince(value);
  if (name.endsWith('_at')) return moment(value);
  return name.endsWith('_seconds') ? duration(value) : value;
}
