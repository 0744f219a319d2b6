/** Creates the declared referral codes; the server stores only their hashes, so an existing one can't be compared further. */

import { ENABLED_ATTRIBUTE, isOn } from '../../provider-scripts/src/ids.ts';
import { createReferral } from '../admin/referrals.ts';
import { wholeChange } from './change.ts';
import type { Declared } from './schema.ts';
import type { SeedTarget } from './target.ts';

/** A code that is declared, with its text. */
export type DesiredReferral = NonNullable<Declared<'sample-realm.json'>['referrals']>[number];

/**
 * Creates what is missing, which the server determines without storing. A dry run may meet a realm without Linkgate, and codes for clients
 * that don't exist yet.
 * @param clientIds the declared clients
 */
export async function reconcileReferrals(
  target: SeedTarget,
  referrals: readonly DesiredReferral[],
  clientIds: readonly string[],
): Promise<void> {
  const { client, realm, apply } = target;
  if (referrals.length === 0) return;
  const isLinkgateRealm = isOn((await client.realms.findOne({ realm }))?.attributes?.[ENABLED_ATTRIBUTE]);
  const isToCome = async (clientId: string): Promise<boolean> =>
    clientIds.includes(clientId) && (await client.clients.find({ realm, clientId })).length === 0;
  for (const referral of referrals) {
    const { client_id: clientId, ...rest } = referral;
    const checked = clientId !== undefined && (await isToCome(clientId)) ? rest : referral;
    const isThere =
      isLinkgateRealm && (await createReferral(target, { ...checked, dry_run: true })) === 'already there';
    if (isThere) continue;
    await apply([wholeChange(realm, 'referral code', 'created')], () => createReferral(target, referral));
  }
}
