/** Tables for users. */
import { describe, expect, test } from 'vitest';
import { table } from '../../../scripts/cli/table.ts';

describe('a table', () => {
  test('has columns as wide as their longest cell and no blanks at the ends of lines', () => {
    expect(
      table(
        ['id', 'name'],
        [
          ['a-long-id', 'x'],
          ['b', ''],
        ],
      ),
    ).toBe('id         name\na-long-id  x\nb');
  });

  test('has a line for each row, whatever is in it', () => {
    expect(table(['name'], [['a\r\nb \u001b[2J c']])).toBe('name\na b  [2J c');
  });

  test('reports that there are no rows', () => {
    expect(table(['id'], [])).toBe('(none)');
  });
});
