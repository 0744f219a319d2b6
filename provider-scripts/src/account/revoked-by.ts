/** Compares a "not before" with a proof. */
import { MILLIS_PER_SECOND } from '../engine/time.ts';

/**
 * Whether a "not before" (Unix seconds) revokes a proof from an instant (Unix milliseconds). It names a whole second, in which the proof may
 * have come before it: that second counts as before.
 */
export function isRevokedBy(limit: number, instant: number): boolean {
  return limit > 0 && Math.floor(instant / MILLIS_PER_SECOND) <= limit;
}
