/**
 * The phase of a link's cross-device sign-in: signing in where it was requested, by digits that are typed where it is opened (contract, section 3.8).
 */
import type { CrossDevice } from '../magic-link/link.ts';

/** How long the waiting browser may take after the right digits were typed. */
export const CLAIM_SECONDS = 300;

/** How long whoever typed them can say that it wasn't them. */
export const REVOKE_SECONDS = 900;

/**
 * `none`: the link only signs in where it is opened; `open`: digits can be typed; `handed`: they were, and the browser that waits may go
 * on; `claimed`: it did, and can be stopped; `over`: none of these any more.
 */
export type Phase = 'none' | 'open' | 'approved' | 'claimed' | 'over';

/** Checks at `now` (Unix seconds). */
export function phaseOf(crossDevice: CrossDevice | null, now: number): Phase {
  if (crossDevice === null) return 'none';
  const { state, approvedAt } = crossDevice;
  if (state === 'open') return 'open';
  const age = now - (approvedAt ?? 0);
  if (state === 'approved' && age < CLAIM_SECONDS) return 'approved';
  return state === 'claimed' && age < REVOKE_SECONDS ? 'claimed' : 'over';
}
