/** Linkgate's admin endpoints for invitations, as called by the command. */

import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { Failure } from '../failure.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A user to invite, with the endpoint's field names (contract, section 4.16). */
export interface InvitationInput {
  readonly email: string;
  readonly client_id: string;
  readonly name?: string;
  readonly language?: string;
  readonly text?: string;
  readonly lifetime_days?: number;
  readonly notify_account?: boolean;
}

/** An invitation as the server reports it. Times are Unix seconds. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly client_id: string | null;
  readonly state: string;
  readonly expires_at: number | null;
  readonly emails: number;
  readonly failure: string | null;
}

/** A batch of invitations as the server reports it. */
export interface Batch {
  readonly id: string;
  readonly state: string;
  readonly lines: number;
  readonly wrong: number;
  readonly ignored_columns: readonly string[];
  readonly accounts: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** A problem in a line of a batch. */
export interface LineProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** Invites one user. */
export async function invite(admin: RealmAdmin, invitation: InvitationInput): Promise<Invitation> {
  return (await call(admin, 'POST', 'invitations', invitation)) as Invitation;
}

/** Lists up to a hundred invitations, the newest first, or those whose address or name contains `search`. */
export async function listInvitations(
  admin: RealmAdmin,
  filter: { state?: string | undefined; search?: string | undefined },
): Promise<readonly Invitation[]> {
  return (await getPage(admin, filter, 0)).invitations;
}

/**
 * Finds an invitation that isn't a draft.
 * @throws Failure if there is none with that id
 */
export async function findInvitation(admin: RealmAdmin, id: string): Promise<Invitation> {
  let first: number | null = 0;
  while (first !== null) {
    const page: Page = await getPage(admin, {}, first);
    const found = page.invitations.find((one) => one.id === id);
    if (found !== undefined) return found;
    first = page.next;
  }
  throw new Failure(`invitation ${id}: not in realm ${admin.realm}; the command list shows the ids`);
}

/** A page of invitations; `next` is the first row of the next one. */
interface Page {
  readonly invitations: readonly Invitation[];
  readonly next: number | null;
}

async function getPage(
  admin: RealmAdmin,
  filter: { state?: string | undefined; search?: string | undefined },
  first: number,
): Promise<Page> {
  const query = new URLSearchParams({ first: String(first), max: '100' });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  return (await call(admin, 'GET', `invitations?${query}`)) as Page;
}

/** Resends or revokes an invitation. */
export async function changeInvitation(
  admin: RealmAdmin,
  id: string,
  action: 'resend' | 'revoke',
): Promise<Invitation> {
  return (await call(admin, 'POST', `invitations/${encodeURIComponent(id)}/${action}`)) as Invitation;
}

/** Uploads a list for validation; `query` contains the endpoint's parameters. */
export async function checkBatch(
  admin: RealmAdmin,
  csv: Uint8Array<ArrayBuffer>,
  query: Readonly<Record<string, string>>,
): Promise<Batch> {
  return (await call(admin, 'POST', `invitation-batches?${new URLSearchParams(query)}`, csv)) as Batch;
}

/** Gets the progress of a batch. */
export async function getBatch(admin: RealmAdmin, id: string): Promise<Batch> {
  return (await call(admin, 'GET', `invitation-batches/${encodeURIComponent(id)}`)) as Batch;
}

/** Lists the first hundred problems in the lines of a batch. */
export async function listLineProblems(admin: RealmAdmin, id: string): Promise<readonly LineProblem[]> {
  const path = `invitation-batches/${encodeURIComponent(id)}/problems?max=100`;
  return ((await call(admin, 'GET', path)) as { problems: readonly LineProblem[] }).problems;
}

/** Starts a batch; `notifies`: whether addresses that have an account are emailed, too, or undefined for as before. */
export async function startBatch(
  admin: RealmAdmin,
  id: string,
  notifies: boolean | undefined,
): Promise<Batch> {
  const query = notifies === undefined ? '' : `?notify_accounts=${notifies}`;
  return (await call(admin, 'POST', `invitation-batches/${encodeURIComponent(id)}/start${query}`)) as Batch;
}

/** Stops sending a batch. */
export async function stopBatch(admin: RealmAdmin, id: string): Promise<Batch> {
  return (await call(admin, 'POST', `invitation-batches/${encodeURIComponent(id)}/stop`)) as Batch;
}

/** Discards a batch that wasn't started. */
export async function discardBatch(admin: RealmAdmin, id: string): Promise<void> {
  await call(admin, 'DELETE', `invitation-batches/${encodeURIComponent(id)}`);
}

async function call(
  admin: RealmAdmin,
  method: string,
  path: string,
  body?: object | Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  const response = await callLinkgate(admin, method, `${ADMIN_RESOURCE}/${path}`, body);
  return await readResult(response, {
    what: `invitations of realm ${admin.realm}`,
    lacks: 'these credentials lack the role manage-users (to see them: view-users)',
    missing: 'there is none with that id, or no such realm, or the server has no plugin',
  });
}
