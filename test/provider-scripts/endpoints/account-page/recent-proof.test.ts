/** When a proof is recent enough for what a session alone must not do. */
import { expect, test } from 'vitest';
import {
  isProofRecent,
  RECENT_PROOF_SECONDS,
} from '../../../../provider-scripts/src/endpoints/account-page/recent-proof.ts';

test('a proof counts for ten minutes', () => {
  expect(isProofRecent(1000, 1000)).toBe(true);
  expect(isProofRecent(1000, 1000 + RECENT_PROOF_SECONDS)).toBe(true);
  expect(isProofRecent(1000, 1001 + RECENT_PROOF_SECONDS)).toBe(false);
});

test('a session without a proof, as of an administrator who impersonates the user, has no recent one', () => {
  expect(isProofRecent(null, 1000)).toBe(false);
});
