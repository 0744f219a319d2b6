/** Changes the approval state of clients: pending, approved, rejected, deleted (contract, section 3.3). */

import type { Approval } from '../../provider-scripts/src/realm/settings/choices.ts';
import { setApproval } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import { approvalOf } from './approval-state.ts';
import { type FoundClient, findClient, type Outcome } from './find.ts';
import { describeClient } from './show.ts';

/**
 * Approves a client that isn't approved. `version` is the reviewed version, which `show` prints.
 * @throws Failure that shows the client's current state, if no version is given or the client has changed since; it isn't
 * approved then
 */
export async function approveClient(
  admin: RealmAdmin,
  clientId: string,
  version: string | undefined,
): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  if (version === undefined && approvalOf(found) !== 'approved')
    throw await reviewRequired(
      admin,
      found,
      'not approved yet: --version is required and names the reviewed version',
    );
  return await setState(admin, found, 'approved', version);
}

/** Shows the client's current state, and how to approve exactly that. */
async function reviewRequired(admin: RealmAdmin, found: FoundClient, why: string): Promise<Failure> {
  const { details, text } = await describeClient(admin, found);
  return new Failure(`client ${found.clientId}: ${why}`, [
    text,
    `to approve this version: --version ${details.version}`,
  ]);
}

/**
 * Rejects a pending client.
 * @throws Failure for an approved client, which may be in use
 */
export async function rejectClient(admin: RealmAdmin, clientId: string): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  if (approvalOf(found) === 'approved')
    throw new Failure(`client ${clientId}: is approved and can't be rejected; delete it instead`);
  return await setState(admin, found, 'rejected');
}

/** Marks a client as deleted, or removes it with its consents and links. */
export async function deleteClient(
  admin: RealmAdmin,
  clientId: string,
  { permanently }: { permanently: boolean },
): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  if (!permanently) return await setState(admin, found, 'deleted');
  await admin.client.clients.del({ realm: admin.realm, id: found.id });
  return { result: { client_id: clientId, removed: true }, text: `client ${clientId}: permanently removed` };
}

async function setState(
  admin: RealmAdmin,
  found: FoundClient,
  to: Approval,
  version?: string,
): Promise<Outcome> {
  const { clientId } = found;
  const before = approvalOf(found);
  if (before !== to && (await setApproval(admin, found, to, version)) === 'changed')
    throw await reviewRequired(admin, found, 'has changed since it was shown, and was not approved');
  const text =
    before === to ? `client ${clientId}: was already ${to}` : `client ${clientId}: ${before} → ${to}`;
  return { result: { client_id: clientId, approval: to, before }, text };
}
