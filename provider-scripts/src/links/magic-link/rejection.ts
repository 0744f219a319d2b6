/** Decides whether a link can be used, and which reason wins if it can't. */
import { isSecondRevokedBy } from '../../accounts/revoked-by.ts';
import type { LinkRejection } from '../../platform/errors/catalogue/link-rejections.ts';
import { hasLink, type Settings } from '../../realm/flow/parse.ts';
import type { LinkRow } from './link.ts';

/** Whether opening the link signs nobody in, as emails contain only a code: it was sent before, unless it was returned to a backend. */
export function isLinkOff({ request }: LinkRow, settings: Pick<Settings, 'emailContains'>): boolean {
  return !hasLink(settings) && request.returnGrant === undefined;
}

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
  // A line of a list has no link to open: nobody knows its token.
  if (row.state === 'waiting' || row.state === 'failed') return 'revoked';
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
