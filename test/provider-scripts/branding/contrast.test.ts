/** Whether a brand's colours have enough contrast. */
import { describe, expect, test } from 'vitest';
import { readBrand } from '../../../provider-scripts/src/branding/brand.ts';
import { measureContrast } from '../../../provider-scripts/src/branding/contrast.ts';

const measure = (colour: string | null) =>
  measureContrast(readBrand((name) => (name === 'primary-color' ? colour : null)).brand);

describe('a brand', () => {
  test('without a colour of its own is measured by nothing', () => {
    expect(measure(null)).toEqual([]);
  });

  test.each([
    ['#767676', [true, true, true]],
    ['#ffffff', [true, false, true]],
    ['#000000', [true, true, false]],
  ])('of %s has text that can be read, and a button that is seen or not', (colour, good) => {
    expect(measure(colour).map((one) => one.good)).toEqual(good);
  });

  test('reports its ratios', () => {
    expect(measure('#ffffff').map(({ ratio, needed }) => [ratio, needed])).toEqual([
      [21, 4.5],
      [1, 3],
      [17.05, 3],
    ]);
  });
});
