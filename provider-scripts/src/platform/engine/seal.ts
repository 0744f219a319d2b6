/** Makes everything shared by threads immutable. */

/**
 * Seals everything reachable from the script's scope: values, prototypes, getters, and the variables that functions close over.
 * Regular expressions are skipped, since the engine writes `lastIndex` at each use. Objects that hold state despite being sealed
 * abort the start: expressions that read `lastIndex`, maps and sets.
 *
 * @throws Error naming what it found
 */
export function seal(): void {
  const seen = new Set<unknown>();
  const found: unknown[] = [globalThis];
  while (found.length > 0) {
    const value = found.pop();
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof RegExp && !value.global && !/y$/.test(String(value))) continue;
    if (value instanceof RegExp || value instanceof Map || value instanceof Set)
      throw new Error(`scripts must keep no state: ${String(value)}, which all threads share`);
    // A sealed array can still be pushed to.
    if (Array.isArray(value)) Object.freeze(value);
    const scope = Java.seal(value);
    if (scope === undefined) continue;
    found.push(scope, Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      // The engine's own access to the variables of a running call, such as this one.
      if (typeof value === 'function' && key === 'arguments') continue;
      const property = Object.getOwnPropertyDescriptor(value, key);
      found.push(property?.value, property?.get, property?.set);
    }
  }
}

/** Deeply seals plain values created later, and returns them; Java objects are left alone. */
export function sealed<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) Object.freeze(value);
  if (Java.seal(value) === undefined) return value;
  for (const key of Object.keys(value)) sealed(value[key as keyof typeof value]);
  return value;
}
