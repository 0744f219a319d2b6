/** Which proofs show that the user is at this browser. */
import { expect, test } from 'vitest';
import { isOwnProof } from '../../../../provider-scripts/src/sign-in/tabs/own-proof.ts';

test.each(['link', 'code', 'passkey'])('a %s is the user’s own proof', (method) => {
  expect(isOwnProof(method, null)).toBe(true);
});

test('a link that was returned to a backend isn’t', () => {
  expect(isOwnProof('link', 'backend')).toBe(false);
});

test.each(['cross-device', null])('%s isn’t', (method) => {
  expect(isOwnProof(method, null)).toBe(false);
});
