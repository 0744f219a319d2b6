/** Times as shown to users. */
const SECONDS_PER_MINUTE = 60;

/** Converts seconds to whole minutes, rounded up. */
export function minutesRoundedUp(seconds: number): number {
  return Math.ceil(seconds / SECONDS_PER_MINUTE);
}
