/** Whether Keycloak's brute-force protection has locked a user, by what it has recorded. */
import { expect, test } from 'vitest';
import { lockBy } from '../../../provider-scripts/src/accounts/brute-force-rule.ts';

const NOW = 1000;

test.each([
  // not before, lockouts so far; permanent, allowed lockouts; the lock
  [0, 0, false, 0, null],
  [NOW, 1, false, 0, null],
  [NOW + 1, 1, false, 0, 'user_temporarily_disabled'],
  [NOW + 1, 9, false, 0, 'user_temporarily_disabled'],
  [NOW + 1, 1, true, 1, 'user_temporarily_disabled'],
  [NOW, 1, true, 1, null],
  [NOW, 2, true, 1, 'user_disabled'],
  [0, 1, true, 0, 'user_disabled'],
  [0, 0, true, 0, null],
] as const)(
  'tries again at %s after %s lockouts; permanent %s, at most %s: %s',
  (notBefore, temporaryLockouts, isPermanent, maxTemporaryLockouts, lock) => {
    expect(lockBy({ notBefore, temporaryLockouts }, { isPermanent, maxTemporaryLockouts }, NOW)).toBe(lock);
  },
);
