/** Moves clients between the contract's states: pending, approved, deleted (contract, section 3.3). */

import type { Approval } from '../../provider-scripts/src/client/approval.ts';
import { putApproval } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import { approvalOf } from './approval-state.ts';
import { type FoundClient, findClient, type Outcome } from './find.ts';
import { describeClient } from './show.ts';

/**
 * Approves a client that is pending or deleted, as it was reviewed: `version` is the one that `show` printed.
 * @throws Failure that shows the client as it is now, if no version is given or it has changed since; nothing is approved then
 */
export async function approveClient(
  admin: RealmAdmin,
  clientId: string,
  version: string | undefined,
): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  if (version === undefined && approvalOf(found) !== 'approved')
    throw await unseen(
      admin,
      found,
      'not approved yet: --version is required and names the reviewed version',
    );
  return await move(admin, found, 'approved', version);
}

/** The client's current state, and how to approve exactly that. */
async function unseen(admin: RealmAdmin, found: FoundClient, why: string): Promise<Failure> {
  const { shown, text } = await describeClient(admin, found);
  return new Failure(`client ${found.clientId}: ${why}`, [
    text,
    `to approve just this: --version ${shown.version}`,
  ]);
}

/**
 * Turns down a pending client: one that was never approved becomes deleted.
 * @throws Failure for an approved client, which users may be using
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
  { permanently }: { permanently: boolean },
): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  if (!permanently) return await move(admin, found, 'deleted');
  await admin.client.clients.del({ realm: admin.realm, id: found.id });
  return { result: { client_id: clientId, removed: true }, text: `client ${clientId}: permanently removed` };
}

async function move(admin: RealmAdmin, found: FoundClient, to: Approval, version?: string): Promise<Outcome> {
  const { clientId } = found;
  const before = approvalOf(found);
  if (before !== to && (await putApproval(admin, found, to, version)) === 'changed')
    throw await unseen(admin, found, 'has changed since it was shown, and was not approved');
  const text =
    before === to ? `client ${clientId}: was already ${to}` : `client ${clientId}: ${before} → ${to}`;
  return { result: { client_id: clientId, approval: to, before }, text };
}
