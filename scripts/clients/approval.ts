/** Changes the approval state of clients: pending, approved, suspended, rejected, deleted (contract, section 3.3). */
import type { Approval } from '../../provider-scripts/src/realm/settings/choices.ts';
import { fetchClient, setApproval } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import { fieldChange, objectChange } from '../seed/change.ts';
import type { Plan } from '../seed/plan.ts';
import { approvalOf } from './approval-state.ts';
import { type FoundClient, findClient } from './find.ts';
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
): Promise<Plan> {
  const found = await findClient(admin, clientId);
  if (approvalOf(found) === 'approved') return planState(admin, found, 'approved', version);
  if (version === undefined)
    throw await reviewRequired(
      admin,
      found,
      'not approved yet: --version is required and names the reviewed version',
    );
  const plan = planState(admin, found, 'approved', version);
  return {
    ...plan,
    preview: async () => {
      if ((await fetchClient(admin, found)).version !== version) throw await changedSince(admin, found);
      return await plan.preview();
    },
  };
}

/** Shows the client's current state, and how to approve exactly that. */
async function reviewRequired(admin: RealmAdmin, found: FoundClient, why: string): Promise<Failure> {
  const { details, text } = await describeClient(admin, found);
  return new Failure(`client ${found.clientId}: ${why}`, [
    text,
    `to approve this version: --version ${details.version}`,
  ]);
}

async function changedSince(admin: RealmAdmin, found: FoundClient): Promise<Failure> {
  return await reviewRequired(admin, found, 'has changed since it was shown, and was not approved');
}

/**
 * Rejects a pending or suspended client.
 * @throws Failure for an approved client, which may be in use
 */
export async function rejectClient(admin: RealmAdmin, clientId: string): Promise<Plan> {
  const found = await findClient(admin, clientId);
  if (approvalOf(found) === 'approved')
    throw new Failure(`client ${clientId}: is approved and can't be rejected; suspend or delete it instead`);
  return planState(admin, found, 'rejected');
}

/**
 * Suspends an approved client, until it is approved again.
 * @throws Failure for any other client
 */
export async function suspendClient(admin: RealmAdmin, clientId: string): Promise<Plan> {
  return await moveClient(admin, clientId, 'approved', 'suspended');
}

/**
 * Makes a rejected client pending again.
 * @throws Failure for any other client
 */
export async function reopenClient(admin: RealmAdmin, clientId: string): Promise<Plan> {
  return await moveClient(admin, clientId, 'rejected', 'pending');
}

async function moveClient(admin: RealmAdmin, clientId: string, from: Approval, to: Approval): Promise<Plan> {
  const found = await findClient(admin, clientId);
  const present = approvalOf(found);
  if (present !== from && present !== to) throw new Failure(`client ${clientId}: is ${present}, not ${from}`);
  return planState(admin, found, to);
}

/** Marks a client as deleted, or removes it with its consents and links. */
export async function deleteClient(
  admin: RealmAdmin,
  clientId: string,
  { permanently }: { permanently: boolean },
): Promise<Plan> {
  const found = await findClient(admin, clientId);
  if (!permanently) return planState(admin, found, 'deleted');
  return {
    preview: async () => ({
      changes: [objectChange(admin.realm, `client ${clientId}`, 'removed')],
      notes: ["its secret, consents and links are deleted, too; this can't be undone"],
    }),
    apply: async () => {
      await admin.client.clients.del({ realm: admin.realm, id: found.id });
      const result = { client_id: clientId, removed: true };
      return { result, text: `client ${clientId}: permanently removed` };
    },
  };
}

function planState(admin: RealmAdmin, found: FoundClient, to: Approval, version?: string): Plan {
  const { clientId } = found;
  const before = approvalOf(found);
  return {
    preview: async () => ({
      changes: fieldChange(admin.realm, `client ${clientId}`, 'approval', before, to),
    }),
    apply: async () => {
      if (before !== to && (await setApproval(admin, found, to, version)) === 'changed')
        throw await changedSince(admin, found);
      const text =
        before === to ? `client ${clientId}: was already ${to}` : `client ${clientId}: ${before} → ${to}`;
      return { result: { client_id: clientId, approval: to, before }, text };
    },
  };
}
