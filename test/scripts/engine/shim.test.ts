/** The stand-in for vitest in the engine: an error that it doesn't detect would be missed by every test there. */
import { describe, expect, test } from 'vitest';
import * as shim from '../../engine/shim.ts';

const thrower = () => {
  throw new Error('on purpose');
};

describe('a statement', () => {
  test.each([
    ['one value', () => shim.expect('a').toBe('a')],
    ['not a number', () => shim.expect(Number.NaN).toBe(Number.NaN)],
    ['equal objects', () => shim.expect({ a: [1, { b: null }] }).toEqual({ a: [1, { b: null }] })],
    ['a field that is undefined', () => shim.expect({ a: 1, b: undefined }).toEqual({ a: 1 })],
    ['the order of fields', () => shim.expect({ a: 1, b: 2 }).toEqual({ b: 2, a: 1 })],
    ['a part of a text', () => shim.expect('a text').toContain('tex')],
    ['a value of a list', () => shim.expect([1, 2]).toContain(2)],
    ['a length', () => shim.expect([1, 2]).toHaveLength(2)],
    ['a shape', () => shim.expect('abc').toMatch(/^a.c$/)],
    ['a failure', () => shim.expect(thrower).toThrow('purpose')],
    ['no failure', () => shim.expect(() => {}).not.toThrow('purpose')],
    ['another value', () => shim.expect(1).not.toBe('1')],
    ['a missing value of a list', () => shim.expect([1]).not.toContain('1')],
  ])('about %s holds', (_, statement) => {
    expect(statement).not.toThrow();
  });

  test.each([
    ['another value', () => shim.expect(1).toBe('1'), 'expected 1 to be "1"'],
    ['another object', () => shim.expect({}).toBe({}), 'expected {} to be {}'],
    ['the other zero', () => shim.expect(-0).toBe(0), 'to be 0'],
    ['nothing', () => shim.expect(undefined).toBe(null), 'expected undefined to be null'],
    ['an extra field', () => shim.expect({ a: 1, b: 2 }).toEqual({ a: 1 }), 'to equal {"a":1}'],
    ['a missing field', () => shim.expect({ a: 1 }).toEqual({ a: 1, b: 2 }), 'to equal {"a":1,"b":2}'],
    ['an inherited field', () => shim.expect({ a: 1 }).toEqual(Object.create({ a: 1 })), 'to equal {}'],
    ['the name of an inherited property', () => shim.expect({ toString: 1 }).toEqual({ a: 1 }), 'to equal'],
    ['a value deep inside', () => shim.expect({ a: [{ b: 1 }] }).toEqual({ a: [{ b: 2 }] }), 'to equal'],
    ['a longer list', () => shim.expect([1, undefined]).toEqual([1]), 'to equal [1]'],
    ['an object for a list', () => shim.expect({ 0: 1 }).toEqual([1]), 'to equal [1]'],
    ['null for an object', () => shim.expect(null).toEqual({}), 'expected null to equal {}'],
    ['a missing part', () => shim.expect('text').toContain('TEX'), 'to contain "TEX"'],
    ['another length', () => shim.expect('ab').toHaveLength(3), 'expected "ab" to have length 3'],
    ['another shape', () => shim.expect('abc').toMatch(/^b/), 'to match "/^b/"'],
    ['another failure', () => shim.expect(thrower).toThrow('accident'), 'to throw "accident"'],
    ['a missing failure', () => shim.expect(() => {}).toThrow(''), 'expected a function to throw ""'],
    ['an existing value', () => shim.expect([1]).not.toContain(1), 'expected [1] not to contain 1'],
    ['an equal object', () => shim.expect({ a: 1 }).not.toEqual({ a: 1 }), 'not to equal'],
  ])('about %s fails', (_, statement, message) => {
    expect(statement).toThrow(message);
  });
});

describe('the tests', () => {
  test('are reported one by one, with their failures', () => {
    shim.describe('outer', () => {
      shim.describe('inner', () => shim.test('passes', () => {}));
      shim.test.each([
        ['one', 1],
        ['two', 2],
      ])('of %s is %s', (_, number) => shim.expect(number).toBe(1));
      shim.test.each(['a', ''])('row %# is %j', (text) => shim.expect(text).toBe('a'));
    });
    shim.test('throws values that aren’t errors', () => {
      throw 'a text';
    });
    const [passed, one, two, a, empty, text, ...others] = shim.outcomes;
    expect(passed).toEqual({ name: 'outer > inner > passes' });
    expect(one).toEqual({ name: 'outer > of one is 1' });
    expect(two?.name).toBe('outer > of two is 2');
    expect(two?.error).toContain('expected 2 to be 1');
    expect(a).toEqual({ name: 'outer > row 0 is "a"' });
    expect(empty?.name).toBe('outer > row 1 is ""');
    expect(empty?.error).toContain('expected "" to be "a"');
    expect(text).toEqual({ name: 'throws values that aren’t errors', error: 'a text' });
    expect(others).toEqual([]);
  });
});
