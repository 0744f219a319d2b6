/** Why a link can't be used, and in what order that is decided. */
import type { LinkRow } from './link.ts';

/** What the page tells the person; `invalid` says no more, so that nothing is learned from a made-up token. */
export const REFUSALS = ['expired', 'used', 'superseded', 'invalid', 'elsewhere'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The public text of each reason. */
export const REFUSAL_TEXT: Record<Refusal, string> = {
  expired: 'The link has expired',
  used: 'The link was already used',
  superseded: 'The link was replaced by a newer one or no longer counts because another was used',
  invalid: 'The link is not valid',
  elsewhere: 'The link works only from the network that asked for it',
};

/** Judges a link by its row; null when it can be used at `now` (Unix seconds). */
export function refusalOf(row: LinkRow, now: number): Refusal | null {
  if (row.state === 'used') return 'used';
  if (row.state === 'superseded') return 'superseded';
  return now >= row.expiresAt ? 'expired' : null;
}
