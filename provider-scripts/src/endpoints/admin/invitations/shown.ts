/** Invitations as administrators see them, each with the reason why it can't be resent. */
import type { KeycloakSession } from 'keycloak';
import { fullName } from '../../../accounts/name.ts';
import { notBefore } from '../../../accounts/not-before.ts';
import { clientOfInvitation } from '../../../links/invitation/client.ts';
import { findEmailed } from '../../../links/invitation/emailed.ts';
import {
  FAILURES,
  type InvitationRow,
  type InvitationState,
  NEVER_EMAILED,
  resendBlockedBy,
  stateAt,
} from '../../../links/invitation/invitation.ts';
import { emailKey } from '../../../links/invitation/keys.ts';
import { liveInvitations } from '../../../links/invitation/rows.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { type AdminRejection, adminRejection } from '../../../platform/errors/problem.ts';
import { realmIdOf, requireRealm } from '../../../platform/keycloak/realm.ts';
import { clientName } from '../../../realm/branding/client-branding.ts';

/** Invitations as administrators see them; never their links. */
export function shown(session: KeycloakSession, rows: readonly InvitationRow[]) {
  if (rows.length === 0) return [];
  const realmId = realmIdOf(session);
  const now = currentTime();
  const keys = rows.map(({ email }) => emailKey(realmId, email));
  const emailed = findEmailed(session, keys);
  const live = liveInvitations(session, keys, now);
  return rows.map((row, index) => {
    const address = keys[index] ?? '';
    const others = live.filter(({ id, key }) => id !== row.id && key === address);
    const status = {
      usable: clientOfInvitation(session, row) !== null,
      invited: others.some(({ clientUuid }) => clientUuid === row.clientUuid),
      emailed: emailed[address] ?? NEVER_EMAILED,
    };
    const blocked = resendBlockedBy(row, status, now);
    const why =
      blocked === 'state'
        ? adminRejection('invitation_state_forbids')
        : blocked === null
          ? null
          : FAILURES[blocked].rejection;
    return shownOne(session, row, now, why);
  });
}

/** Returns `resend`: the reason why it can't be resent. */
function shownOne(session: KeycloakSession, row: InvitationRow, now: number, resend: AdminRejection | null) {
  const client = requireRealm(session).getClientById(row.clientUuid);
  const state: InvitationState = stateAt(row, now, notBefore(session, client));
  const failure = row.failure === null ? null : FAILURES[row.failure].rejection;
  return {
    id: row.id,
    email: row.email,
    name: fullName(row.firstName, row.lastName),
    language: row.language,
    client_id: client === null ? null : client.getClientId(),
    client_name: client === null ? null : clientName(session, client),
    state,
    created_at: row.createdAt,
    sent_at: row.sentAt,
    opened_at: row.openedAt,
    accepted_at: row.acceptedAt,
    expires_at: row.endsAt,
    emails: row.emails,
    failure: failure === null ? null : failure.message,
    failure_rejection: failure,
    resend_rejection: resend,
    batch: row.batchId,
  };
}
