/**
 * Sends invitations at most once, like every email (`delivery`): claims the row (state `uncertain`), sends the email, records the outcome. A
 * crash in between leaves the row `uncertain`; it is never retried automatically.
 */

import type { KeycloakSession } from 'keycloak';
import { findAccount } from '../../accounts/account.ts';
import { deliver, type Reserved, reserveAndStore } from '../../email/delivery/deliver.ts';
import type { EmailOutcome, SendFailure } from '../../email/outcome.ts';
import { transportOf } from '../../email/transport.ts';
import { TOKEN_LENGTH } from '../../http/request/random-token.ts';
import { count } from '../../observability/metrics/count.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { log } from '../../platform/engine/log.ts';
import { randomToken } from '../../platform/engine/random-token.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { invitationLimits } from '../../realm/limits/count.ts';
import type { LimitStatus } from '../../realm/limits/limit-status.ts';
import { rejectWithin } from '../../realm/sign-up-rules/rules.ts';
import { clientOfInvitation, settingsForInvited } from './client.ts';
import { sendInvitationEmail } from './email.ts';
import { lockEmailed, storeEmailed } from './emailed.ts';
import {
  blockedBy,
  type Emailed,
  INVITATION_RETENTION_SECONDS,
  type InvitationRow,
  mayResend,
} from './invitation.ts';
import { emailKey, tokenKey } from './keys.ts';
import {
  deleteInvitation,
  insertInvitation,
  liveInvitations,
  lockInvitation,
  markSending,
  markSent,
  markUnsent,
} from './rows.ts';

/** Why an address may not be emailed now. */
type Blocked = NonNullable<ReturnType<typeof blockedBy>>;

/** Why an invitation can't be claimed: the address, the realm's limit, or another invitation. */
type Unclaimed =
  | { rejected: Blocked; emailed: Emailed }
  | { rejected: 'limit'; statuses: readonly LimitStatus[] }
  | { rejected: 'there' | 'account' | 'rules' };

/** Why an invitation can't be sent: these reasons, or its own state. */
export type Rejected = Unclaimed | { rejected: 'state' | 'client' | 'missing' };

/** An invitation whose email may be sent once its transaction is committed: by the caller that claimed it, with `deliverClaimed`. */
export interface Claimed {
  row: InvitationRow;
  /** The account that the address has; null for none, or several. */
  userId: string | null;
  token: string;
  key: string;
  /** The address's emails before this one. */
  previousEmailed: Emailed;
  reserved: Reserved;
}

/**
 * Claims a locked or new invitation, in a retried transaction; a rejection changes nothing.
 *
 * @param notifiesAccounts whether an address that has an account is emailed, too, in other words
 */
export function claimWithin(
  own: KeycloakSession,
  invitation: InvitationRow,
  notifiesAccounts: boolean,
  now: number,
  store: (own: KeycloakSession) => void = () => {},
): Claimed | Unclaimed {
  const realmId = realmIdOf(own);
  // Looked up before the address is locked, as for a link.
  const { account, isAmbiguous } = findAccount(own, invitation.email);
  const row = { ...invitation, hasAccount: account !== null || isAmbiguous };
  if (row.hasAccount && !notifiesAccounts) return { rejected: 'account' };
  if (!row.hasAccount && rejectWithin(own, row.email, 'invitation')) return { rejected: 'rules' };
  const address = emailKey(realmId, row.email);
  const previousEmailed = lockEmailed(own, address);
  // Checked under that lock, so that no concurrent request sends the address another one.
  if (isInvited(own, row, now)) return { rejected: 'there' };
  const blocked = blockedBy(previousEmailed, now);
  if (blocked !== null) return { rejected: blocked, emailed: previousEmailed };
  const token = randomToken(TOKEN_LENGTH);
  const key = tokenKey(token) ?? '';
  const reservation = reserveAndStore(own, invitationLimits(own), () => {
    store(own);
    storeEmailed(own, address, previousEmailed.emails + 1, now);
    markSending(own, row, key, now);
  });
  if (!reservation.granted) return { rejected: 'limit', statuses: reservation.statuses };
  const sending: InvitationRow = {
    ...row,
    state: 'uncertain',
    failure: null,
    emails: row.emails + 1,
    sentAt: now,
    openedAt: null,
    endsAt: now + row.lifetimeSeconds,
  };
  return {
    row: sending,
    userId: account === null ? null : account.getId(),
    token,
    key,
    previousEmailed,
    reserved: reservation,
  };
}

/** Compensates the row of an email that was certainly not sent; false if the row has changed since. */
type RowCompensation = (own: KeycloakSession, claimed: Claimed, outcome: SendFailure, now: number) => boolean;

