/** Invitations of one user each: lists, sends, resends and revokes them. */

import { mayResend, mayRevoke } from '../../provider-scripts/src/links/invitation/invitation.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import {
  changeInvitation,
  findInvitation,
  type Invitation,
  type InvitationInput,
  invite,
  listInvitations,
} from '../admin/invitations.ts';
import { table } from '../cli/table.ts';
import { Failure } from '../failure.ts';
import { creation, fieldChange } from '../seed/change.ts';
import type { Outcome, Plan } from '../seed/plan.ts';

const HEADINGS = ['id', 'email', 'client', 'state', 'emails', 'expires', 'reason'];

/** Invitations as a table. */
export function invitationsText(found: readonly Invitation[]): Outcome {
  return { result: found, text: table(HEADINGS, found.map(row)) };
}

/** Invites a user. */
export function planInvitation(admin: RealmAdmin, input: InvitationInput): Plan {
  const { email, ...fields } = input;
  return {
    preview: async () => {
      // Rejected where invitations are off.
      await listInvitations(admin, { search: email });
      return { changes: creation(admin.realm, `invitation of ${email}`, fields) };
    },
    apply: async () => one(await invite(admin, input)),
  };
}

/** Sends an invitation again, with a new link. */
export function planResend(admin: RealmAdmin, id: string): Plan {
  return {
    preview: async () => {
      const { email, emails } = await findAllowing(admin, id, mayResend, 'resent');
      const object = `invitation ${id} of ${email}`;
      return { changes: fieldChange(admin.realm, object, 'emails', emails, emails + 1) };
    },
    apply: async () => one(await changeInvitation(admin, id, 'resend')),
  };
}

/** Revokes an invitation: its link no longer works. */
export function planRevoke(admin: RealmAdmin, id: string): Plan {
  return {
    preview: async () => {
      const { email, state } = await findAllowing(admin, id, mayRevoke, 'revoked');
      return { changes: fieldChange(admin.realm, `invitation ${id} of ${email}`, 'state', state, 'revoked') };
    },
    apply: async () => one(await changeInvitation(admin, id, 'revoke')),
  };
}

/** Finds an invitation whose state allows an action by the server's own rule. */
async function findAllowing(
  admin: RealmAdmin,
  id: string,
  isAllowed: typeof mayResend,
  done: string,
): Promise<Invitation> {
  const found = await findInvitation(admin, id);
  const { state, expires_at: endsAt } = found;
  const row = { state: state as Parameters<typeof mayResend>[0]['state'], endsAt, sentAt: null };
  if (isAllowed(row, Math.floor(Date.now() / 1000))) return found;
  throw new Failure(`invitation ${id}: can't be ${done}: ${state}`);
}

function one(invitation: Invitation): Outcome {
  return { result: invitation, text: table(HEADINGS, [row(invitation)]) };
}

function row({ id, email, client_id, state, emails, expires_at, failure }: Invitation): string[] {
  const end = expires_at === null ? '' : new Date(expires_at * 1000).toISOString();
  return [id, email, client_id ?? '', state, String(emails), end, failure ?? ''];
}
