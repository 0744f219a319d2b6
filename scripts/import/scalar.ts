/** Single values of a file, where it may have a list or an object instead. */

/** A reason why a line is rejected, on its way to `decide`. */
export class Rejected extends Error {}

/**
 * The value; null if there is none.
 * @param field its name, for the reason
 * @throws Rejected for a list or an object
 */
export function scalarOf(field: string, value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Rejected(`its ${field} isn't a single value`);
}

/** The value as text; empty if there is none. */
export function scalarText(field: string, value: unknown): string {
  return String(scalarOf(field, value) ?? '').trim();
}
