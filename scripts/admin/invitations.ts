/** Linkgate's admin endpoints for invitations, as the command calls them. */

import { ADMIN_RESOURCE, INVITATIONS_ATTRIBUTE } from '../../provider-scripts/src/ids.ts';
import { Failure } from '../failure.ts';
import { callLinkgate, goodResponse } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** A user to invite, with the endpoint's field names (contract, section 4.16). */
export interface InvitationInput {
  readonly email: string;
  readonly client_id: string;
  readonly name?: string;
  readonly language?: string;
  readonly text?: string;
  readonly lifetime_days?: number;
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

/** A list as the server reports it. */
export interface Batch {
  readonly id: string;
  readonly state: string;
  readonly lines: number;
  readonly wrong: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** What is wrong with a line of a list. */
export interface LineProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

const TOO_MANY = 429;
const CONFLICT = 409;

/** Invites one user. */
export async function invite(admin: RealmAdmin, order: InvitationInput): Promise<Invitation> {
  return (await call(admin, 'POST', 'invitations', order)) as Invitation;
}

/** The first hundred invitations: the newest, or those whose address has this prefix. */
export async function listInvitations(
  admin: RealmAdmin,
  wanted: { state?: string | undefined; search?: string | undefined },
): Promise<readonly Invitation[]> {
  const query = new URLSearchParams({ max: '100' });
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) query.set(name, value);
  const answer = await call(admin, 'GET', `invitations?${query}`);
  return (answer as { invitations: readonly Invitation[] }).invitations;
}

/** Sends an invitation again, or revokes it. */
export async function changeInvitation(
  admin: RealmAdmin,
  id: string,
  act: 'resend' | 'revoke',
): Promise<Invitation> {
  return (await call(admin, 'POST', `invitations/${encodeURIComponent(id)}/${act}`)) as Invitation;
}

/** Has a list validated; `query` are the endpoint's parameters. */
export async function checkBatch(
  admin: RealmAdmin,
  csv: Uint8Array<ArrayBuffer>,
  query: Readonly<Record<string, string>>,
): Promise<Batch> {
  return (await call(admin, 'POST', `invitation-batches?${new URLSearchParams(query)}`, csv)) as Batch;
}

/** How far a list is. */
export async function getBatch(admin: RealmAdmin, id: string): Promise<Batch> {
  return (await call(admin, 'GET', `invitation-batches/${encodeURIComponent(id)}`)) as Batch;
}

/** The first hundred errors of its lines. */
export async function lineProblems(admin: RealmAdmin, id: string): Promise<readonly LineProblem[]> {
  const path = `invitation-batches/${encodeURIComponent(id)}/problems?max=100`;
  return ((await call(admin, 'GET', path)) as { problems: readonly LineProblem[] }).problems;
}

/** Has a list sent, or stops that. */
export async function changeBatch(admin: RealmAdmin, id: string, act: 'start' | 'stop'): Promise<Batch> {
  return (await call(admin, 'POST', `invitation-batches/${encodeURIComponent(id)}/${act}`)) as Batch;
}

async function call(
  admin: RealmAdmin,
  method: string,
  path: string,
  body?: object | Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  const answer = await callLinkgate(admin, method, `${ADMIN_RESOURCE}/${path}`, body);
  const what = `invitations of realm ${admin.realm}`;
  if (answer.status === TOO_MANY)
    throw new Failure(
      `${what}: too many requests; try again in ${answer.headers.get('retry-after')} seconds`,
    );
  if (answer.status === CONFLICT)
    throw new Failure(`${what}: ${((await answer.json()) as { message: string }).message}`);
  return await goodResponse(answer, {
    what,
    lacks: 'these credentials lack the role manage-users (to see them: view-users)',
    missing: `there is none with that id, or the realm attribute ${INVITATIONS_ATTRIBUTE} isn't true, or the server has no plugin`,
  });
}
