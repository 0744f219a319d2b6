/** Each threat in docs/threat-model.md, each promise and each right there names existing tests. */
import { expect, test } from 'vitest';
import { codeIn, missingTests, readText, sectionOf, tableOf } from '../support/documents.ts';

const TEXT = readText('docs/threat-model.md');

/** The rows of a section's table, without those that only name a group. */
const rowsOf = (heading: string) =>
  tableOf(sectionOf(TEXT, heading)).filter((row) => row.slice(1).some((cell) => cell !== ''));

/** The files of the tests in a cell: below `test/integration` or `test` without their end, or by their whole path. */
const filesIn = (cell = '') =>
  codeIn(cell).map((name) => (/\/$|\.test\.ts$/.test(name) ? name : `${name}.test.ts`));

const missingIn = (files: readonly string[]) =>
  missingTests(files).filter((file) => missingTests([`test/${file}`]).length > 0);

/** How many columns stand before that of the tests. */
const TABLES = [
  ['Threats', 2, 120],
  ['Other promises', 1, 15],
  ['Where a right is checked again', 2, 8],
] as const;

test.each(TABLES)('“%s” names tests that exist in each row', (heading, column, least) => {
  const rows = rowsOf(heading);
  expect(rows.length).toBeGreaterThan(least);
  const without = rows.filter((row) => filesIn(row[column]).length === 0);
  expect(without).toEqual([]);
  expect(rows.flatMap((row) => missingIn(filesIn(row[column])))).toEqual([]);
});

test('the model and the rounds of faults name tests that exist', () => {
  const files = ['The model', 'Rounds of faults'].flatMap((heading) =>
    codeIn(sectionOf(TEXT, heading)).filter((code) => code.endsWith('.test.ts')),
  );
  expect(files.length).toBeGreaterThan(4);
  expect(missingTests(files)).toEqual([]);
});
