/** Classes, which the scripts are written with: lowered for the engine they do what they do in Node. */
import { describe, expect, test } from 'vitest';

class Counter {
  static made = 0;
  #count: number;
  protected readonly step: number;
  label = 'counter';

  constructor(start: number, step = 1) {
    this.#count = start;
    this.step = step;
    Counter.made++;
  }

  #add(): void {
    this.#count += this.step;
  }

  next(): number {
    this.#add();
    return this.#count;
  }

  get count(): number {
    return this.#count;
  }

  set count(value: number) {
    this.#count = value;
  }

  isCounter(value: object): boolean {
    return #count in value;
  }
}

class Doubling extends Counter {
  override get count(): number {
    return super.count * 2;
  }

  override next(): number {
    return super.next() * 2;
  }
}

class Refusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`refused: ${code}`);
    this.code = code;
  }
}

describe('classes', () => {
  test('keep private fields, methods and accessors', () => {
    const counter = new Counter(1);
    expect([counter.next(), counter.next(), counter.count]).toEqual([2, 3, 3]);
    counter.count = 10;
    expect(counter.next()).toBe(11);
    expect(Object.keys(counter).sort()).toEqual(['label', 'step']);
  });

  test('keep the private fields of two objects apart', () => {
    const [one, other] = [new Counter(1), new Counter(5)];
    one.next();
    expect([one.count, other.count]).toEqual([2, 5]);
  });

  test('know their own by a private field', () => {
    expect(new Counter(0).isCounter(new Doubling(0))).toBe(true);
    expect(new Counter(0).isCounter({})).toBe(false);
  });

  test('inherit, with super in methods and getters', () => {
    const doubling = new Doubling(1, 2);
    expect([doubling.next(), doubling.count]).toEqual([6, 6]);
    expect(doubling instanceof Counter).toBe(true);
  });

  test('have static fields', () => {
    const before = Counter.made;
    new Doubling(0);
    expect(Counter.made).toBe(before + 1);
  });

  test('extend Error, with class, message and fields kept', () => {
    const refusal: unknown = new Refusal('expired');
    expect(refusal instanceof Refusal && refusal instanceof Error).toBe(true);
    expect((refusal as Refusal).message).toBe('refused: expired');
    expect((refusal as Refusal).code).toBe('expired');
    expect(() => {
      throw refusal;
    }).toThrow('refused: expired');
  });
});
