import { describe, expect, test } from 'vitest';
import { markdownReport } from '../../../../scripts/bench/report/markdown.ts';
import type { RecordedFinding } from '../../../../scripts/bench/report/record.ts';
import { ROWS } from '../../../../scripts/bench/rows.ts';
import { finding, MACHINE } from './given.ts';

const reportOf = (...findings: RecordedFinding[]) => markdownReport({ machine: MACHINE, findings });
/** The cells of the table's line for `sign-in-cpu`, without its name and what it measures. */
const cells = (report: string) =>
  report
    .split('\n')
    .find((line) => line.startsWith('| sign-in-cpu |'))
    ?.split('|')
    .slice(3, -1)
    .map((cell) => cell.trim());

describe('the table', () => {
  test('has goal, median and verdict of each row', () => {
    expect(cells(reportOf(finding({ rounds: [0.3, 0.31, 0.32] })))).toEqual(['≤ 0.35', '0.31', 'met']);
  });

  test('highlights unmet targets', () => {
    expect(cells(reportOf(finding({ rounds: [7, 7, 7] })))).toEqual(['≤ 0.35', '7.00', '**not met**']);
  });

  test('reports rounds that differ too much', () => {
    expect(cells(reportOf(finding({ rounds: [1, 3, 5] })))?.[2]).toBe('rounds differ too much');
  });

  test('has every row, measured or not', () => {
    const report = reportOf();
    for (const { what } of Object.values(ROWS)) expect(report).toContain(`| ${what} |`);
    expect(cells(report)).toEqual(['≤ 0.35', '', 'not measured']);
  });
});

test('a figure is shown with its rounds, related figures, and how to reproduce it', () => {
  const report = reportOf(
    finding({
      rounds: [3, 3.1],
      beside: [{ name: 'of a sign-in', unit: 'ms', values: [20, 22] }],
      notes: ['After 1,000 sign-ins.'],
      command: 'npm run bench -- --parts sign-in',
    }),
  );
  expect(report).toContain('rounds: 3.00, 3.10');
  expect(report).toContain('- of a sign-in: 21.0 ms (5 %)');
  expect(report).toContain('spread 2 %). After 1,000 sign-ins. Measured on');
  expect(report).toContain('Measured on 2026-11-22 at abc1234 by `npm run bench -- --parts sign-in`.');
});

test('a time series has a line for each series, and shares of a whole are one line', () => {
  const series = (name: string, ...values: number[]) => ({ name, unit: 'ms', values });
  const withCourse = (...course: ReturnType<typeof series>[]) => reportOf(finding({ course }));
  const tenths = withCourse(series('by tenths', 120.8, 2.5), series('others', 3, 4));
  expect(tenths).toContain('- by tenths (ms): 121, 2.50\n- others (ms): 3.00, 4.00');
  expect(withCourse(series('a', 30.3), series('b', 0.5))).toContain('a 30.3 ms; b 0.50 ms');
});

test('the machine is described', () => {
  expect(reportOf()).toContain('2 cores (Some Processor), 8 GiB, Linux 6.1');
});
