/** Where a caller stands with a policy, as reported by the `RateLimit-…` headers. */

/** After a call was counted or rejected. */
export interface LimitStatus {
  limit: number;
  remaining: number;
  /** Whole seconds until the next call is allowed if none is left, otherwise until the window is free again. */
  resetSeconds: number;
  /** False when this very call is over the limit. */
  granted: boolean;
  /** Set where an address is counted, which anybody may name: how often it was is its owner's business. */
  ofAddress?: true;
}

/**
 * What callers may learn of where they stand: under policies that count themselves; under those of an address only that it rejects, and only
 * where they don't reject already.
 */
export function reportable(statuses: readonly LimitStatus[]): LimitStatus[] {
  const own = statuses.filter(({ ofAddress }) => ofAddress !== true);
  const rejected = statuses.filter(({ ofAddress, granted }) => ofAddress === true && !granted);
  return own.every(({ granted }) => granted) ? [...own, ...rejected] : own;
}

/** The one of two policies that leaves a caller less: a rejection first, then what has least left, then the longer wait. */
export function tighter(a: LimitStatus, b: LimitStatus): LimitStatus {
  if (a.granted !== b.granted) return a.granted ? b : a;
  if (a.remaining !== b.remaining) return a.remaining < b.remaining ? a : b;
  return a.resetSeconds >= b.resetSeconds ? a : b;
}
