import { expect, test } from 'vitest';
import type { Machine } from '../../../../scripts/bench/report/machine.ts';
import { type RecordedFinding, withFindings } from '../../../../scripts/bench/report/record.ts';
import type { RowName } from '../../../../scripts/bench/rows.ts';
import { finding, MACHINE } from './given.ts';

const run = (machine: Machine, ...findings: RecordedFinding[]) => ({ machine, findings });
const of = (row: RowName, ...rounds: number[]) => finding({ row, rounds });

test('a run’s results replace earlier ones, row by row', () => {
  const before = run(MACHINE, of('sign-in-cpu', 7), of('quiet-latency', 70));
  const { findings } = withFindings(before, run(MACHINE, of('sign-in-cpu', 3)));
  expect(findings.map(({ row, rounds }) => [row, rounds])).toEqual([
    ['quiet-latency', [70]],
    ['sign-in-cpu', [3]],
  ]);
});

test('figures of another machine, Java or database are removed', () => {
  const before = run({ ...MACHINE, java: 'another' }, of('quiet-latency', 70));
  const now = run(MACHINE, of('sign-in-cpu', 3));
  expect(withFindings(before, now)).toEqual(now);
});

test('the first run is recorded as it is', () => {
  const now = run(MACHINE, of('sign-in-cpu', 3));
  expect(withFindings(undefined, now)).toEqual(now);
});
