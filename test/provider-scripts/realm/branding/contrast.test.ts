/** Whether a branding's colours have enough contrast. */
import { describe, expect, test } from 'vitest';
import { readBranding } from '../../../../provider-scripts/src/realm/branding/branding.ts';
import { measureContrast } from '../../../../provider-scripts/src/realm/branding/contrast.ts';

const measure = (colour: string | null) =>
  measureContrast(readBranding((name) => (name === 'primary-color' ? colour : null)).branding);

describe('a branding', () => {
  test('without a colour of its own isn’t measured', () => {
    expect(measure(null)).toEqual([]);
  });

  test.each([
    ['#767676', [true, true, true]],
    ['#ffffff', [true, false, true]],
    ['#000000', [true, true, false]],
  ])('of %s has readable text, and a visible button or not', (colour, sufficient) => {
    expect(measure(colour).map((one) => one.sufficient)).toEqual(sufficient);
  });

  test('reports its ratios', () => {
    expect(measure('#ffffff').map(({ ratio, needed }) => [ratio, needed])).toEqual([
      [21, 4.5],
      [1, 3],
      [17.05, 3],
    ]);
  });
});
