/** Makes the declared referral codes; the server keeps their hashes only, so one that is there can't be compared further. */

import { createReferral, type ReferralOrder } from '../admin/referrals.ts';
import { type Change, wholeChange } from './change.ts';
import type { SeedTarget } from './target.ts';

/** Makes what is missing; a dry run asks the server, which judges without storing. */
export async function reconcileReferrals(
  target: SeedTarget,
  referrals: readonly DesiredReferral[],
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const referral of referrals) {
    const isMissing = (await createReferral(target, { ...referral, dry_run: true })) !== 'already there';
    if (!isMissing) continue;
    await target.apply(() => createReferral(target, referral));
    changes.push(wholeChange(target.realm, 'referral code', 'created'));
  }
  return changes;
}

/** A code that is declared, with its text. */
export type DesiredReferral = ReferralOrder & { readonly code: string };
