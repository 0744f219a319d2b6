/** Decides whether a link can be used, and which reason wins if it can't. */
import { isSecondRevokedBy } from '../../accounts/revoked-by.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import type { LinkRow } from './link.ts';

/**
 * Checks a link's row; null if the link can be used at `now`. A link that `notBefore` revokes counts as expired. Both are Unix seconds.
 */
export function linkRejection(
  row: Pick<LinkRow, 'state' | 'issuedAt' | 'expiresAt'>,
  now: number,
  notBefore = 0,
): Extract<LinkRejection, 'used' | 'superseded' | 'revoked' | 'expired'> | null {
  if (row.state === 'used') return 'used';
  if (row.state === 'superseded' || row.state === 'revoked') return row.state;
  return now >= row.expiresAt || isSecondRevokedBy(notBefore, row.issuedAt) ? 'expired' : null;
}

/** The same for a whole row. The holder of a returned link that was revoked learns no more than of one whose requester has lost the permission. */
export function rowRejection(
  row: LinkRow,
  now: number,
  notBefore = 0,
): ReturnType<typeof linkRejection> | 'invalid' {
  const rejection = linkRejection(row, now, notBefore);
  if (rejection !== 'revoked' || row.request.returnGrant === undefined) return rejection;
  return now >= row.expiresAt ? 'expired' : 'invalid';
}
