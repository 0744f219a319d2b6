/** Medians, spreads and ratios of rounds, and the rule by which a figure is too uncertain for a verdict. */

/** Maximum interquartile range for a verdict, as a fraction of the median, or of the goal if that is larger. */
export const SPREAD_LIMIT = 0.15;

/** The quantile, interpolated linearly; NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The interquartile range as a fraction of the median.
 * @param goal used instead of a smaller median: near zero every difference is large
 */
export function spread(values: readonly number[], goal = 0): number {
  const width = quantile(values, 0.75) - quantile(values, 0.25);
  return width === 0 ? 0 : width / Math.max(Math.abs(median(values)), Math.abs(goal));
}

/** The ratios of alternating rounds, in which changes on the machine affect both sides. */
export function ratios(of: readonly number[], to: readonly number[]): number[] {
  if (of.length !== to.length) throw new RangeError(`${of.length} rounds against ${to.length}`);
  return of.map((value, round) => value / (to[round] ?? Number.NaN));
}
