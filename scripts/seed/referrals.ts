/** Makes the declared referral codes; the server keeps their hashes only, so one that is there can't be compared further. */

import { createReferral, type ReferralOrder } from '../admin/referrals.ts';
import { wholeChange } from './change.ts';
import type { SeedTarget } from './target.ts';

/** A code that is declared, with its text. */
export type DesiredReferral = ReferralOrder & { readonly code: string };

/** Makes what is missing; a dry run asks the server, which judges without storing. */
export async function reconcileReferrals(
  target: SeedTarget,
  referrals: readonly DesiredReferral[],
): Promise<void> {
  for (const referral of referrals) {
    if ((await createReferral(target, { ...referral, dry_run: true })) === 'already there') continue;
    await target.apply([wholeChange(target.realm, 'referral code', 'created')], () =>
      createReferral(target, referral),
    );
  }
}