const deleteNewInvitation: RowCompensation = (own, { row }) => deleteInvitation(own, row.id);

/** Marks a list's invitation failed, or waiting again if the queue was busy. */
export const compensateInList: RowCompensation = (own, { row, key }, outcome, now) =>
  markUnsent(own, row, key, outcome === 'busy' ? null : 'email', now);

/** Marks a resent invitation failed. */
const compensateResend: RowCompensation = (own, { row, key }, _outcome, now) =>
  markUnsent(own, row, key, 'email', now);

/** Sends the email of a claimed invitation. One that may have been sent (`late`) stays `uncertain`, and counts. */
export function deliverClaimed(
  session: KeycloakSession,
  claimed: Claimed,
  compensation: RowCompensation,
): EmailOutcome {
  const { row, userId, token, key, previousEmailed, reserved } = claimed;
  const client = requireRealm(session).getClientById(row.clientUuid);
  const transport = transportOf(session, settingsForInvited(session, client));
  const outcome = deliver(session, {
    reserved,
    transport,
    send: () =>
      client === null
        ? { outcome: 'failed', cause: 'email-failed' }
        : sendInvitationEmail(session, client, row, { token, userId }, transport),
    report: (unsent) => reportSendFailure(session, unsent),
    confirm: (own) => markSent(own, row.id, key),
    compensate: (own, unsent) => {
      if (!compensation(own, claimed, unsent, currentTime())) return false;
      const address = emailKey(realmIdOf(own), row.email);
      const { emails } = lockEmailed(own, address);
      storeEmailed(own, address, Math.max(0, emails - 1), previousEmailed.emailedAt);
      return true;
    },
  });
  if (outcome === 'sent') count(session, 'invitation', 'sent');
  return outcome;
}

/** Reports that the email wasn't sent; one that will be retried isn't counted. */
function reportSendFailure(session: KeycloakSession, outcome: SendFailure): void {
  log.warn(
    `realm "${requireRealm(session).getName()}": the email of an invitation was not sent (${outcome})`,
  );
  if (outcome !== 'busy') count(session, 'invitation', outcome === 'late' ? 'uncertain' : 'failed');
}

/** Whether the user has another emailed invitation to the client that hasn't ended at `now` (Unix seconds). */
function isInvited(own: KeycloakSession, { id, email, clientUuid }: InvitationRow, now: number): boolean {
  const live = liveInvitations(own, [emailKey(realmIdOf(own), email)], now);
  return live.some((other) => other.id !== id && other.clientUuid === clientUuid);
}

/** Stores a new invitation and sends it; deletes it if the email was certainly not sent. */
export function sendNewInvitation(
  session: KeycloakSession,
  row: InvitationRow,
  notifiesAccounts: boolean,
): EmailOutcome | Rejected {
  const claimed = inRetriedTransaction<Claimed | Rejected>(session, (own) => {
    if (clientOfInvitation(own, row) === null) return { rejected: 'client' };
    return claimWithin(own, row, notifiesAccounts, row.createdAt, () => insertInvitation(own, row));
  });
  return 'rejected' in claimed ? claimed : deliverClaimed(session, claimed, deleteNewInvitation);
}

/** Sends an invitation once more, under a new token: the link of the earlier email no longer works. */
export function resendInvitation(session: KeycloakSession, id: string): EmailOutcome | Rejected {
  const claimed = inRetriedTransaction<Claimed | Rejected>(session, (own) => {
    const row = lockInvitation(own, id);
    const now = currentTime();
    if (row === null) return { rejected: 'missing' };
    if (!mayResend(row, now)) return { rejected: 'state' };
    return clientOfInvitation(own, row) === null ? { rejected: 'client' } : claimWithin(own, row, true, now);
  });
  return 'rejected' in claimed ? claimed : deliverClaimed(session, claimed, compensateResend);
}

/** Returns a new waiting invitation, created at `now` (Unix seconds). */
export function newInvitation(
  id: string,
  content: Omit<
    InvitationRow,
    | 'id'
    | 'state'
    | 'failure'
    | 'emails'
    | 'hasAccount'
    | 'createdAt'
    | 'sentAt'
    | 'openedAt'
    | 'acceptedAt'
    | 'endsAt'
  >,
  now: number,
): InvitationRow {
  return {
    ...content,
    id,
    state: 'waiting',
    failure: null,
    emails: 0,
    hasAccount: false,
    createdAt: now,
    sentAt: null,
    openedAt: null,
    acceptedAt: null,
    endsAt: now + INVITATION_RETENTION_SECONDS,
  };
}
