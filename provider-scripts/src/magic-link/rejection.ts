/** Whether a link can be used, and in what order that is decided. */
import type { LinkRejection } from '../errors/catalogue/link-rejections.ts';
import type { LinkRow } from './link.ts';

/** Checks a link by its row; null when it can be used at `now` (Unix seconds). */
export function linkRejection(
  row: Pick<LinkRow, 'state' | 'expiresAt'>,
  now: number,
): Extract<LinkRejection, 'used' | 'superseded' | 'revoked' | 'expired'> | null {
  if (row.state === 'used') return 'used';
  if (row.state === 'superseded' || row.state === 'revoked') return row.state;
  return now >= row.expiresAt ? 'expired' : null;
}
