/** Reads values that are JSON in one kind of file, and text with JSON in another. */
import { isJsonObject } from '../../json.ts';
import type { Fields } from './format.ts';

/** The object in a field: itself, or as text; `null` if it has none, undefined if it can't be read. */
export function objectOf(value: unknown): Fields | null | undefined {
  const parsed = parsedOf(value);
  return parsed === null || isJsonObject(parsed) ? parsed : undefined;
}

/** The objects in a field that has a list of them; undefined if it can't be read. */
export function objectsOf(value: unknown): readonly Fields[] | undefined {
  const parsed = parsedOf(value);
  if (parsed === null) return [];
  return Array.isArray(parsed) && parsed.every(isJsonObject) ? parsed : undefined;
}

function parsedOf(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The names of the fields whose value is undefined, as it can't be read. */
export function unreadableOf(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter((name) => fields[name] === undefined);
}
