import { expect, test } from 'vitest';
import { goalText, judge as judgeRun } from '../../../scripts/bench/judge.ts';
import { readOptions, sizesOf } from '../../../scripts/bench/options.ts';
import type { RowName } from '../../../scripts/bench/rows.ts';

const WHOLE_RUN = sizesOf(readOptions([]));
const judge = (row: RowName, rounds: number[]) => judgeRun(row, rounds, WHOLE_RUN);

test('a figure at its goal has met it', () => {
  expect(judge('sign-in-cpu', [3.5, 3.5, 3.5])).toBe('met');
  expect(judge('token-rate', [0.95, 0.95, 0.95])).toBe('met');
});

test('a figure on the wrong side of its goal has not met it', () => {
  expect(judge('sign-in-cpu', [3.6, 3.6, 3.7])).toBe('not met');
  expect(judge('token-rate', [0.94, 0.94, 0.93])).toBe('not met');
});

test('a figure is not judged when its rounds differ too much, be they all good', () => {
  expect(judge('sign-in-cpu', [1, 2, 3])).toBe('rounds differ too much');
});

test('a difference near zero is measured against the goal', () => {
  expect(judge('start-added', [-0.05, 0, 0.05])).toBe('met');
  expect(judge('start-added', [-0.5, 0, 0.5])).toBe('rounds differ too much');
});

test('a figure without a goal is stated', () => {
  expect(judge('two-nodes', [1.8, 1.8])).toBe('stated');
});

test('what is no number is never good', () => {
  expect(judge('quiet-latency', [])).toBe('rounds differ too much');
  expect(judge('heap-added', [Number.NaN])).toBe('rounds differ too much');
});

test('a goal is told with its sign and its unit', () => {
  expect(goalText('quiet-latency')).toBe('≤ 18 ms');
  expect(goalText('sign-in-rate')).toBe('≥ 4');
  expect(goalText('first-thousand')).toBe('stated');
});

test('a run that is smaller than the row needs is not judged', () => {
  expect(judgeRun('sign-in-cpu', [3, 3, 3], { ...WHOLE_RUN, 'warm-up': 100 })).toBe('run too small');
  expect(judgeRun('million-p99', [1, 1, 1], { ...WHOLE_RUN, rows: 20_000 })).toBe('run too small');
  expect(judgeRun('start-added', [0, 0, 0], { ...WHOLE_RUN, 'warm-up': 100 })).toBe('met');
});
