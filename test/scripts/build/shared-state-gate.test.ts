/** The gate for state that one request could leave for another. */
import { transformSync } from '@babel/core';
import { describe, expect, test } from 'vitest';
import { checkSharedState } from '../../../scripts/build/shared-state-gate.ts';

const pass = (code: string) =>
  transformSync(code, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    plugins: [checkSharedState],
  });

describe('the gate accepts', () => {
  test.each([
    ['a constant', 'const a = [1];'],
    ['a variable of a function', 'function f() { let a = 1; a++; const b = []; b.push(a); return b; }'],
    ['a Map that a function creates', 'function f() { return new Map(); }'],
    ['the value of a parameter', 'function f(list) { list.push(1); list[0] = 2; delete list.x; }'],
    [
      'a method named like one of arrays, on a function’s result',
      'const f = (x) => { const y = x(); y.sort(); };',
    ],
    ['a top-level array that is filled before it is shared', 'const a = []; a.push(1);'],
    ['a template', 'const f = () => `a`;'],
    ['a property named by a text', "const f = (x) => x['a b'];"],
  ])('%s', (_, code) => {
    expect(pass(code)?.code).not.toBe('');
  });
});

describe('the gate rejects', () => {
  test.each([
    ['a variable that is assigned again', 'let a = 1; function f() { a = 2; }', 'a: reassigned'],
    ['a counter variable', 'let a = 1; const f = () => a++;', 'a: reassigned'],
    ['a function that is replaced', 'function a() {} function f() { a = 1; }', 'a: reassigned'],
    ['a Map', 'const a = new Map();', 'a Map that all threads share'],
    ['a Set within an object', 'const a = { b: new Set() };', 'a Set that all threads share'],
    ['a WeakMap', 'const a = new WeakMap();', 'a WeakMap that all threads share'],
    ['a value pushed to an array', 'const a = []; const f = (x) => a.push(x);', 'a: changed'],
    ['an array that is sorted', 'const a = [2, 1]; const f = () => a.sort();', 'a: changed'],
    [
      'an array within an object that is emptied',
      'const a = { b: [1] }; const f = () => a.b.pop();',
      'a: changed',
    ],
    ['a field that is set', 'const a = {}; const f = (x) => { a.b = x; };', 'a: changed'],
    ['a field named by a value that is set', 'const a = {}; const f = (x) => { a[x] = x; };', 'a: changed'],
    ['a counter field', 'const a = { b: 0 }; const f = () => a.b++;', 'a: changed'],
    ['a field that is deleted', 'const a = { b: 0 }; const f = () => delete a.b;', 'a: changed'],
    ['a tagged template', 'const f = (t) => t`a`;', 'a tagged template'],
    ['a Java method selected by signature', "const f = (x) => x['m(int)'](1);", 'selected by signature'],
    ['a class', 'class A {}', 'a class'],
  ])('%s', (_, code, message) => {
    expect(() => pass(code)).toThrow(message);
  });

  test('naming the line', () => {
    expect(() => pass('const a = 1;\nconst b = new Map();\n')).toThrow('> 2 | const b = new Map();');
  });
});
