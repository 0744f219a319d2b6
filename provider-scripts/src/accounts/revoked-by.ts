/** Compares a "not before" with a proof, a link or an invitation. */
import { MILLIS_PER_SECOND } from '../platform/engine/time.ts';

/** Whether a "not before" (Unix seconds; 0 for none) revokes a proof from an instant (Unix milliseconds). */
export function isRevokedBy(limit: number, instant: number): boolean {
  return isSecondRevokedBy(limit, Math.floor(instant / MILLIS_PER_SECOND));
}

/** The same for what was issued in a second (Unix seconds). It may have been issued before a "not before" of that second: it counts as such. */
export function isSecondRevokedBy(limit: number, second: number): boolean {
  return !(second > limit);
}
