/** Whether a link can be used, and in what order that is decided. */
import type { LinkRejection } from '../errors/catalogue/link-rejections.ts';
import type { LinkRow } from './link.ts';

/**
 * Checks a link by its row; null when it can be used at `now` (Unix seconds). One from before `notBefore` (Unix seconds) has expired, too.
 */
export function linkRejection(
  row: Pick<LinkRow, 'state' | 'issuedAt' | 'expiresAt'>,
  now: number,
  notBefore = 0,
): Extract<LinkRejection, 'used' | 'superseded' | 'revoked' | 'expired'> | null {
  if (row.state === 'used') return 'used';
  if (row.state === 'superseded' || row.state === 'revoked') return row.state;
  return now >= row.expiresAt || row.issuedAt < notBefore ? 'expired' : null;
}
