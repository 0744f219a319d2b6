import { describe, expect, test } from 'vitest';
import { median, quantile, ratios, SPREAD_LIMIT, spread } from '../../../scripts/bench/statistics.ts';

describe('the middle of the rounds', () => {
  test('is the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test('is the mean of the middle two of an even number', () => {
    expect(median([8, 2, 4, 6])).toBe(5);
  });

  test('isn’t a number if there are no rounds', () => {
    expect(median([])).toBeNaN();
  });
});

test('a quantile lies between two values in proportion', () => {
  expect(quantile([0, 10, 20, 30, 40], 0.99)).toBeCloseTo(39.6);
  expect(quantile([0, 10], 0.25)).toBe(2.5);
});

describe('the spread', () => {
  test('is the width of the middle half as a part of the median', () => {
    expect(spread([80, 90, 100, 110, 120])).toBeCloseTo(0.2);
  });

  test('ignores a single outlier', () => {
    expect(spread([100, 100, 100, 100, 900])).toBe(0);
  });

  test('is relative to the goal if figures are near zero', () => {
    expect(spread([-1, 0, 1])).toBe(Number.POSITIVE_INFINITY);
    expect(spread([-1, 0, 1], 100)).toBeLessThan(SPREAD_LIMIT);
  });

  test('is zero when all rounds are the same, also at zero', () => {
    expect(spread([0, 0, 0])).toBe(0);
  });
});

describe('ratios', () => {
  test('are taken round by round', () => {
    expect(ratios([10, 20], [5, 4])).toEqual([2, 5]);
  });

  test('need as many rounds of either kind', () => {
    expect(() => ratios([1, 2], [1])).toThrow('2 rounds against 1');
  });
});
