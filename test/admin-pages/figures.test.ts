import { expect, test } from 'vitest';
import { figuresOf } from '../../admin-pages/src/ui/figures.ts';

test.each([
  ['all stored', { waiting: 0, sent: 2, skipped: 1, failed: 1 }, 4, 0],
  ['of a deleted account', { waiting: 1, sent: 2, skipped: 0 }, 5, 2],
  ['none stored', { waiting: 0 }, 3, 3],
])('states and lines that are gone are all lines of a list: %s', (_, counts, lines, gone) => {
  const figures = figuresOf(counts, lines);
  expect(figures.gone).toBe(gone);
  expect(figures.states.every(([, count]) => count > 0)).toBe(true);
  expect(figures.states.reduce((sum, [, count]) => sum + count, figures.gone)).toBe(lines);
});
