/** Quantiles of delays that were counted by their bounds. */
import { DELAY_BOUNDS } from '../metrics/delays.ts';

/** How many delays a quantile needs to mean something. */
const MIN_DELAYS = 20;

/** A quantile of the delays in seconds, interpolated linearly within a bucket; null if there are too few. */
export function quantile(counts: readonly number[], part: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < MIN_DELAYS) return null;
  let before = 0;
  for (let i = 0; i < DELAY_BOUNDS.length; i++) {
    const count = counts[i] ?? 0;
    const [low, high] = [DELAY_BOUNDS[i - 1] ?? 0, DELAY_BOUNDS[i] ?? 0];
    if (count > 0 && before + count >= part * all)
      return Math.round(10 * (low + ((part * all - before) / count) * (high - low))) / 10;
    before += count;
  }
  return DELAY_BOUNDS[DELAY_BOUNDS.length - 1] ?? null;
}
