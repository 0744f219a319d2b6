/** SQL patterns. */
import { expect, test } from 'vitest';
import { containsPattern } from '../../../../provider-scripts/src/platform/database/like.ts';

test('escapes a pattern’s special characters', () => {
  expect(containsPattern('Shop')).toBe('%shop%');
  expect(containsPattern('50%_off!')).toBe('%50!%!_off!!%');
});
