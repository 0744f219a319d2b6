/** Validity of a referral code (contract, section 3.6). */
import type { ReferralRow } from './referral.ts';

/** Whether a code can be used for a client at `now` (Unix seconds). */
export function isReferralValid(
  row: ReferralRow | null,
  clientUuid: string,
  now: number,
): row is ReferralRow {
  if (row === null || row.uses >= row.maxUses) return false;
  if (row.expiresAt !== null && now >= row.expiresAt) return false;
  return row.clientUuid === null || row.clientUuid === clientUuid;
}
