/** JSON from untrusted callers. */
import { describe, expect, test } from 'vitest';
import { parseUntrustedJson } from '../../../../provider-scripts/src/platform/engine/json.ts';
import { repeat } from '../../../engine/repeat.ts';

describe('JSON from an untrusted caller', () => {
  test('is read', () => {
    expect(parseUntrustedJson('{"a":[1,{"b":"c"}]}')).toEqual({ a: [1, { b: 'c' }] });
  });

  test('may nest 32 levels and no more', () => {
    expect(JSON.stringify(parseUntrustedJson(repeat('[', 32) + repeat(']', 32)))).toHaveLength(64);
    expect(() => parseUntrustedJson(repeat('[', 33) + repeat(']', 33))).toThrow('nested too deeply');
  });

  test('is rejected immediately if it has no end', () => {
    expect(() => parseUntrustedJson(repeat('{"a":', 100_000))).toThrow('nested too deeply');
  });

  test('may have any number of brackets in its strings', () => {
    const text = repeat('[', 100);
    expect(parseUntrustedJson(JSON.stringify([`\\"${text}`]))).toEqual([`\\"${text}`]);
  });

  test('is rejected if it isn’t JSON', () => {
    expect(() => parseUntrustedJson('{')).toThrow('');
  });
});
