/** Creates the declared referral codes; the server stores only their hashes, so an existing one can't be compared further. */

import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import { createReferral, type ReferralInput } from '../admin/referrals.ts';
import { objectChange } from './change.ts';
import type { Declared } from './schema.ts';
import type { SeedTarget } from './target.ts';

/** A declared code, in clear text; `expiresAt` in Unix seconds. */
export type DesiredReferral = NonNullable<Declared<'sample-realm.json'>['referrals']>[number];

/**
 * Creates the missing codes, which it determines by requests that store nothing (`dry_run`). Before a run is applied the realm may not be a
 * Linkgate realm yet, and a code's client may not exist yet.
 * @param clientIds the declared clients
 */
export async function reconcileReferrals(
  target: SeedTarget,
  referrals: readonly DesiredReferral[],
  clientIds: readonly string[],
): Promise<void> {
  const { client, realm, apply } = target;
  if (referrals.length === 0) return;
  const isLinkgateRealm = readSetting(
    REALM.enabled,
    (await client.realms.findOne({ realm }))?.attributes?.[REALM.enabled.name],
  );
  const willBeCreated = async (clientId: string): Promise<boolean> =>
    clientIds.includes(clientId) && (await client.clients.find({ realm, clientId })).length === 0;
  for (const referral of referrals) {
    const { clientId } = referral;
    const input = inputOf(referral);
    const { client_id: _, ...withoutClient } = input;
    const checked = clientId !== undefined && (await willBeCreated(clientId)) ? withoutClient : input;
    const exists =
      isLinkgateRealm && (await createReferral(target, { ...checked, dry_run: true })) === 'exists';
    if (exists) continue;
    await apply([objectChange(realm, 'referral code', 'created')], () => createReferral(target, input));
  }
}

function inputOf({ code, maxUses, expiresAt, clientId }: DesiredReferral): ReferralInput {
  return {
    code,
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(clientId === undefined ? {} : { client_id: clientId }),
  };
}
