/** SQL patterns. */
import { expect, test } from 'vitest';
import { anywhere } from '../../../provider-scripts/src/database/like.ts';

test('escapes a pattern’s special characters', () => {
  expect(anywhere('Shop')).toBe('%shop%');
  expect(anywhere('50%_off!')).toBe('%50!%!_off!!%');
});
