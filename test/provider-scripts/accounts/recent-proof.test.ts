/** When a proof is recent enough for what a session alone must not do. */
import { expect, test } from 'vitest';
import {
  factorProvenAt,
  isProofRecent,
  RECENT_PROOF_SECONDS,
} from '../../../provider-scripts/src/accounts/recent-proof.ts';

test('a proof counts for ten minutes', () => {
  expect(isProofRecent(1000, 1000)).toBe(true);
  expect(isProofRecent(1000, 1000 + RECENT_PROOF_SECONDS)).toBe(true);
  expect(isProofRecent(1000, 1001 + RECENT_PROOF_SECONDS)).toBe(false);
});

test('a session without a proof, as of an administrator who impersonates the user, has no recent one', () => {
  expect(isProofRecent(null, 1000)).toBe(false);
});

test.each([
  ['no level', null, null],
  ['an empty note', '{}', null],
  ['the level of a link', '{"1":1000}', null],
  ['the level of a second factor', '{"1":1000,"2":900}', 900],
  ['a higher level', '{"1":1000,"2":900,"3":950}', 950],
  ['levels in any order', '{"3":800,"2":900}', 900],
])('the second factor of a session with %s', (_, levels, provenAt) => {
  expect(factorProvenAt(levels)).toBe(provenAt);
});
