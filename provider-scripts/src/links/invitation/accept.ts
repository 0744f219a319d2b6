/** Accepts an invitation at most once; creates its account in the same transaction. */

import type { KeycloakSession, UserModel } from 'keycloak';
import { createAccount, type FoundAccount, findAccount } from '../../accounts/account.ts';
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
import { requireRealm } from '../../platform/keycloak/realm.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { LOCALE_ATTRIBUTE } from '../../realm/language/selector.ts';
import { allowsInvitations } from '../../realm/settings/enabled.ts';
import { type AllowedSignUp, allowSignUp } from '../../realm/sign-up-rules/rules.ts';
import { clientOfInvitation } from './client.ts';
import { type InvitationRow, isUsable } from './invitation.ts';
import { findByToken, lockByToken, markAccepted } from './rows.ts';

/**
 * The new account's ID, and its row on the device that remembers it; or the invitation, if the address has one account or several (no user is signed
 * in); `new` if it has none, which only a step creates; null if it is no longer valid.
 */
export type Accepted =
  | { createdUserId: string; device?: string }
  | { existing: InvitationRow }
  | 'new'
  | null;

/** An invitation to accept. */
interface Acceptance {
  /** The key of its token. */
  key: string;
  email: string;
  /** Whether an account is created for an address that has none; otherwise nothing changes for it. */
  creates: boolean;
}

/**
 * Accepts the invitation of an address at `now` (Unix seconds), even while sign-up is closed. If two invitations create the same account
 * concurrently, the loser is retried and finds the account.
 */
export function acceptInvitation(
  session: KeycloakSession,
  acceptance: Acceptance,
  settings: Settings,
  now: number,
): Accepted {
  const device = settings.rememberDevice ? newDevice(session, now) : null;
  const accepted = inRetriedTransaction(session, (own) => acceptNow(own, acceptance, device, now));
  if (accepted !== null && accepted !== 'new' && 'createdUserId' in accepted) {
    count(session, 'invitation', 'accepted');
    tally(session, 'sign_ups');
    if (device !== null) sendDeviceCookie(session, device);
  }
  return accepted;
}

function acceptNow(
  own: KeycloakSession,
  { key, email, creates }: Acceptance,
  device: NewDevice | null,
  now: number,
): Accepted {
  // Looked up before anything is locked, as for a link.
  const found = findAccount(own, email);
  const exists = found.account !== null || found.isAmbiguous;
  if (!exists && !creates) return 'new';
  const allowed = exists ? null : allowSignUp(own, email, 'invitation');
  if (!exists && allowed === null) return null;
  const row = takeWithin(own, key, now);
  if (row === null) return null;
  if (allowed === null) return { existing: row };
  const user = createInvited(own, row, allowed, found);
  const remembered =
    device === null ? {} : { device: rememberAccount(own, device, user.getId(), false, now).id };
  return { createdUserId: user.getId(), ...remembered };
}

/**
 * Accepts the invitation, found by its token's key, of an address that has no account, and creates the account, in the current transaction; null if
 * it is no longer valid.
 */
export function acceptWithin(
  own: KeycloakSession,
  key: string,
  allowed: AllowedSignUp,
  found: FoundAccount,
  now: number,
): UserModel | null {
  const row = takeWithin(own, key, now);
  return row === null ? null : createInvited(own, row, allowed, found);
}

/** Accepts the invitation of a user who has an account, as if it was opened there; whether it was still valid. */
export function acceptForExisting(own: KeycloakSession, key: string, now: number): boolean {
  return takeWithin(own, key, now) !== null;
}

/** Marks an invitation accepted, and returns it, locked; null if it is no longer valid. */
function takeWithin(own: KeycloakSession, key: string, now: number): InvitationRow | null {
  const row = acceptable(own, lockByToken(own, key), now);
  if (row !== null) markAccepted(own, row.id, now);
  return row;
}

/** The invitation of a token's key, unlocked, if it may be accepted. */
export function findAcceptable(session: KeycloakSession, key: string, now: number): InvitationRow | null {
  return acceptable(session, findByToken(session, key), now);
}

function acceptable(session: KeycloakSession, row: InvitationRow | null, now: number): InvitationRow | null {
  if (row === null || !allowsInvitations(requireRealm(session))) return null;
  const client = clientOfInvitation(session, row);
  return client !== null && isUsable(row, now, notBefore(session, client)) ? row : null;
}

/** Creates the account of an accepted invitation, with its name and language. */
function createInvited(
  own: KeycloakSession,
  row: InvitationRow,
  allowed: AllowedSignUp,
  found: FoundAccount,
): UserModel {
  const user = createAccount(own, allowed, found, true);
  if (row.firstName !== null) user.setFirstName(row.firstName);
  if (row.lastName !== null) user.setLastName(row.lastName);
  if (row.language !== null) user.setSingleAttribute(LOCALE_ATTRIBUTE, row.language);
  emitWithin(own, 'invitation_accepted', { userId: user.getId(), details: { invitation: row.id } });
  return user;
}
