/** Accepts an invitation at most once; creates its account in the same transaction. */

import type { KeycloakSession } from 'keycloak';
import { createAccount, findAccount } from '../../accounts/account.ts';
import {
  type NewDevice,
  newDevice,
  rememberAccount,
  sendDeviceCookie,
} from '../../accounts/device/remember.ts';
import { notBefore } from '../../accounts/not-before.ts';
import { emitWithin } from '../../observability/events/emit.ts';
import { count } from '../../observability/metrics/count.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { LOCALE_ATTRIBUTE } from '../../realm/language/selector.ts';
import { clientOfInvitation } from './client.ts';
import { type InvitationRow, isUsable } from './invitation.ts';
import { lockByToken, markAccepted } from './rows.ts';

/** The new account's ID, and its row on the device that remembers it; or the invitation, if the address has one account or several (no user is signed in); null if it is no longer valid. */
export type Accepted = { createdUserId: string; device?: string } | { existing: InvitationRow } | null;

/**
 * Accepts the invitation of an address, found by its token's key, at `now` (Unix seconds), even while sign-up is closed. If two invitations
 * create the same account concurrently, the loser is retried and finds the account.
 */
export function acceptInvitation(
  session: KeycloakSession,
  { key, email }: { key: string; email: string },
  settings: Settings,
  now: number,
): Accepted {
  const device = settings.rememberDevice ? newDevice(session, now) : null;
  const accepted = inRetriedTransaction(session, (own) => acceptNow(own, key, email, device, now));
  if (accepted !== null && 'createdUserId' in accepted) {
    count(session, 'invitation', 'accepted');
    tally(session, 'sign_ups');
    if (device !== null) sendDeviceCookie(session, device);
  }
  return accepted;
}

function acceptNow(
  own: KeycloakSession,
  key: string,
  email: string,
  device: NewDevice | null,
  now: number,
): Accepted {
  // Looked up before anything is locked, as for a link.
  const found = findAccount(own, email);
  const row = lockByToken(own, key);
  const client = row === null ? null : clientOfInvitation(own, row);
  if (row === null || client === null || !isUsable(row, now, notBefore(own, client))) return null;
  markAccepted(own, row.id, now);
  if (found.account !== null || found.isAmbiguous) return { existing: row };
  const user = createAccount(own, row.email, found, { method: 'invitation', isProven: true });
  if (row.firstName !== null) user.setFirstName(row.firstName);
  if (row.lastName !== null) user.setLastName(row.lastName);
  if (row.language !== null) user.setSingleAttribute(LOCALE_ATTRIBUTE, row.language);
  const remembered =
    device === null ? {} : { device: rememberAccount(own, device, user.getId(), false, now).id };
  emitWithin(own, 'invitation_accepted', { userId: user.getId(), details: { invitation: row.id } });
  return { createdUserId: user.getId(), ...remembered };
}
