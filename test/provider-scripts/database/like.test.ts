/** Patterns of SQL. */
import { expect, test } from 'vitest';
import { anywhere } from '../../../provider-scripts/src/database/like.ts';

test('what a pattern would read otherwise stands for itself', () => {
  expect(anywhere('Shop')).toBe('%shop%');
  expect(anywhere('50%_off!')).toBe('%50!%!_off!!%');
});
