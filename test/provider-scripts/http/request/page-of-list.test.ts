/** Pages of long lists. */
import { describe, expect, test } from 'vitest';
import { pageOfRows, readPage, rowsToSelect } from '../../../../provider-scripts/src/http/request/paging.ts';

const read = (first: string | null, max: string | null) =>
  readPage((name) => (name === 'first' ? first : max));

describe('a page', () => {
  test('is the first twenty by default', () => {
    expect(read(null, null)).toEqual({ page: { first: 0, max: 20 } });
    expect(read('10000', '100')).toEqual({ page: { first: 10_000, max: 100 } });
  });

  test.each([
    ['-1', '20', 'first'],
    ['10001', '20', 'first'],
    ['1.5', '20', 'first'],
    ['0', '0', 'max'],
    ['0', '101', 'max'],
    ['0', 'many', 'max'],
  ])('is rejected with first %s and max %s', (first, max, field) => {
    const found = read(first, max);
    expect('details' in found ? found.details[0]?.field : null).toBe(field);
  });

  test('has a next one if more rows were found than fit', () => {
    const page = { first: 4, max: 2 };
    expect(rowsToSelect(page)).toBe(3);
    expect(pageOfRows(page, ['a', 'b', 'c'])).toEqual({ rows: ['a', 'b'], next: 6 });
    expect(pageOfRows(page, ['a', 'b'])).toEqual({ rows: ['a', 'b'], next: null });
  });
});
