/**
 * The phase of a link's cross-device sign-in: the user types the comparison code where the link is opened, and the requesting browser
 * signs in (contract, section 3.8).
 */
import type { CrossDevice } from '../../links/magic-link/link.ts';

/** How long the requesting browser has to claim the sign-in after the right comparison code was typed. */
export const CLAIM_SECONDS = 300;

/** How long the user who approved the sign-in can revoke it. */
export const REVOKE_SECONDS = 900;

/**
 * `none`: the link only signs in where it is opened; `open`: a comparison code can be typed; `approved`: the requesting browser may
 * sign in; `claimed`: it has, and the sign-in can be revoked; `over`: none of these any longer.
 */
export type Phase = 'none' | 'open' | 'approved' | 'claimed' | 'over';

/** Returns the phase at `now` (Unix seconds). */
export function phaseOf(crossDevice: CrossDevice | null, now: number): Phase {
  if (crossDevice === null) return 'none';
  const { state, approvedAt } = crossDevice;
  if (state === 'open') return 'open';
  const age = now - (approvedAt ?? 0);
  if (state === 'approved' && age < CLAIM_SECONDS) return 'approved';
  return state === 'claimed' && age < REVOKE_SECONDS ? 'claimed' : 'over';
}
