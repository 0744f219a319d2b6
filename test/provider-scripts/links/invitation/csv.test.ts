/** Comma-separated values, as in RFC 4180 and as spreadsheets write them. */
import { describe, expect, test } from 'vitest';
import { readCsv as readWith } from '../../../../provider-scripts/src/links/invitation/csv.ts';
import { MAX_LINE_LENGTH, MAX_STEPS } from '../../../../provider-scripts/src/links/invitation/work.ts';

const readCsv = (text: string, max: number) => readWith(text, max, { steps: MAX_STEPS });

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

describe('the steps of reading', () => {
  /** The result, and how many steps it took. */
  function stepsOf(text: string): { read: ReturnType<typeof readCsv>; steps: number } {
    const work = { steps: MAX_STEPS };
    const read = readWith(text, 10_001, work);
    return { read, steps: MAX_STEPS - work.steps };
  }
  const SIZE = 2 * 1024 * 1024;
  const lines = (line: string) => `${line}\n`.repeat(Math.floor(SIZE / (line.length + 1)));

  test.each([
    ['letters', 'a'],
    ['quotes', '"'],
    ['commas', ','],
  ])('are few for a single line of %s, which is rejected', (_, character) => {
    const { read, steps } = stepsOf(character.repeat(SIZE));
    expect(read).toEqual({ excess: 'line' });
    expect(steps).toBeLessThan(3);
  });

  test('are few for an unclosed quote over many lines', () => {
    const { read, steps } = stepsOf(`"${lines('a')}`);
    expect(read).toEqual({ excess: 'line' });
    expect(steps).toBeLessThan(20);
  });

  test.each([
    ['commas', ','.repeat(MAX_LINE_LENGTH)],
    ['letters', 'a'.repeat(MAX_LINE_LENGTH)],
  ])('are one for each long line of %s', (_, line) => {
    const { read, steps } = stepsOf(lines(line));
    expect(read).toHaveProperty('records');
    expect(steps).toBeLessThan(40);
  });

  test.each([
    ['of quotes', '"'.repeat(MAX_LINE_LENGTH)],
    ['of quoted fields', '"",'.repeat(20_000)],
    ['that are short', ''],
    ['that are half a record', '"'],
  ])('end within the limit for lines %s', (_, line) => {
    const { read, steps } = stepsOf(lines(line));
    expect(read).toEqual({ excess: 'work' });
    expect(steps).toBeLessThan(MAX_STEPS + 20);
  });

  test('suffice for the largest list', () => {
    const row = (index: number) => `"user${index}@example.com","Ada ""Countess"" Lovelace",en,shop,,,,\r\n`;
    const text = Array.from({ length: 10_000 }, (_, index) => row(index)).join('');
    const { read, steps } = stepsOf(text);
    expect('records' in read ? read.records.length : 0).toBe(10_000);
    expect(steps).toBeLessThan(MAX_STEPS / 2);
  });
});
