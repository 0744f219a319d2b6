/** The spans of time that statistics are counted by, aligned to the clock in UTC. */

/** What is counted in memory and kept for a while; what is kept for long. In seconds. */
export const SLOT_SECONDS = 300;
export const HOUR_SECONDS = 3600;

/** When the slot of an instant begins, both in Unix seconds. */
export function slotOf(at: number, seconds: number = SLOT_SECONDS): number {
  return at - (at % seconds);
}
