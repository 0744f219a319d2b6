/** A map with a capacity: a new entry evicts the oldest. */

export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;

  /** @param capacity maximum number of entries, at least 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Adds or replaces an entry, which becomes the newest. */
  set(key: string, value: Value): void {
    this.#entries.delete(key);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#capacity) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, value);
  }

  /** Removes an entry and returns its value, or undefined if there is none. */
  remove(key: string): Value | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }
}
