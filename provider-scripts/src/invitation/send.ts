/**
 * Sends invitations: one is claimed first, and said to be uncertain from then on, then its mail leaves, then what came of that is said. Of a
 * node that ends in between nothing is sent twice: nobody sends by itself what is uncertain.
 */
import type { KeycloakSession } from 'keycloak';
import { checkUsable } from '../client/client.ts';
import { inOwnTransaction, inRepeatedTransaction } from '../database/sql.ts';
import { log } from '../engine/log.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { count } from '../metrics/count.ts';
import { invitationDemands } from '../rate-limit/count.ts';
import { releaseWithin, reserveWithin } from '../rate-limit/rows.ts';
import type { Standing } from '../rate-limit/standing.ts';
import { readSettings } from '../settings/read.ts';
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

/** An invitation whose mail may leave from now on; who claimed it sends it and says what came of it. */
export interface Claimed {
  row: InvitationRow;
  token: string;
  key: string;
  /** What was known of the address before. */
  before: Mailed;
  /** When it was counted, in Unix milliseconds. */
  countedAt: number;
}

/** What came of a mail; it may have left where that is uncertain. */
export type Outcome = 'sent' | 'uncertain' | 'failed' | 'busy';

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
  const reservation = reserveWithin(own, invitationDemands(own));
  if (!reservation.granted) return { refused: 'limit', standings: reservation.standings };
  const token = newToken();
  const key = tokenKey(token) ?? '';
  store(own);
  keepMailed(own, realmId, address, before.mails + 1, now);
  markSending(own, row, key, now);
  const sending: InvitationRow = {
    ...row,
    state: 'uncertain',
    failure: null,
    mails: row.mails + 1,
    sentAt: now,
    openedAt: null,
    endsAt: now + row.lifetimeSeconds,
  };
  return { row: sending, token, key, before, countedAt: reservation.at };
}

/** Sends the mail of a claimed invitation, and says what came of it. */
export function deliver(session: KeycloakSession, claimed: Claimed, takeBack: TakeBack): Outcome {
  const outcome = mail(session, claimed, takeBack);
  if (outcome === 'sent') {
    inOwnTransaction(session, (own) => markSent(own, claimed.row.id, claimed.key));
    count(session, 'invitation', 'sent');
    return 'sent';
  }
  log.warn(`realm "${requireRealm(session).getName()}": the mail of an invitation was not sent (${outcome})`);
  // Its time was over while it was sent: nobody knows whether the mail server has it.
  if (outcome === 'late') {
    count(session, 'invitation', 'uncertain');
    return 'uncertain';
  }
  if (outcome === 'failed') count(session, 'invitation', 'failed');
  undo(session, claimed, outcome, takeBack);
  return outcome;
}

/** What becomes of an invitation whose mail surely has not left; false when it is none of that kind any more. */
export type TakeBack = (
  own: KeycloakSession,
  claimed: Claimed,
  outcome: 'failed' | 'busy',
  now: number,
) => boolean;

/** One that nobody has seen yet goes. */
const forget: TakeBack = (own, { row }) => deleteInvitation(own, row.id);

/** One of a list says so, or waits for another turn. */
export const keepInList: TakeBack = (own, { row, key }, outcome, now) =>
  markUnsent(own, row, key, outcome === 'busy' ? null : 'mail', now);

/** One that was sent before says so. */
const keep: TakeBack = (own, { row, key }, _outcome, now) => markUnsent(own, row, key, 'mail', now);

function mail(session: KeycloakSession, claimed: Claimed, takeBack: TakeBack) {
  const { row, token } = claimed;
  try {
    const client = requireRealm(session).getClientById(row.clientUuid);
    const outcome = client === null ? 'failed' : sendInvitationMail(session, client, row, token);
    return outcome === 'refused' ? 'failed' : outcome;
  } catch (failure) {
    undo(session, claimed, 'failed', takeBack);
    throw failure;
  }
}

function undo(
  session: KeycloakSession,
  claimed: Claimed,
  outcome: 'failed' | 'busy',
  takeBack: TakeBack,
): void {
  const { row, before, countedAt } = claimed;
  inRepeatedTransaction(session, (own) => {
    if (!takeBack(own, claimed, outcome, Time.currentTime())) return;
    const realmId = requireRealm(own).getId();
    const address = emailKey(realmId, row.email);
    const { mails } = lockMailed(own, realmId, address);
    keepMailed(own, realmId, address, Math.max(0, mails - 1), before.mailedAt);
    releaseWithin(own, invitationDemands(own), countedAt);
  });
}

/** Whether the person was mailed another invitation to the client that isn't over at `now` (Unix seconds). */
function isInvited(own: KeycloakSession, { id, email, clientUuid }: InvitationRow, now: number): boolean {
  const realmId = requireRealm(own).getId();
  const live = liveInvitations(own, realmId, [emailKey(realmId, email)], now);
  return live.some((other) => other.id !== id && other.clientUuid === clientUuid);
}

/** Stores a new invitation and sends it; nothing stays of one that isn't sent for sure. */
export function orderInvitation(session: KeycloakSession, row: InvitationRow): Outcome | Refused {
  const claimed = inRepeatedTransaction<Claimed | Refused>(session, (own) => {
    const realmId = requireRealm(own).getId();
    return claimWithin(own, row, row.createdAt, () => insertInvitation(own, realmId, row));
  });
  return 'refused' in claimed ? claimed : deliver(session, claimed, forget);
}

/** Whether an invitation's client is there, and lets people sign in by links. */
export function takesPeopleIn(session: KeycloakSession, { clientUuid }: InvitationRow): boolean {
  const client = requireRealm(session).getClientById(clientUuid);
  return client !== null && checkUsable(client) === null && readSettings(session, client).hasStep;
}

/** Sends an invitation once more, under a new token: the link of the earlier mail no longer works. */
export function resendInvitation(session: KeycloakSession, id: string): Outcome | Refused {
  const claimed = inRepeatedTransaction<Claimed | Refused>(session, (own) => {
    const realm = requireRealm(own);
    const row = lockInvitation(own, realm.getId(), id);
    const now = Time.currentTime();
    if (row === null) return { refused: 'missing' };
    if (!mayResend(row, now)) return { refused: 'state' };
    return takesPeopleIn(own, row) ? claimWithin(own, row, now) : { refused: 'client' };
  });
  return 'refused' in claimed ? claimed : deliver(session, claimed, keep);
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
