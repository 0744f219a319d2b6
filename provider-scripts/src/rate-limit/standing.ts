/** Where a caller stands with a policy, as reported by the `RateLimit-…` headers. */

/** After a call was counted or refused. */
export interface Standing {
  limit: number;
  remaining: number;
  /** Whole seconds until the next call is allowed if none is left, otherwise until the window is free again. */
  resetSeconds: number;
  /** False when this very call is over the limit. */
  granted: boolean;
}

/** The one of two policies that leaves a caller less: a refusal first, then what has least left, then the longer wait. */
export function tighter(a: Standing, b: Standing): Standing {
  if (a.granted !== b.granted) return a.granted ? b : a;
  if (a.remaining !== b.remaining) return a.remaining < b.remaining ? a : b;
  return a.resetSeconds >= b.resetSeconds ? a : b;
}
