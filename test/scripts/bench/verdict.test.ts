import { expect, test } from 'vitest';
import { readOptions, sizesOf } from '../../../scripts/bench/options.ts';
import type { RowName } from '../../../scripts/bench/rows.ts';
import { goalText, verdictOn as verdictOnRun } from '../../../scripts/bench/verdict.ts';

const WHOLE_RUN = sizesOf(readOptions([]));
const verdictOn = (row: RowName, rounds: number[]) => verdictOnRun(row, rounds, WHOLE_RUN);

test('a figure at its goal has met it', () => {
  expect(verdictOn('sign-in-cpu', [0.35, 0.35, 0.35])).toBe('met');
  expect(verdictOn('token-rate', [0.9, 0.9, 0.9])).toBe('met');
});

test('a figure on the wrong side of its goal has not met it', () => {
  expect(verdictOn('sign-in-cpu', [0.36, 0.36, 0.37])).toBe('not met');
  expect(verdictOn('token-rate', [0.89, 0.89, 0.88])).toBe('not met');
});

test('a figure gets no verdict when its rounds differ too much, even if all meet the goal', () => {
  expect(verdictOn('sign-in-cpu', [1, 2, 3])).toBe('rounds differ too much');
});

test('a difference near zero is measured against the goal', () => {
  expect(verdictOn('heap-growth', [-0.05, 0, 0.05])).toBe('met');
  expect(verdictOn('heap-growth', [-0.5, 0, 0.5])).toBe('rounds differ too much');
});

test('a figure without a goal is stated', () => {
  expect(verdictOn('two-nodes', [1.8, 1.8])).toBe('stated');
});

test('something that isn’t a number never meets a goal', () => {
  expect(verdictOn('quiet-latency', [])).toBe('rounds differ too much');
  expect(verdictOn('heap-added', [Number.NaN])).toBe('rounds differ too much');
});

test('a goal is shown with its sign and its unit', () => {
  expect(goalText('far-email-latency')).toBe('≤ 65 ms');
  expect(goalText('sign-in-rate')).toBe('≥ 3');
  expect(goalText('refresh-rate')).toBe('stated');
});

test('a run smaller than the row needs gets no verdict', () => {
  expect(verdictOnRun('sign-in-cpu', [0.3, 0.3, 0.3], { ...WHOLE_RUN, 'warm-up': 100 })).toBe(
    'run too small',
  );
  expect(verdictOnRun('million-p99', [1, 1, 1], { ...WHOLE_RUN, rows: 20_000 })).toBe('run too small');
  expect(verdictOnRun('start', [1, 1, 1], { ...WHOLE_RUN, 'warm-up': 100 })).toBe('met');
});
