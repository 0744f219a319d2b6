/** How an entered code is read. */
import { describe, expect, test } from 'vitest';
import {
  MAX_CODE_TRIES,
  ONE_TIME_CODE_LENGTH,
  readOneTimeCode,
} from '../../../../provider-scripts/src/links/magic-link/one-time-code.ts';

describe('a code', () => {
  test('has six digits and five attempts', () => {
    expect([ONE_TIME_CODE_LENGTH, MAX_CODE_TRIES]).toEqual([6, 5]);
  });

  test.each([
    ['unchanged', '012345', '012345'],
    ['with a space in the middle', '012 345', '012345'],
    ['with spaces around it', '  012345\n', '012345'],
    ['with a no-break space', '012\u00a0345', '012345'],
    ['with a thin space', '012\u2009345', '012345'],
    ['with dashes', '01-23-45', '012345'],
    ['with an en dash', '012\u2013345', '012345'],
    ['with a minus sign', '012\u2212345', '012345'],
    ['with invisible marks', '\u200e012\u200b345\ufeff', '012345'],
    ['in Arabic digits', '\u0660\u0661\u0662\u0663\u0664\u0665', '012345'],
    ['in Persian digits', '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f9', '012349'],
    ['in Devanagari digits', '\u0966\u0967\u0968\u0969\u096a\u096f', '012349'],
    ['with a full stop after it', '012345.', '012345'],
    ['with words before it', 'Code: 012345,', '012345'],
    ['with words of another script', '\u0627\u0644\u0631\u0645\u0632: 012345\u061b', '012345'],
    ['in brackets', '[012345]', '012345'],
    ['with a sign before it', '+012345', '012345'],
    ['with invisible marks of any kind', '\u2066012\u034f345\u2069\u00ad\u180e', '012345'],
    ['in Bengali digits', '\u09e6\u09e7\u09e8\u09e9\u09ea\u09ef', '012349'],
    ['in Thai digits', '\u0e50\u0e51\u0e52\u0e53\u0e54\u0e59', '012349'],
    ['in digits beyond the first plane', '\ud83a\udd50\ud83a\udd512345', '012345'],
    ['in digits of full width', '\uff10\uff11\uff12\uff13\uff14\uff19', '012349'],
  ])('is read %s', (_, typed, code) => {
    expect(readOneTimeCode(typed)).toBe(code);
  });

  test.each([
    ['nothing', ''],
    ['spaces', '      '],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
    ['a letter among them', '12345O'],
    ['an exponent', '123e45'],
    ['two codes', '123456 and 123456'],
    ['a code and the minutes it lasts', '123456, 15 minutes'],
    ['half of a digit beyond the first plane', '12345\ud83a'],
    ['the character before zero', '/12345'],
    ['the character after nine', ':12345'],
    ['superscripts', '\u00b2\u00b2\u00b2\u00b2\u00b2\u00b2'],
    ['more than the parsed maximum', `${' '.repeat(60)}123456`],
  ])('can’t be %s', (_, typed) => {
    expect(readOneTimeCode(typed)).toBe(null);
  });
});
