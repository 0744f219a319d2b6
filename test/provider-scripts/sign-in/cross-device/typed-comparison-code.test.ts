/** How an entered comparison code is read. */
import { describe, expect, test } from 'vitest';
import {
  COMPARISON_CODE_LENGTH,
  readComparisonCode,
} from '../../../../provider-scripts/src/sign-in/cross-device/typed-comparison-code.ts';

describe('a comparison code', () => {
  test('has three digits', () => {
    expect(COMPARISON_CODE_LENGTH).toBe(3);
  });

  test.each([
    ['unchanged', '042', '042'],
    ['with spaces', ' 0 4 2 ', '042'],
    ['with words around them', 'Digits: 042.', '042'],
    ['in Arabic digits', '\u0660\u0664\u0662', '042'],
  ])('is read %s', (_, typed, digits) => {
    expect(readComparisonCode(typed)).toBe(digits);
  });

  test.each([
    ['nothing', ''],
    ['two', '42'],
    ['four', '0042'],
    ['letters', '04z'],
  ])('is invalid: %s', (_, typed) => {
    expect(readComparisonCode(typed)).toBe(null);
  });
});
