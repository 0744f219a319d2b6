/** Reads JSON of REST requests: the object that a body must be, its fields, and whole numbers. */
import { parseUntrustedJson } from '../../platform/engine/json.ts';
import { type FieldProblem, fieldProblem } from '../../platform/errors/problem.ts';

/** A body that has at most these fields. */
export type ObjectOf<Field extends string> = Partial<Record<Field, unknown>>;

/** Returns the object of a body, or its problems. */
export function parseJsonObject(
  text: string,
): { object: Record<string, unknown> } | { details: FieldProblem[] } {
  let json: unknown;
  try {
    json = parseUntrustedJson(text);
  } catch {
    return { details: [fieldProblem('body', 'not_json')] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { details: [fieldProblem('body', 'not_json_object')] };
  }
  return { object: json as Record<string, unknown> };
}

/** Names the fields of an object that the operation doesn't have: a misspelt one would otherwise do nothing, unnoticed. */
export function unknownFields(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
): FieldProblem[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => fieldProblem(name, 'unknown_field', { choices: known.join(', ') }));
}

/** Whether a value is a whole number from `min` to `max`. */
export function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Math.floor(value) === value && value >= min && value <= max;
}
