/**
 * Sends invitations at most once, like every email (`delivery`): claims the row (state `uncertain`), sends the email, records the outcome. A
 * crash in between leaves the row `uncertain`; it is never retried automatically.
 */
import type { KeycloakSession } from 'keycloak';
import { inRepeatedTransaction } from '../database/sql.ts';
import { deliver, type Reserved, reserveAndStore } from '../delivery/deliver.ts';
import { log } from '../engine/log.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { MailOutcome, Unsent } from '../mail/outcome.ts';
import { transportOf } from '../mail/transport.ts';
import { count } from '../metrics/count.ts';
import { invitationDemands } from '../rate-limit/count.ts';
import type { Standing } from '../rate-limit/standing.ts';
import { readSettings } from '../settings/read.ts';
import { clientOfInvitation } from './client.ts';
import {
  barredBy,
  INVITATION_KEPT_SECONDS,
  type InvitationRow,
  type Mailed,
  mayResend,
} from './invitation.ts';
import { emailKey, newToken, tokenKey } from './keys.ts';
import { sendInvitationMail } from './mail.ts';
import { keepMailed, lockMailed } from './mailed.ts';
import {
  deleteInvitation,
  insertInvitation,
  liveInvitations,
  lockInvitation,
  markSending,
  markSent,
  markUnsent,
} from './rows.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** Why an address gets no mail now. */
type Barred = NonNullable<ReturnType<typeof barredBy>>;

/** What keeps an invitation from being claimed: the address, the realm's limit, or another invitation. */
type Unclaimed =
  | { refused: Barred; mailed: Mailed }
  | { refused: 'limit'; standings: readonly Standing[] }
  | { refused: 'there' };

/** What keeps an invitation from being sent: these, or its own state. */
export type Refused = Unclaimed | { refused: 'state' | 'client' | 'missing' };

/** An invitation whose email may be sent once its transaction is committed: by the caller that claimed it, with `deliverClaimed`. */
export interface Claimed {
  row: InvitationRow;
  token: string;
  key: string;
  /** What was known of the address before. */
  before: Mailed;
  reserved: Reserved;
}

/** Claims an invitation that is locked or new, in a transaction that is repeated; what refuses it is left as it was. */
export function claimWithin(
  own: KeycloakSession,
  row: InvitationRow,
  now: number,
  store: (own: KeycloakSession) => void = () => {},
): Claimed | Unclaimed {
  const realmId = requireRealm(own).getId();
  const address = emailKey(realmId, row.email);
  const before = lockMailed(own, realmId, address);
  // Behind that lock: nobody sends the address another one between the question and the mail.
  if (isInvited(own, row, now)) return { refused: 'there' };
  const barred = barredBy(before, now);
  if (barred !== null) return { refused: barred, mailed: before };
  const token = newToken();
  const key = tokenKey(token) ?? '';
  const reservation = reserveAndStore(own, invitationDemands(own), () => {
    store(own);
    keepMailed(own, realmId, address, before.mails + 1, now);
    markSending(own, row, key, now);
  });
  if (!reservation.granted) return { refused: 'limit', standings: reservation.standings };
  const sending: InvitationRow = {
    ...row,
    state: 'uncertain',
    failure: null,
    mails: row.mails + 1,
    sentAt: now,
    openedAt: null,
    endsAt: now + row.lifetimeSeconds,
  };
  return { row: sending, token, key, before, reserved: reservation };
}

/** What becomes of the row of an email that surely wasn't sent; false if that has changed since. */
type RowCompensation = (own: KeycloakSession, claimed: Claimed, outcome: Unsent, now: number) => boolean;

/** Deletes an invitation that nobody has seen yet. */
const forget: RowCompensation = (own, { row }) => deleteInvitation(own, row.id);

/** Marks one of a list as failed; where the queue was busy it waits for another turn. */
export const keepInList: RowCompensation = (own, { row, key }, outcome, now) =>
  markUnsent(own, row, key, outcome === 'busy' ? null : 'mail', now);

