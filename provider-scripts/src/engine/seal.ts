/** Makes all that threads share unchangeable, once the script is evaluated. */

/**
 * Seals whatever can be reached from the script's scope: values, prototypes, getters, and the variables that functions close over.
 * Regular expressions are left out: the engine writes `lastIndex` into them at each use, and the build refuses those that read it.
 */
export function seal(): void {
  const seen = new Set<unknown>();
  const found: unknown[] = [globalThis];
  while (found.length > 0) {
    const value = found.pop();
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || seen.has(value) || value instanceof RegExp) continue;
    seen.add(value);
    // A sealed array can still be pushed to.
    if (Array.isArray(value)) Object.freeze(value);
    const scope = Java.seal(value);
    if (scope === undefined) continue;
    found.push(scope, Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      // The engine's own way to the variables of a call that is running, which this is.
      if (typeof value === 'function' && key === 'arguments') continue;
      const property = Object.getOwnPropertyDescriptor(value, key);
      found.push(property?.value, property?.get, property?.set);
    }
  }
}
