/** The gate for regular expressions that the script engine can't run. */
import { transformSync } from '@babel/core';
import { describe, expect, test } from 'vitest';
import { checkRegexes } from '../../../scripts/build/regex-gate.ts';

const pass = (code: string) =>
  transformSync(code, { configFile: false, babelrc: false, sourceType: 'script', plugins: [checkRegexes] });

describe('the gate lets pass', () => {
  test.each([
    ['no flags', '/a/'],
    ['the flags g, i and m', '/a/gim'],
    ['a lookahead', '/a(?=b)(?!c)/'],
    ['a named group', '/(?<year>\\d+)/'],
    ['a group that may be missing', '/(?:a)?/'],
    ['a division', 'a / b / u'],
    ['the words in a text', '"/(?<=a)b/u"'],
    ['a property named like a flag', 'a.u = /a/.source'],
  ])('%s', (_, code) => {
    expect(pass(`x = ${code};`)?.code).toContain('x =');
  });
});

describe('the gate refuses', () => {
  test.each([['d'], ['s'], ['u'], ['v'], ['y'], ['gu'], ['gims']])('flag %s', (flags) => {
    expect(() => pass(`x = /a/${flags};`)).toThrow(`The script engine has no regex flags "${flags}"`);
  });

  test.each([
    ['a lookbehind', '/(?<=a)b/'],
    ['a negative lookbehind', '/(?<!a)b/g'],
    ['a lookbehind further inside', '/x(?:y(?<=z))/'],
    ['a lookbehind beside a named group', '/(?<a>x)(?<=y)/'],
  ])('%s', (_, code) => {
    expect(() => pass(`x = ${code};`)).toThrow('The script engine has no lookbehind');
  });

  test('naming the line', () => {
    const thirdLine = 'var a = /ok/g;\nvar b = 1;\nvar c = /(?<=a)b/;\n';
    expect(() => pass(thirdLine)).toThrow('> 3 | var c = /(?<=a)b/;');
  });
});
