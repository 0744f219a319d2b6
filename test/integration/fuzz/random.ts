/** A small seeded generator of random numbers (mulberry32), and choices by it. */

/** Numbers and choices in an order that depends only on the seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** An integer of at least 0 and below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** One of them. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** True in this share of the cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }
}
