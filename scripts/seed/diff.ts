/** Compares a declaration with the current state; undeclared fields are ignored. */

import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** A declared field that differs: `before` is `undefined` if it was missing, `after` is `null` if it has to be removed. */
export interface Difference {
  /** The path, such as `smtpServer.port` or `attributes["linkgate.enabled"]`. */
  readonly field: string;
  readonly before: Json | undefined;
  readonly after: Json;
}

/**
 * The declared fields in which `actual` differs, in the order of the declaration. Objects are compared field by field. Arrays are
 * compared as sets, so their order doesn't matter. A declared `null` means that the field must be missing (or `null`).
 */
export function differences(declared: JsonObject, actual: object): Difference[] {
  return compareFields(declared, actual as JsonObject, '');
}

/**
 * `actual` with the declared fields replaced (objects field by field, arrays as a whole, `null` removes) and all others
 * unchanged. Neither argument is modified.
 */
export function overlay<T extends object>(actual: T, declared: JsonObject): T {
  return merge(actual, declared, (merged, name) => delete merged[name]);
}

/** Merges two declarations like `overlay`, but preserves `null`, which means that the field has to be removed. */
export function mergeDeclarations<T extends object>(below: T, above: JsonObject): T {
  return merge(below, above, (merged, name) => {
    merged[name] = null;
  });
}

type Fields = Record<string, unknown>;

function merge<T extends object>(
  below: T,
  above: JsonObject,
  remove: (merged: Fields, name: string) => void,
): T {
  const merged: Fields = Object.fromEntries(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    const current = merged[name];
    if (value === null) remove(merged, name);
    else if (isJsonObject(value)) merged[name] = merge(isJsonObject(current) ? current : {}, value, remove);
    else merged[name] = value;
  }
  return merged as T;
}

function compareFields(declared: JsonObject, actual: JsonObject, path: string): Difference[] {
  return Object.entries(declared).flatMap(([name, value]) =>
    compareValue(value, actual[name], fieldPath(path, name)),
  );
}

function compareValue(declared: Json, actual: Json | undefined, field: string): Difference[] {
  if (isJsonObject(declared)) {
    if (isJsonObject(actual)) return compareFields(declared, actual, field);
    if (Object.keys(declared).length > 0) return compareFields(declared, {}, field);
  }
  return sameValue(declared, actual ?? null) ? [] : [{ field, before: actual, after: declared }];
}

/** Whether two values are equal, regardless of the order of an object's fields or an array's members. */
export function sameValue(left: Json, right: Json): boolean {
  return canonical(left) === canonical(right);
}

/** Equal for equal values, regardless of the order of an object's fields or an array's members. */
function canonical(value: Json): string {
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(
      ([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`,
    );
    return `{${fields.sort().join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join(',')}]`;
  return JSON.stringify(value);
}

/** The path of a field below another, such as `attributes["linkgate.enabled"]`. */
export function fieldPath(path: string, name: string): string {
  if (!/^\w+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
