/** Reads the times that the products write: ISO 8601, PostgreSQL's form of it, and seconds or milliseconds since 1970. */

import { scalarText } from './scalar.ts';

/** From here on a number is milliseconds: as seconds it would be in the year 5138. */
const FIRST_MILLIS = 100_000_000_000;

/**
 * Returns milliseconds; null for no value, undefined for one that isn't a time.
 * @param field the value's name
 * @throws Rejected for a list or an object
 */
export function instantOf(field: string, value: unknown): number | null | undefined {
  const text = scalarText(field, value);
  if (text === '') return null;
  const instant = /^\d{1,16}(\.\d+)?$/.test(text) ? ofNumber(Number(text)) : ofText(text);
  return Number.isFinite(instant) && instant >= 0 ? instant : undefined;
}

function ofNumber(number: number): number {
  return Math.round(number < FIRST_MILLIS ? number * 1000 : number);
}

function ofText(text: string): number {
  const [, day, time = '00:00', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}(?::?\d{2})?|UTC)?)?$/i.exec(
      text,
    ) ?? [];
  if (day === undefined) return Number.NaN;
  const zone = /^(Z|UTC)$/i.test(offset)
    ? 'Z'
    : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`;
  const instant = Date.parse(`${day}T${time.replace(/(\.\d{3})\d+$/, '$1')}${zone}`);
  // The 30th of February would be the 2nd of March.
  const isThere = Number.isFinite(instant) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return isThere ? instant : Number.NaN;
}
