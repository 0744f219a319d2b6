/** Whole numbers in JSON. */

/** Whether a value is one from `least` to `most`. */
export function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Math.floor(value) === value && value >= least && value <= most;
}
