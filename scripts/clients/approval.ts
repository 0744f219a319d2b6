/** Moves clients between the contract's states: pending, approved, deleted (contract, section 3.3). */

import { APPROVAL_ATTRIBUTE, type Approval } from '../../provider-scripts/src/client/approval.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import { approvalOf } from './approval-state.ts';
import { type FoundClient, findClient, type Outcome, setAttributes } from './find.ts';

/** Approves a client that is pending or deleted. */
export async function approveClient(admin: RealmAdmin, clientId: string): Promise<Outcome> {
  return await move(admin, await findClient(admin, clientId), 'approved');
}

/**
 * Turns down a pending client: one that was never approved becomes deleted.
 * @throws Failure for an approved client, which people may be using
 */
export async function rejectClient(admin: RealmAdmin, clientId: string): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  if (approvalOf(found) === 'approved')
    throw new Failure(`client ${clientId}: is approved and can't be rejected; delete it instead`);
  return await move(admin, found, 'deleted');
}

/** Marks a client as deleted, or removes it with its consents and links. */
export async function deleteClient(
  admin: RealmAdmin,
  clientId: string,
  { forGood }: { forGood: boolean },
): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  if (!forGood) return await move(admin, found, 'deleted');
  await admin.client.clients.del({ realm: admin.realm, id: found.id });
  return { result: { client_id: clientId, removed: true }, text: `client ${clientId}: permanently removed` };
}

async function move(admin: RealmAdmin, found: FoundClient, to: Approval): Promise<Outcome> {
  const { clientId } = found;
  const before = approvalOf(found);
  if (before !== to) await setAttributes(admin, found, { [APPROVAL_ATTRIBUTE]: to });
  const text =
    before === to ? `client ${clientId}: was already ${to}` : `client ${clientId}: ${before} → ${to}`;
  return { result: { client_id: clientId, approval: to, before }, text };
}