/** Marks one that was sent before as failed. */
const keep: RowCompensation = (own, { row, key }, _outcome, now) => markUnsent(own, row, key, 'mail', now);

/** Sends the email of a claimed invitation. One that may have been sent (`late`) stays `uncertain`, and counts. */
export function deliverClaimed(
  session: KeycloakSession,
  claimed: Claimed,
  compensation: RowCompensation,
): MailOutcome {
  const { row, token, key, before, reserved } = claimed;
  const client = requireRealm(session).getClientById(row.clientUuid);
  const transport = transportOf(session, readSettings(session, client));
  const outcome = deliver(session, {
    reserved,
    transport,
    send: () => (client === null ? 'failed' : sendInvitationMail(session, client, row, token, transport)),
    report: (unsent) => reportUnsent(session, unsent),
    confirm: (own) => markSent(own, row.id, key),
    compensate: (own, unsent) => {
      if (!compensation(own, claimed, unsent, Time.currentTime())) return false;
      const realmId = requireRealm(own).getId();
      const address = emailKey(realmId, row.email);
      const { mails } = lockMailed(own, realmId, address);
      keepMailed(own, realmId, address, Math.max(0, mails - 1), before.mailedAt);
      return true;
    },
  });
  if (outcome === 'sent') count(session, 'invitation', 'sent');
  return outcome;
}

/** Reports that the email wasn't sent; one that waits for another turn isn't counted. */
function reportUnsent(session: KeycloakSession, outcome: Unsent): void {
  log.warn(`realm "${requireRealm(session).getName()}": the mail of an invitation was not sent (${outcome})`);
  if (outcome !== 'busy') count(session, 'invitation', outcome === 'late' ? 'uncertain' : 'failed');
}

/** Whether the person was mailed another invitation to the client that isn't over at `now` (Unix seconds). */
function isInvited(own: KeycloakSession, { id, email, clientUuid }: InvitationRow, now: number): boolean {
  const realmId = requireRealm(own).getId();
  const live = liveInvitations(own, realmId, [emailKey(realmId, email)], now);
  return live.some((other) => other.id !== id && other.clientUuid === clientUuid);
}

/** Stores a new invitation and sends it; nothing stays of one that isn't sent for sure. */
export function orderInvitation(session: KeycloakSession, row: InvitationRow): MailOutcome | Refused {
  const claimed = inRepeatedTransaction<Claimed | Refused>(session, (own) => {
    const realmId = requireRealm(own).getId();
    if (clientOfInvitation(own, row) === null) return { refused: 'client' };
    return claimWithin(own, row, row.createdAt, () => insertInvitation(own, realmId, row));
  });
  return 'refused' in claimed ? claimed : deliverClaimed(session, claimed, forget);
}

/** Sends an invitation once more, under a new token: the link of the earlier email no longer works. */
export function resendInvitation(session: KeycloakSession, id: string): MailOutcome | Refused {
  const claimed = inRepeatedTransaction<Claimed | Refused>(session, (own) => {
    const realm = requireRealm(own);
    const row = lockInvitation(own, realm.getId(), id);
    const now = Time.currentTime();
    if (row === null) return { refused: 'missing' };
    if (!mayResend(row, now)) return { refused: 'state' };
    return clientOfInvitation(own, row) === null ? { refused: 'client' } : claimWithin(own, row, now);
  });
  return 'refused' in claimed ? claimed : deliverClaimed(session, claimed, keep);
}

/** A new invitation that waits, made at `now` (Unix seconds). */
export function newInvitation(
  id: string,
  content: Omit<
    InvitationRow,
    'id' | 'state' | 'failure' | 'mails' | 'createdAt' | 'sentAt' | 'openedAt' | 'acceptedAt' | 'endsAt'
  >,
  now: number,
): InvitationRow {
  return {
    ...content,
    id,
    state: 'waiting',
    failure: null,
    mails: 0,
    createdAt: now,
    sentAt: null,
    openedAt: null,
    acceptedAt: null,
    endsAt: now + INVITATION_KEPT_SECONDS,
  };
}
