/** What is counted in a realm. */
import { DELAY_BOUNDS } from '../metrics/delays.ts';

/** Counted one by one. `links_expired` is counted at the end of a link when it is made, and taken back when the link is used before. */
export const COUNTED = ['links_requested', 'links_used', 'links_expired', 'sign_ups'] as const;

/** Counted by reason, outcome or policy, which stands behind the name and a dot. */
export const COUNTED_BY = ['links_rejected', 'emails_failed', 'limits_hit'] as const;

/** The name that a delay (in seconds) is counted under: `delay.` and the number of its bound. */
export function delayName(seconds: number): string {
  return `${DELAY}${DELAY_BOUNDS.filter((bound) => bound < seconds).length}`;
}

/** What these names begin with. */
export const DELAY = 'delay.';

/** So many of something in the span that begins at `since` (Unix seconds). */
export interface Counted {
  name: string;
  since: number;
  amount: number;
}
