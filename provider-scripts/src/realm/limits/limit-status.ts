/** A caller's status under a limit, as reported by the `RateLimit-…` headers. */

/** The status after a call was counted or rejected. */
export interface LimitStatus {
  limit: number;
  remaining: number;
  /** Whole seconds until the next call is allowed if none is left, otherwise until the window is free again. */
  resetSeconds: number;
  /** False if this call exceeds the limit. */
  granted: boolean;
  /** Set if an email address is counted, which any caller may name: its count is private to its owner. */
  byEmail?: true;
}

/**
 * Returns the statuses that a caller may learn: all that count the caller. A status of an email address is included only if it rejects the
 * call, and no other does.
 */
export function reportable(statuses: readonly LimitStatus[]): LimitStatus[] {
  const own = statuses.filter(({ byEmail }) => byEmail !== true);
  const rejected = statuses.filter(({ byEmail, granted }) => byEmail === true && !granted);
  return own.every(({ granted }) => granted) ? [...own, ...rejected] : own;
}

/** Returns the stricter of two statuses: a rejection first, then the lower remaining count, then the longer wait. */
export function stricter(a: LimitStatus, b: LimitStatus): LimitStatus {
  if (a.granted !== b.granted) return a.granted ? b : a;
  if (a.remaining !== b.remaining) return a.remaining < b.remaining ? a : b;
  return a.resetSeconds >= b.resetSeconds ? a : b;
}
