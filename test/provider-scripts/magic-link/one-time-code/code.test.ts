/** How a code that somebody typed is read. */
import { describe, expect, test } from 'vitest';
import {
  CODE_DIGITS,
  MAX_CODE_TRIES,
  readCode,
} from '../../../../provider-scripts/src/magic-link/one-time-code/code.ts';

describe('a code', () => {
  test('has six digits and five tries', () => {
    expect([CODE_DIGITS, MAX_CODE_TRIES]).toEqual([6, 5]);
  });

  test.each([
    ['as it is', '012345', '012345'],
    ['with a blank in the middle', '012 345', '012345'],
    ['with blanks around it', '  012345\n', '012345'],
    ['with a blank that doesn’t break', '012\u00a0345', '012345'],
    ['with a thin blank', '012\u2009345', '012345'],
    ['with dashes', '01-23-45', '012345'],
    ['with an en dash', '012\u2013345', '012345'],
    ['with a minus sign', '012\u2212345', '012345'],
    ['with marks that can’t be seen', '\u200e012\u200b345\ufeff', '012345'],
    ['in Arabic digits', '\u0660\u0661\u0662\u0663\u0664\u0665', '012345'],
    ['in Persian digits', '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f9', '012349'],
    ['in Devanagari digits', '\u0966\u0967\u0968\u0969\u096a\u096f', '012349'],
    ['in digits of full width', '\uff10\uff11\uff12\uff13\uff14\uff19', '012349'],
  ])('is read %s', (_, typed, code) => {
    expect(readCode(typed)).toBe(code);
  });

  test.each([
    ['nothing', ''],
    ['blanks', '      '],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
    ['a letter among them', '12345O'],
    ['a sign before them', '+123456'],
    ['a fraction', '1234.56'],
    ['an exponent', '123e45'],
    ['the character before zero', '/12345'],
    ['the character after nine', ':12345'],
    ['superscripts', '\u00b2\u00b2\u00b2\u00b2\u00b2\u00b2'],
    ['more than is looked at', `${' '.repeat(60)}123456`],
  ])('can’t be %s', (_, typed) => {
    expect(readCode(typed)).toBe(null);
  });
});
