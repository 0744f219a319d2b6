/** How the digits of a hand-off are read. */
import { describe, expect, test } from 'vitest';
import { HAND_OFF_DIGITS, readTyped } from '../../../provider-scripts/src/hand-off/typed-digits.ts';

describe('digits', () => {
  test('are three', () => {
    expect(HAND_OFF_DIGITS).toBe(3);
  });

  test.each([
    ['as they are', '042', '042'],
    ['with blanks', ' 0 4 2 ', '042'],
    ['with words around them', 'Digits: 042.', '042'],
    ['in Arabic digits', '\u0660\u0664\u0662', '042'],
  ])('are read %s', (_, typed, digits) => {
    expect(readTyped(typed)).toBe(digits);
  });

  test.each([
    ['nothing', ''],
    ['two', '42'],
    ['four', '0042'],
    ['letters', '04z'],
  ])('are none: %s', (_, typed) => {
    expect(readTyped(typed)).toBe(null);
  });
});
