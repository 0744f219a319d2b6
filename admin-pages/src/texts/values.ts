/** Formats the values of the server's texts. */
import { duration, number } from './texts.ts';

/** Start and end of a text with its own direction: Unicode’s FSI and PDI. */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/** Values by name; a name that ends in `_seconds` is a duration. */
export type Values = Readonly<Record<string, string | number>>;

/** The same as texts. */
export function shownValues(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shown(name, value)] as const),
  );
}

function shown(name: string, value: string | number): string {
  if (typeof value === 'string') return `${ISOLATE}${value}${END}`;
  return name.endsWith('_seconds') ? duration(value) : number(value);
}
