/** How Keycloak's brute-force protection decides whether a user is locked. */

/** What Keycloak has recorded of a user's failed attempts. */
export interface Failures {
  /** When the user may try again, in Unix seconds. */
  notBefore: number;
  temporaryLockouts: number;
}

/** A realm's settings for it. */
export interface LockSettings {
  isPermanent: boolean;
  maxTemporaryLockouts: number;
}

/** Why a user is locked, as an event's error; null if the user isn't. */
export type Lock = 'user_disabled' | 'user_temporarily_disabled' | null;

/** The lock that failures mean, as Keycloak decides: lockouts without end first. */
export function lockBy(
  failures: Failures,
  { isPermanent, maxTemporaryLockouts }: LockSettings,
  now: number,
): Lock {
  if (isPermanent && failures.temporaryLockouts > maxTemporaryLockouts) return 'user_disabled';
  return now < failures.notBefore ? 'user_temporarily_disabled' : null;
}
