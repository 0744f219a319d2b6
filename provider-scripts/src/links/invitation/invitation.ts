/** Types and rules of an invitation (contract, section 4.16). */
import { isSecondRevokedBy } from '../../accounts/revoked-by.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';

/**
 * The states of an invitation that is listed. `skipped`: a list's user has an account, and isn't told; `uncertain`: the email may or may not have been
 * sent, as during sending.
 */
export const STATES = [
  'waiting',
  'sent',
  'opened',
  'accepted',
  'expired',
  'revoked',
  'skipped',
  'failed',
  'uncertain',
] as const;
/** `draft`: a line of a list that wasn't started. */
export type InvitationState = (typeof STATES)[number] | 'draft';

/** The maximum number of emails to an address, and the minimum interval between them. */
export const MAX_EMAILS = 3;
export const EMAIL_EVERY_SECONDS = 86_400;

/** Why an invitation couldn't be sent, as stored; and as reported. */
export type Failure =
  | 'email'
  | 'opted_out'
  | 'too_soon'
  | 'too_many'
  | 'there'
  | 'client'
  | 'account'
  | 'rules';
export const FAILURES: Readonly<Record<Failure, Problem>> = {
  email: problem('invitation_rejected_by_server'),
  opted_out: problem('invitation_opted_out'),
  too_soon: problem('invitation_too_soon'),
  too_many: problem('invitation_limit_reached', { max: MAX_EMAILS }),
  there: problem('invitation_repeated'),
  client: problem('invitation_of_gone_client'),
  account: problem('invitation_of_account'),
  rules: problem('invitation_against_rules'),
};

/** How long an invitation is valid, in days. */
export const LIFETIME_DAYS = { default: 7, min: 1, max: 30 } as const;

/** The longest texts, in characters. */
export const MAX_TEXT_LENGTH = 200;
export const MAX_USER_LENGTH = 100;
export const MAX_FILE_NAME_LENGTH = 200;

/** How long an invitation is retained after its end; a waiting one expires, and a draft is removed, after the same time. */
export const INVITATION_RETENTION_SECONDS = 30 * SECONDS_PER_DAY;

/** Converts days to seconds. */
export function secondsOf(days: number): number {
  return days * SECONDS_PER_DAY;
}

/** Converts seconds to days. */
export function daysOf(seconds: number): number {
  return seconds / SECONDS_PER_DAY;
}

/** A validated user to invite. */
export interface Invitee {
  /** Normalised. */
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** A language tag of the realm's. */
  language: string | null;
  clientUuid: string;
}

/** The invitation's inviter, text and lifetime. */
export interface Wording {
  inviter: string | null;
  text: string | null;
  lifetimeSeconds: number;
}

/** An invitation's database row, which never contains the token. Times are Unix seconds. */
export interface InvitationRow extends Invitee, Wording {
  id: string;
  batchId: string | null;
  /** Its line in that list, from 1. */
  line: number | null;
  state: InvitationState;
  failure: Failure | null;
  emails: number;
  /** Whether the address had an account when the list was validated, or when its last email was sent. */
  hasAccount: boolean;
  createdAt: number;
  sentAt: number | null;
  openedAt: number | null;
  acceptedAt: number | null;
  /** When it expires; null once it has ended. */
  endsAt: number | null;
}

/** States of an invitation that hasn't ended. */
const LIVE: readonly InvitationState[] = ['waiting', 'sent', 'opened', 'uncertain'];

/**
 * The state of an invitation at `now` (Unix seconds); its row may not be marked expired yet. One that `notBefore` (Unix
 * seconds) revokes has expired, too.
 */
export function stateAt(
  { state, endsAt, sentAt }: Pick<InvitationRow, 'state' | 'endsAt' | 'sentAt'>,
  now: number,
  notBefore = 0,
): InvitationState {
  if (!LIVE.includes(state)) return state;
  const isRevoked = state !== 'waiting' && sentAt !== null && isSecondRevokedBy(notBefore, sentAt);
  return isRevoked || (endsAt !== null && endsAt <= now) ? 'expired' : state;
}

/** Whether the link can be used at `now`, with `notBefore` (Unix seconds). */
export function isUsable(
  row: Pick<InvitationRow, 'state' | 'endsAt' | 'sentAt'>,
  now: number,
  notBefore = 0,
): boolean {
  const state = stateAt(row, now, notBefore);
  return state === 'sent' || state === 'opened' || state === 'uncertain';
}

/** Whether an invitation may be resent at `now` (Unix seconds): not while it waits or is being sent, and not once accepted. */
export function mayResend(row: Pick<InvitationRow, 'state' | 'endsAt' | 'sentAt'>, now: number): boolean {
  if (row.state === 'draft' || row.state === 'waiting' || row.state === 'accepted') return false;
  return row.state !== 'uncertain' || row.sentAt === null || now - row.sentAt >= SENDING_SECONDS;
}

/**
 * Why an invitation can't be resent at `now` (Unix seconds), or null. `usable`: whether users can be invited to its client; `invited`: whether
 * the user has another invitation to it.
 */
export function resendBlockedBy(
  row: Pick<InvitationRow, 'state' | 'endsAt' | 'sentAt'>,
  { usable, invited, emailed }: { usable: boolean; invited: boolean; emailed: Emailed },
  now: number,
): 'state' | 'client' | 'there' | ReturnType<typeof blockedBy> {
  if (!mayResend(row, now)) return 'state';
  if (!usable) return 'client';
  return invited ? 'there' : blockedBy(emailed, now);
}

/** Sending one email takes less than this. */
export const SENDING_SECONDS = 60;

/** Whether an invitation may be revoked at `now` (Unix seconds). */
export function mayRevoke(row: Pick<InvitationRow, 'state' | 'endsAt' | 'sentAt'>, now: number): boolean {
  return LIVE.includes(stateAt(row, now));
}

/** The invitation emails of an address. */
export interface Emailed {
  emails: number;
  /** Unix seconds; null before the first. */
  emailedAt: number | null;
  optedOut: boolean;
}

/** For an address that was never emailed. */
export const NEVER_EMAILED: Emailed = { emails: 0, emailedAt: null, optedOut: false };

/** Why no further email may be sent to an address at `now` (Unix seconds), or null. */
export function blockedBy(
  { emails, emailedAt, optedOut }: Emailed,
  now: number,
): 'opted_out' | 'too_many' | 'too_soon' | null {
  if (optedOut) return 'opted_out';
  if (emails >= MAX_EMAILS) return 'too_many';
  return emailedAt !== null && now - emailedAt < EMAIL_EVERY_SECONDS ? 'too_soon' : null;
}
