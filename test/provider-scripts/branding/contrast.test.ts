/** Whether a brand's colours can be told apart. */
import { describe, expect, test } from 'vitest';
import { readBrand } from '../../../provider-scripts/src/branding/brand.ts';
import { judgeContrast } from '../../../provider-scripts/src/branding/contrast.ts';

const judge = (colour: string | null) =>
  judgeContrast(readBrand((name) => (name === 'primary-color' ? colour : null)).brand);

describe('a brand', () => {
  test('without a colour of its own is judged by nothing', () => {
    expect(judge(null)).toEqual([]);
  });

  test.each([
    ['#767676', [true, true, true]],
    ['#ffffff', [true, false, true]],
    ['#000000', [true, true, false]],
  ])('of %s has text that can be read, and a button that is seen or not', (colour, good) => {
    expect(judge(colour).map((one) => one.good)).toEqual(good);
  });

  test('is told its ratios', () => {
    expect(judge('#ffffff').map(({ ratio, needed }) => [ratio, needed])).toEqual([
      [21, 4.5],
      [1, 3],
      [17.05, 3],
    ]);
  });
});
