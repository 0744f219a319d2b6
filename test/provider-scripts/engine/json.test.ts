/** JSON from untrusted callers. */
import { describe, expect, test } from 'vitest';
import { parseForeignJson } from '../../../provider-scripts/src/engine/json.ts';
import { repeat } from '../../engine/repeat.ts';

describe('JSON from an untrusted caller', () => {
  test('is read', () => {
    expect(parseForeignJson('{"a":[1,{"b":"c"}]}')).toEqual({ a: [1, { b: 'c' }] });
  });

  test('may nest 32 levels and no more', () => {
    expect(JSON.stringify(parseForeignJson(repeat('[', 32) + repeat(']', 32)))).toHaveLength(64);
    expect(() => parseForeignJson(repeat('[', 33) + repeat(']', 33))).toThrow('nested too deeply');
  });

  test('is rejected immediately if it has no end', () => {
    expect(() => parseForeignJson(repeat('{"a":', 100_000))).toThrow('nested too deeply');
  });

  test('may have any number of brackets in its strings', () => {
    const text = repeat('[', 100);
    expect(parseForeignJson(JSON.stringify([`\\"${text}`]))).toEqual([`\\"${text}`]);
  });

  test('is rejected if it isn’t JSON', () => {
    expect(() => parseForeignJson('{')).toThrow('');
  });
});
