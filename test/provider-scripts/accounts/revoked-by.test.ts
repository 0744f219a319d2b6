/** Whether a "not before" revokes a proof. */
import { expect, test } from 'vitest';
import { isRevokedBy, isSecondRevokedBy } from '../../../provider-scripts/src/accounts/revoked-by.ts';

test.each([
  ['none', 0, 5_000_500, false],
  ['of the second before', 4_999, 5_000_000, false],
  ['of the same second, at its start', 5_000, 5_000_000, true],
  ['of the same second, at its end', 5_000, 5_000_999, true],
  ['of a later second', 5_001, 5_000_999, true],
  ['far in the past', 1, 5_000_000, false],
])('%s', (_, limit, instant, revoked) => {
  expect(isRevokedBy(limit, instant)).toBe(revoked);
  expect(isSecondRevokedBy(limit, Math.floor(instant / 1000))).toBe(revoked);
});
