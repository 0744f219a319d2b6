/**
 * The phase of a link's hand-off: signing in where it was requested, by digits that are typed where it is opened (contract, section 3.8).
 */
import type { HandOff } from '../magic-link/link.ts';

/** How long the waiting browser may take after the right digits were typed. */
export const CLAIM_SECONDS = 300;

/** How long whoever typed them can say that it wasn't them. */
export const UNDO_SECONDS = 900;

/**
 * `none`: the link only signs in where it is opened; `open`: digits can be typed; `handed`: they were, and the browser that waits may go
 * on; `claimed`: it did, and can be stopped; `over`: none of these any more.
 */
export type Phase = 'none' | 'open' | 'handed' | 'claimed' | 'over';

/** Checks at `now` (Unix seconds). */
export function phaseOf(handOff: HandOff | null, now: number): Phase {
  if (handOff === null) return 'none';
  const { state, handedAt } = handOff;
  if (state === 'open') return 'open';
  const age = now - (handedAt ?? 0);
  if (state === 'handed' && age < CLAIM_SECONDS) return 'handed';
  return state === 'claimed' && age < UNDO_SECONDS ? 'claimed' : 'over';
}
