/** Repeatable randomness: the same seed gives the same choices in the same order. */

/** A source of choices; never used for secrets. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A separate source for each user, so that their order doesn't matter. */
  for(number: number): Seeded {
    return new Seeded(Math.imul(this.#state ^ (number + 1), 0x9e3779b1));
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer in that range, inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** One of several. */
  pick<T>(of: readonly [T, ...T[]]): T {
    return of[this.between(0, of.length - 1)] ?? of[0];
  }
}
