import { describe, expect, test } from 'vitest';
import { markdownReport } from '../../../../scripts/bench/report/markdown.ts';
import { withPreviousFigures } from '../../../../scripts/bench/report/previous-figures.ts';
import { readText } from '../../../support/documents.ts';
import { finding, MACHINE } from './given.ts';

const OTHER = { ...MACHINE, processor: 'Another Processor' };
const CPU = finding({ row: 'sign-in-cpu', rounds: [3, 3.1, 3.2] });
const RATE = finding({ row: 'sign-in-rate', rounds: [5, 5, 5] });
const MILLION = finding({ row: 'million-p99', rounds: [1, 1, 1] });
const reportOf = (machine: typeof MACHINE, ...findings: (typeof CPU)[]) =>
  markdownReport({ machine, findings });

describe('a report that is written over an older one', () => {
  test('keeps what it didn’t measure, and replaces what it did', () => {
    const older = reportOf(MACHINE, CPU, RATE);
    const newer = reportOf(MACHINE, finding({ row: 'sign-in-cpu', rounds: [7, 7, 7] }));
    const both = reportOf(MACHINE, finding({ row: 'sign-in-cpu', rounds: [7, 7, 7] }), RATE);
    expect(withPreviousFigures(newer, older)).toBe(both);
  });

  test('marks rows measured on another machine than most', () => {
    const kept = withPreviousFigures(reportOf(OTHER, MILLION), reportOf(MACHINE, CPU, RATE));
    expect(kept).toContain('- Machine: 2 cores (Some Processor)');
    expect(kept.match(/On another machine: /g)).toHaveLength(1);
    expect(kept).toMatch(/^On another machine: 2 cores \(Another Processor\), .*\.$/m);
    expect(kept.indexOf('On another machine')).toBeGreaterThan(kept.indexOf('## million-p99'));
  });

  test('removes the mark once both were measured on the same machine', () => {
    const mixed = withPreviousFigures(reportOf(OTHER, MILLION), reportOf(MACHINE, CPU));
    expect(withPreviousFigures(reportOf(OTHER, CPU), mixed)).toBe(reportOf(OTHER, CPU, MILLION));
  });

  test('is unchanged over one that has nothing else', () => {
    expect(withPreviousFigures(reportOf(MACHINE, CPU), reportOf(OTHER))).toBe(reportOf(MACHINE, CPU));
  });

  test('retains all rows of the project’s own report', () => {
    const document = readText('docs/performance.md');
    expect(withPreviousFigures(reportOf(OTHER), document)).toBe(document);
  });
});
