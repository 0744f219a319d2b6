/** The time slots of statistics, aligned to the clock in UTC. */

/** Short slots, counted in memory and stored for a short time; hours, stored for long. In seconds. */
export const SLOT_SECONDS = 300;
export const HOUR_SECONDS = 3600;

/** The start of an instant's slot, both in Unix seconds. */
export function slotOf(at: number, seconds: number = SLOT_SECONDS): number {
  return at - (at % seconds);
}
