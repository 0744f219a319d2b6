/** The polyfills: Node has its own functions, the engine has Linkgate's, and both must behave the same. */
import { describe, expect, test } from 'vitest';

/** The names that `for…in` visits. */
function namesIn(value: object): string[] {
  const names: string[] = [];
  for (const name in value) names.push(name);
  return names;
}

describe('Object.assign', () => {
  test('copies fields into its target and returns it', () => {
    const target: Record<string, number> = { a: 1, b: 1 };
    expect(Object.assign(target, { b: 2 }, { c: 3 })).toBe(target);
    expect(target).toEqual({ a: 1, b: 2, c: 3 });
  });

  test('passes over null and undefined', () => {
    expect(Object.assign({ a: 1 }, null, undefined, { b: 2 })).toEqual({ a: 1, b: 2 });
  });

  test('copies fields that are undefined', () => {
    expect(Object.keys(Object.assign({}, { a: undefined }))).toEqual(['a']);
  });

  test('copies no inherited fields', () => {
    expect(Object.assign({}, Object.create({ inherited: 1 }))).toEqual({});
  });
});

describe('Object.hasOwn', () => {
  test.each([
    ['a field', { a: 1 }, 'a', true],
    ['a field that is undefined', { a: undefined }, 'a', true],
    ['a field named like a method of every object', { toString: 1 }, 'toString', true],
    ['a field named like the method that finds it', { hasOwnProperty: 1 }, 'hasOwnProperty', true],
    ['a field of an object without a prototype', Object.create(null, { a: {} }), 'a', true],
    ['a place of an array', ['x'], '0', true],
    ['the length of an array', [], 'length', true],
    ['no other field', { a: 1 }, 'b', false],
    ['no inherited field', Object.create({ a: 1 }), 'a', false],
    ['no method of every object', {}, 'constructor', false],
    ['no __proto__ that isn’t a field', {}, '__proto__', false],
    ['a __proto__ that is a field', JSON.parse('{"__proto__":1}'), '__proto__', true],
  ])('finds %s', (_, value, name, expected) => {
    expect(Object.hasOwn(value, name)).toBe(expected);
  });

  test('throws for null', () => {
    expect(() => Object.hasOwn(null as never, 'a')).toThrow('');
  });
});

describe('Object.entries', () => {
  test('returns names and values in order', () => {
    expect(Object.entries({ b: 1, a: [2] })).toEqual([
      ['b', 1],
      ['a', [2]],
    ]);
  });

  test('of an empty object is empty', () => {
    expect(Object.entries({})).toEqual([]);
  });

  test('returns no inherited fields', () => {
    expect(Object.entries(Object.create({ inherited: 1 }))).toEqual([]);
  });

  test('of an array returns its indexes as strings', () => {
    expect(Object.entries(['x'])).toEqual([['0', 'x']]);
  });
});

describe('Object.fromEntries', () => {
  test('is the inverse of entries', () => {
    const value = { b: 1, a: [2], constructor: 'x', toString: null };
    expect(Object.fromEntries(Object.entries(value))).toEqual(value);
  });

  test('of nothing is an empty object', () => {
    expect(Object.fromEntries([])).toEqual({});
  });

  test('keeps the last of two values of one name', () => {
    const twice = [
      ['a', 1],
      ['a', 2],
    ] as const;
    expect(Object.fromEntries(twice)).toEqual({ a: 2 });
  });

  test('makes __proto__ a field like any other', () => {
    const value: Record<string, unknown> = Object.fromEntries([['__proto__', { lent: 1 }]]);
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.lent).toBe(undefined);
  });

  test('creates fields that can be changed and removed', () => {
    const value: Record<string, number> = Object.fromEntries([['a', 1]]);
    value.a = 2;
    expect(value).toEqual({ a: 2 });
    delete value.a;
    expect(Object.keys(value)).toEqual([]);
  });
});

describe('Array.includes', () => {
  test('finds existing members, by identity', () => {
    const one = {};
    expect([1, 'a', one].includes(one)).toBe(true);
    expect(['a', 'b'].includes('b')).toBe(true);
  });

  test('finds nothing else', () => {
    expect(['1'].includes(1 as unknown as string)).toBe(false);
    expect(([{}] as object[]).includes({})).toBe(false);
    expect(([] as unknown[]).includes(undefined)).toBe(false);
  });
});

describe('Array.find', () => {
  test('returns the first match', () => {
    expect([1, 2, 3, 4].find((value) => value > 2)).toBe(3);
  });

  test('is undefined without a match', () => {
    expect([1, 2].find(() => false)).toBe(undefined);
    expect([].find(() => true)).toBe(undefined);
  });

  test('stops at the first match', () => {
    const visited: number[] = [];
    [1, 2, 3].find((value) => visited.push(value) === 2);
    expect(visited).toEqual([1, 2]);
  });
});

describe('String.startsWith', () => {
  test.each([
    ['the start', 'realm', 're', true],
    ['the whole text', 'realm', 'realm', true],
    ['nothing', 'realm', '', true],
    ['nothing of nothing', '', '', true],
    ['another start', 'realm', 'al', false],
    ['other letters', 'realm', 'RE', false],
    ['more than there is', 'realm', 'realms', false],
    ['a match for a pattern', 'realm', '.', false],
  ])('of %s', (_, text, start, expected) => {
    expect(text.startsWith(start)).toBe(expected);
  });
});

describe('String.endsWith', () => {
  test.each([
    ['the end', 'realm', 'lm', true],
    ['the whole text', 'realm', 'realm', true],
    ['nothing', 'realm', '', true],
    ['nothing of nothing', '', '', true],
    ['another end', 'realm', 'al', false],
    ['more than there is', 'realm', 'a realm', false],
    ['a text longer by one', 'alm', 'realm', false],
    ['a match for a pattern', 'realm', '$', false],
  ])('of %s', (_, text, end, expected) => {
    expect(text.endsWith(end)).toBe(expected);
  });
});

describe('String.includes', () => {
  test.each([
    ['a part', 'realm', 'eal', true],
    ['the whole text', 'realm', 'realm', true],
    ['nothing', 'realm', '', true],
    ['another text', 'realm', 'rlm', false],
    ['more than there is', 'realm', 'realms', false],
    ['a match for a pattern', 'realm', '.', false],
  ])('of %s', (_, text, part, expected) => {
    expect(text.includes(part)).toBe(expected);
  });
});

describe('the polyfills', () => {
  test('are not enumerable', () => {
    expect(namesIn(['x'])).toEqual(['0']);
    expect(namesIn({ a: 1 })).toEqual(['a']);
    expect(namesIn(Object('x'))).toEqual(['0']);
    expect(Object.keys(Object)).toEqual([]);
  });
});
