/** The state that the "check your email" page shows. */
import type { LinkRow } from '../../links/magic-link/link.ts';
import { linkRejection } from '../../links/magic-link/rejection.ts';

/** The link can be used; it has expired; or it, or another link for the same sign-in, was used elsewhere. */
export type CheckEmailState = 'waiting' | 'expired' | 'continued';

/** The state of the latest link at `now`, with `notBefore` (Unix seconds). `row` is null if it no longer exists. */
export function checkEmailState(row: LinkRow | null, now: number, notBefore = 0): CheckEmailState {
  const rejection = row === null ? 'expired' : linkRejection(row, now, notBefore);
  if (rejection === null) return 'waiting';
  return rejection === 'expired' || rejection === 'revoked' ? 'expired' : 'continued';
}
