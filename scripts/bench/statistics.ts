/** Medians, spreads and ratios of rounds, and the rule by which a figure is too uncertain for a verdict. */

/** The middle half of the rounds may differ by this part of the median, or of the goal if that is larger; otherwise there is no verdict. */
export const SPREAD_LIMIT = 0.15;

/** The value below which that part of the values lies, between two of them in proportion; NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value; the mean of the middle two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * How much the middle half of the rounds differs, as a part of the median.
 * @param goal used instead of a smaller median: near zero every difference is large
 */
export function spread(values: readonly number[], goal = 0): number {
  const width = quantile(values, 0.75) - quantile(values, 0.25);
  return width === 0 ? 0 : width / Math.max(Math.abs(median(values)), Math.abs(goal));
}

/** The ratios of alternating rounds: what changes on the machine meanwhile affects both. */
export function ratios(of: readonly number[], to: readonly number[]): number[] {
  if (of.length !== to.length) throw new RangeError(`${of.length} rounds against ${to.length}`);
  return of.map((value, round) => value / (to[round] ?? Number.NaN));
}
