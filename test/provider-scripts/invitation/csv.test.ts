/** Comma-separated values, as in RFC 4180 and as spreadsheets write them. */
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../provider-scripts/src/invitation/csv.ts';

/** The fields of each record. */
function fieldsOf(text: string): string[][] {
  const read = readCsv(text, 100);
  return 'records' in read ? read.records.map(({ fields }) => fields) : [];
}

describe('a list', () => {
  test.each([
    [
      'commas',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons',
      'a;b,c;\nd;e',
      [
        ['a', 'b,c', ''],
        ['d', 'e'],
      ],
    ],
    [
      'tabs',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'line ends of Windows',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'line ends of old Macs',
      'a,b\rc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a byte order mark at its beginning', '\ufeffa,b', [['a', 'b']]],
    ['empty lines', 'a\n\n,,\nb', [['a'], ['b']]],
    [
      'quotes',
      '"a, b","c ""d"""\ne,f',
      [
        ['a, b', 'c "d"'],
        ['e', 'f'],
      ],
    ],
    [
      'a line end within quotes',
      '"a\nb",c\nd,e',
      [
        ['a\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    ['spaces around fields', ' a , b \n', [['a', 'b']]],
    ['an empty field at the end', 'a,\n', [['a', '']]],
    ['a quote within a field', 'a"b,c', [['a"b', 'c']]],
    ['nothing', '', []],
  ])('with %s is read', (_, text, fields) => {
    expect(fieldsOf(text)).toEqual(fields);
  });

  test('returns the first line of each record', () => {
    const read = readCsv('a\n\n"b\nc"\nd', 100);
    expect('records' in read ? read.records.map(({ line }) => line) : []).toEqual([1, 3, 5]);
  });

  test.each([
    ['a quote that is never closed', 'a\n"b', 2],
    ['text after the end of a quoted field', 'a\nb\n"c"d', 3],
  ])('with %s is rejected', (_, text, badLine) => {
    expect(readCsv(text, 100)).toEqual({ badLine });
  });
});

test('a long list is read only up to one record past its limit', () => {
  const read = readCsv('a\n'.repeat(50), 3);
  expect('records' in read ? read.records.length : 0).toBe(4);
});

test('a line with very many fields keeps the first of them', () => {
  expect(fieldsOf(','.repeat(500).replace(/^/, 'a'))[0]?.length).toBe(100);
});
