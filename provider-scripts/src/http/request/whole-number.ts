/** Whole numbers in JSON. */

/** Whether a value is a whole number from `min` to `max`. */
export function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Math.floor(value) === value && value >= min && value <= max;
}
