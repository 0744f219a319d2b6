/** Times as shown to users. */
const SECONDS_PER_MINUTE = 60;

/** Whole minutes, rounded up. */
export function minutesOf(seconds: number): number {
  return Math.ceil(seconds / SECONDS_PER_MINUTE);
}
