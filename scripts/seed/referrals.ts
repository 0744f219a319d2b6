/** Makes the declared referral codes; the server keeps their hashes only, so one that is there can't be compared further. */

import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../server/failure.ts';
import { type Change, wholeChange } from './change.ts';

/** A code as Linkgate's admin endpoint takes it. */
export interface DesiredReferral {
  readonly code: string;
  readonly max_uses?: number;
  /** Unix seconds. */
  readonly expires_at?: number;
  readonly client_id?: string;
}

const ALREADY_THERE = 409;

/** Makes what is missing. */
export async function reconcileReferrals(
  { client, realm }: RealmAdmin,
  referrals: readonly DesiredReferral[],
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const referral of referrals) {
    const response = await fetch(`${client.baseUrl}/admin/realms/${realm}/linkgate-referrals`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await client.getAccessToken()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(referral),
    });
    if (response.status === ALREADY_THERE) continue;
    if (!response.ok) throw new Failure(`${response.status} ${await response.text()}`);
    changes.push(wholeChange(realm, 'referral code', 'created'));
  }
  return changes;
}
