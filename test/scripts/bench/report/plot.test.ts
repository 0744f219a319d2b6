import { expect, test } from 'vitest';
import { bars } from '../../../../scripts/bench/report/plot.ts';

test('the largest value of all series has the longest bar, the others in proportion', () => {
  const [, long, , half] = bars([
    { name: 'one', unit: 'ms', values: [20] },
    { name: 'other', unit: 'ms', values: [10] },
  ]).split('\n');
  const lengthOf = (line = '') => line.split('█').length - 1;
  expect(lengthOf(long)).toBe(2 * lengthOf(half));
  expect(long).toMatch(/ 20\.0$/);
});

test('what is below zero or no number has no bar, but its value', () => {
  expect(
    bars([{ name: 'n', unit: '', values: [1, -2, Number.NaN] }])
      .split('\n')
      .slice(2),
  ).toEqual(['   -2.00', '   NaN']);
});
