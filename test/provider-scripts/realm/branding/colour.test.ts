/** Colours and the text on them. */

import { describe, expect, test } from 'vitest';
import { contrast, readableOn } from '../../../../provider-scripts/src/realm/branding/colour.ts';
import { COLOUR } from '../../../../provider-scripts/src/realm/settings/kinds.ts';

/** In hundredths, like contrast ratios. */
const hundredths = (one: string, other: string) => Math.round(contrast(one, other) * 100);

describe('the contrast ratio', () => {
  test.each([
    ['black on white is the maximum', '#000000', '#ffffff', 2100],
    ['a colour on itself is the minimum', '#1a2b3c', '#1a2b3c', 100],
    ['red on white', '#ff0000', '#ffffff', 400],
    ['green has the highest weight', '#00ff00', '#000000', 1530],
    ['blue has the lowest weight', '#0000ff', '#000000', 244],
    ['capitals are the same colour', '#ABCDEF', '#abcdef', 100],
    ['nearly black, where the scale is linear', '#010101', '#000000', 101],
  ])('of %s', (_, one, other, expected) => {
    expect(hundredths(one, other)).toBe(expected);
  });

  test('is symmetric', () => {
    expect(contrast('#123456', '#fedcba')).toBe(contrast('#fedcba', '#123456'));
  });
});

describe('the text colour', () => {
  test.each([
    ['white on black', '#000000', '#ffffff'],
    ['black on white', '#ffffff', '#000000'],
    ['white on dark blue', '#003366', '#ffffff'],
    ['black on yellow', '#ffff00', '#000000'],
    ['white on the lightest grey that is dark', '#757575', '#ffffff'],
    ['black on the darkest grey that is light', '#767676', '#000000'],
  ])('is %s', (_, colour, expected) => {
    expect(readableOn(colour)).toBe(expected);
  });

  test('is always readable (WCAG 2.2, 1.4.3: at least 4.5)', () => {
    for (let grey = 0; grey < 256; grey++) {
      const channel = `0${grey.toString(16)}`.slice(-2);
      const colour = `#${channel}${channel}${channel}`;
      expect(contrast(colour, readableOn(colour)) >= 4.5).toBe(true);
    }
  });
});

describe('a colour', () => {
  test.each([
    ['in small letters', '#1a2b3c'],
    ['in capitals', '#1A2B3C'],
  ])('may be %s', (_, colour) => {
    expect(COLOUR.read(colour)).toBe(colour);
  });

  test.each([
    ['by nothing', ''],
    ['without #', '1a2b3c'],
    ['with three digits', '#abc'],
    ['with five digits', '#1a2b3'],
    ['with seven digits', '#1a2b3c4'],
    ['with another letter', '#1a2b3g'],
    ['by its name', 'red'],
    ['as a function', 'rgb(1,2,3)'],
    ['with a line break after it', '#1a2b3c\n'],
    ['with a space before it', ' #1a2b3c'],
    ['with another declaration after it', '#1a2b3c;x:y'],
    ['with digits of another script', '#\u0661\u0662\u0663\u0664\u0665\u0666'],
  ])('can’t be %s', (_, colour) => {
    expect(COLOUR.read(colour)).toBe(undefined);
  });
});
