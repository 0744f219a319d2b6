/** Request parameters. */
import { describe, expect, test } from 'vitest';
import {
  checkRepeated,
  parseForm,
  single,
} from '../../../../provider-scripts/src/http/request/parameters.ts';
import { invalidRequest, parametersOf } from '../../parameters-of.ts';

describe('a form', () => {
  test.each([
    ['nothing', '', {}],
    ['only separators', '&&&', {}],
    ['a parameter', 'code=abc', { code: ['abc'] }],
    ['two parameters', 'code=abc&state=x', { code: ['abc'], state: ['x'] }],
    ['empty pairs between them', '&code=abc&&state=x&', { code: ['abc'], state: ['x'] }],
    ['a parameter without a value', 'code=', { code: [''] }],
    ['a parameter without an equals sign', 'code', { code: [''] }],
    ['a value without a name', '=abc', { '': ['abc'] }],
    ['equals signs in a value', 'state=a=b==', { state: ['a=b=='] }],
    ['pluses for spaces', 'the+scope=openid+email', { 'the scope': ['openid email'] }],
    ['escaped characters', 'st%61te=%26%3D%2B%25%20', { state: ['&=+% '] }],
    ['escapes in small letters', 'state=%c3%bc%2f', { state: ['\u00fc/'] }],
    ['a character outside the first plane', 'state=%F0%9F%94%91', { state: ['\ud83d\udd11'] }],
    ['unescaped characters', 'state=\u00fc\ud83d\udd11', { state: ['\u00fc\ud83d\udd11'] }],
    ['an escaped NUL and line break', 'state=%00%0D%0A', { state: ['\u0000\r\n'] }],
    ['a parameter twice', 'code=a&code=b&code=a', { code: ['a', 'b', 'a'] }],
    ['a parameter twice in two spellings', 'code=a&%63ode=b', { code: ['a', 'b'] }],
    ['a semicolon, which isn’t a separator', 'code=a;state=b', { code: ['a;state=b'] }],
    ['a question mark, which isn’t a separator', '?code=a', { '?code': ['a'] }],
    ['the name of an inherited property', 'constructor=a&constructor=b', { constructor: ['a', 'b'] }],
  ])('may have %s', (_, text, expected) => {
    expect(parseForm(text)).toEqual(expected);
  });

  test.each([
    ['a percent sign alone', 'state=100%'],
    ['half an escape', 'state=%4'],
    ['an escape that isn’t hexadecimal', 'state=%zz'],
    ['an invalid first byte', 'state=%80'],
    ['a byte of another encoding', 'state=%FC'],
    ['a character cut off', 'state=%F0%9F%94'],
    ['an overlong encoding of a slash', 'state=%C0%AF'],
    ['half a character', 'state=%ED%A0%80'],
    ['a broken name', '%=x'],
    ['a malformed pair after valid ones', 'code=a&state=b&%E0'],
  ])('with %s can’t be read', (_, text) => {
    expect(parseForm(text)).toBe(null);
  });

  test('inherits no parameter by __proto__', () => {
    const form = parseForm('__proto__=a&__proto__=b&state=x') ?? {};
    expect(single(form, 'state')).toBe('x');
    expect(single(form, '0')).toBe(undefined);
    expect(single(form, 'length')).toBe(undefined);
    expect(checkRepeated(form, ['0', 'length', 'state'])).toBe(null);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe('one value', () => {
  const parameters = parametersOf({
    code: 'abc',
    state: '',
    scope: ['openid', 'email'],
    none: [],
    nonce: ['', 'x'],
  });

  test.each([
    ['is the parameter’s', 'code', 'abc'],
    ['is the first of several', 'scope', 'openid'],
    ['that is empty counts as omitted', 'state', undefined],
    ['that is empty counts as omitted, also before another one', 'nonce', undefined],
    ['of no values is absent', 'none', undefined],
    ['of an absent parameter is absent', 'code_verifier', undefined],
    ['of another spelling is absent', 'Code', undefined],
    ['of an inherited property is absent', 'constructor', undefined],
    ['of __proto__ is none', '__proto__', undefined],
  ])('%s', (_, name, expected) => {
    expect(single(parameters, name)).toBe(expected);
  });

  test('of white space is a value', () => {
    expect(single(parametersOf({ state: ' ' }), 'state')).toBe(' ');
  });
});

describe('parameters', () => {
  const NAMES = ['code', 'state', 'constructor', '__proto__', 'toString'];

  test.each([
    ['nothing', {}],
    ['each once', { code: 'a', state: 'b' }],
    ['one without a value', { code: '' }],
    ['another one twice', { resource: ['a', 'b'] }],
    ['one in two spellings', { code: 'a', Code: 'b' }],
  ])('may be passed with %s', (_, values) => {
    expect(checkRepeated(parametersOf(values), NAMES)).toBe(null);
  });

  test.each([
    ['twice', { code: ['a', 'b'] }, 'code'],
    ['twice with one value', { code: ['a', 'a'] }, 'code'],
    ['twice without a value', { code: ['', ''] }, 'code'],
    ['three times', { state: ['a', 'b', 'c'] }, 'state'],
    ['twice under the name of an inherited property', { constructor: ['a', 'b'] }, 'constructor'],
    [
      'twice in two cases, of which the first in the list is named',
      { state: ['a', ''], code: ['', 'b'] },
      'code',
    ],
  ])('can’t be passed %s', (_, values, name) => {
    expect(checkRepeated(parametersOf(values), NAMES)).toMatchObject(
      invalidRequest(`${name}: given more than once`),
    );
  });
});
