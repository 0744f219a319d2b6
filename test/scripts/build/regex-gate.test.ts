/** The gate for regular expressions that threads would share. */
import { transformSync } from '@babel/core';
import { describe, expect, test } from 'vitest';
import { checkRegexes } from '../../../scripts/build/regex-gate.ts';

const pass = (code: string) =>
  transformSync(code, { configFile: false, babelrc: false, sourceType: 'module', plugins: [checkRegexes] });

describe('the gate accepts', () => {
  test.each([
    ['no flags', 'x = /a/;'],
    ['the flags i, m, s and u', 'x = /a/imsu;'],
    ['the flag g where it is used', 'function f(text) { return text.replace(/a/g, "x"); }'],
    ['the flag y in a function within a function', 'const f = () => () => /a/y;'],
    ['a lookbehind', 'x = /(?<=a)b/;'],
    ['a division', 'x = a / b / g;'],
    ['the words in a text', 'x = "/a/g";'],
  ])('%s', (_, code) => {
    expect(pass(code)?.code).not.toBe('');
  });
});

describe('the gate rejects', () => {
  test.each([['g'], ['y'], ['gi'], ['my']])('flag %s in an expression that is created once', (flags) => {
    expect(() => pass(`const x = /a/${flags};`)).toThrow(`with the flag "${flags}" shared by threads`);
  });

  test('one within an object or an array', () => {
    expect(() => pass('const x = { y: [/a/g] };')).toThrow('stores its position');
  });

  test('naming the line', () => {
    const thirdLine = 'const a = /ok/;\nconst b = 1;\nconst c = /a/g;\n';
    expect(() => pass(thirdLine)).toThrow('> 3 | const c = /a/g;');
  });
});
