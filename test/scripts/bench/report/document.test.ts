import { describe, expect, test } from 'vitest';
import { updatedDocument } from '../../../../scripts/bench/report/document.ts';
import type { RecordedFinding } from '../../../../scripts/bench/report/record.ts';
import { ROWS } from '../../../../scripts/bench/rows.ts';
import { readText } from '../../../support/documents.ts';
import { finding, MACHINE } from './given.ts';

const OTHER = { ...MACHINE, processor: 'Another Processor' };
const CPU = finding({ row: 'sign-in-cpu', rounds: [3, 3.1, 3.2] });
const RATE = finding({ row: 'sign-in-rate', rounds: [5, 5, 5] });
const EMPTY = '# Title\n\n- A: none\n\n| row | what |\n| --- | --- |\n| x | y |\n\n## Afterwards\n\nText.\n';
const documentOf = (machine: typeof MACHINE, findings: RecordedFinding[], document = EMPTY) =>
  updatedDocument({ machine, findings }, document);
/** A row's cells from the goal on. */
const cells = (document: string, row: string) =>
  document
    .split('\n')
    .find((line) => line.startsWith(`| ${row} |`))
    ?.split('|')
    .slice(3, -1)
    .map((cell) => cell.trim());

describe('a document that a run is written into', () => {
  test('has a line for each row, measured or not', () => {
    const document = documentOf(MACHINE, [CPU]);
    for (const { what } of Object.values(ROWS)) expect(document).toContain(`| ${what} |`);
    const [goal, result, verdict, measured] = cells(document, 'sign-in-cpu') ?? [];
    expect([goal, result, verdict]).toEqual(['≤ 0.35', '3.10', '**not met**']);
    expect(measured).toBe('2026-11-22 at abc1234, A');
    expect(cells(document, 'sign-in-rate')).toEqual(['≥ 3', '', 'not measured', '']);
  });

  test('keeps the text around the table', () => {
    const document = documentOf(MACHINE, [CPU]);
    expect(document).toMatch(/^# Title\n\n- A: 2 cores \(Some Processor\).*\n\n\| row /);
    expect(document).toMatch(/\|\n\n## Afterwards\n\nText\.\n$/);
  });

  test('keeps what the run didn’t measure, and replaces what it did', () => {
    const newer = documentOf(MACHINE, [finding({ rounds: [7, 7, 7] })], documentOf(MACHINE, [CPU, RATE]));
    expect(newer).toBe(documentOf(MACHINE, [finding({ rounds: [7, 7, 7] }), RATE]));
  });

  test('names the machine of each row, and no other', () => {
    const both = documentOf(OTHER, [RATE], documentOf(MACHINE, [CPU]));
    expect(both).toMatch(/^- A: .*\(Some Processor\).*\n- B: .*\(Another Processor\)/m);
    expect(cells(both, 'sign-in-rate')?.at(-1)).toMatch(/, B$/);
    expect(documentOf(OTHER, [CPU], both)).toBe(documentOf(OTHER, [CPU, RATE]));
  });

  test('is the project’s own, unchanged if nothing was measured', () => {
    const document = readText('docs/performance.md');
    expect(documentOf(OTHER, [], document)).toBe(document);
  });

  test('must have a table', () => {
    expect(() => documentOf(MACHINE, [CPU], '# Title\n')).toThrow('no table of rows');
  });
});
