/** Another link at the user's request: the "check your email" page confirms it, and pauses before the next one. */

import type { LinkRow } from '../../links/magic-link/link.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import type { CheckEmailState } from './check-email-state.ts';

/** How long, in seconds, the page waits before it sends the next link. */
export const RESEND_PAUSE_SECONDS = 30;

/** When another link was sent, as the page shows it. */
export interface Resent {
  /** The time (RFC 3339), which a script shows in the reader's time zone. */
  at: string;
  /** The seconds until the next link can be sent; 0 if it can be sent now. */
  pauseSeconds: number;
}

/**
 * Returns when the latest link of a tab was sent at the user's request; null if it wasn't, or can no longer be used.
 *
 * @param resent the identifier of the latest link that the user requested so
 */
export function resentLink(
  resent: string | null,
  row: LinkRow | null,
  state: CheckEmailState,
  now: number,
): Resent | null {
  if (row === null || state !== 'waiting' || resent !== row.jti) return null;
  return resentAt(row.issuedAt, now);
}

/** The same for a link that was sent at `issuedAt` (Unix seconds). The clocks of nodes may differ. */
export function resentAt(issuedAt: number, now: number): Resent {
  const at = new Date(issuedAt * MILLIS_PER_SECOND).toISOString();
  const pauseSeconds = Math.min(RESEND_PAUSE_SECONDS, Math.max(0, issuedAt + RESEND_PAUSE_SECONDS - now));
  return { at, pauseSeconds };
}
