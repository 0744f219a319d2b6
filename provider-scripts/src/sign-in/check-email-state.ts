/** What the page that waits for an email has to say. */
import type { LinkRow } from '../magic-link/link.ts';
import { linkRejection } from '../magic-link/rejection.ts';

/** The link can be used; it has expired; or it, or another one for the same sign-in, was used somewhere else. */
export type InboxState = 'waiting' | 'expired' | 'continued';

/** Decides by the latest link, at `now` and with `notBefore` (Unix seconds); null for one that is no longer kept. */
export function inboxState(row: LinkRow | null, now: number, notBefore = 0): InboxState {
  const rejection = row === null ? 'expired' : linkRejection(row, now, notBefore);
  if (rejection === null) return 'waiting';
  return rejection === 'expired' || rejection === 'revoked' ? 'expired' : 'continued';
}
