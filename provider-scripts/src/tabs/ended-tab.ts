/**
 * Ends a tab whose user is no longer certain: its account was taken over since, it no longer has the proven address, the permission by
 * which its link was returned was revoked, or an administrator's "not before" revoked the proof. Keycloak removes sessions, but never a
 * tab in the middle of a sign-in, and a tab that waits for consent doesn't run the flow again.
 */

import type { AuthenticationSessionModel, KeycloakSession, Response, UserModel } from 'keycloak';
import { mayBeClaimedSince, wasClaimedSince } from '../account/claim-account.ts';
import { lockAccount } from '../account/lock.ts';
import { notBefore } from '../account/not-before.ts';
import { hasAddress } from '../address/of-account.ts';
import { lookAnew } from '../database/sql.ts';
import { MILLIS_PER_SECOND } from '../engine/time.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { mayStillReturnLink } from '../magic-link/given-back.ts';
import type { GivenBack } from '../magic-link/link.ts';
import { findAwaitedLink } from '../magic-link/rows.ts';
import { page } from '../pages/page.ts';
import { GIVEN_NOTE, LINK_NOTE, PROVEN_BY_NOTE, PROVEN_FOR_NOTE, PROVEN_NOTE, SINCE_NOTE } from './notes.ts';
import { isOpen } from './run-flow.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');
const Time = Java.type('org.keycloak.common.util.Time');

/** Keycloak's note of the account that has the address of a user who comes from an identity provider for the first time; JSON. */
const EXISTING_NOTE = 'EXISTING_USER_INFO';
/** The user who comes from there for the first time, and whether that created an account. */
const BROKERED_NOTE = 'BROKERED_CONTEXT';
const REGISTERED_NOTE = 'BROKER_REGISTERED_NEW_USER';

/** When this request began (Unix milliseconds). */
const BEGAN_ATTRIBUTE = 'linkgate.began';

/** Records when a request began, before anything is read for it. */
export function recordRequestStart(session: KeycloakSession): void {
  session.setAttribute(BEGAN_ATTRIBUTE, String(Time.currentTimeMillis()));
}

/** Notes that this tab's user has just been proven: one millisecond from now, so that it is after a takeover by this very proof. */
export function noteProven(tab: AuthenticationSessionModel): void {
  tab.setAuthNote(SINCE_NOTE, String(Number(Time.currentTimeMillis()) + 1));
}

/** Notes that this tab's user is known from this request's start on at the earliest, as data may have been read since then. */
function noteInstant(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  tab.setAuthNote(SINCE_NOTE, String(session.getAttribute(BEGAN_ATTRIBUTE)));
}

/** Notes it in the tab that a request started, to which a live session may have assigned a user by now. */
export function noteBegin(session: KeycloakSession): void {
  const tab = session.getContext().getAuthenticationSession();
  if (tab !== null && isOpen(tab)) noteInstant(session, tab);
}

/** Whether a tab may not continue for this user. Without a noted instant, the user counts as known since the epoch. */
export function isOverFor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  const address = tab.getAuthNote(PROVEN_NOTE) === user.getId() ? tab.getAuthNote(PROVEN_FOR_NOTE) : null;
  if (address !== null && !hasAddress(user, address)) return true;
  if (isRevoked(session, approved(tab))) return true;
  const given = address === null ? null : tab.getAuthNote(GIVEN_NOTE);
  if (given !== null && !mayStillReturnLink(session, JSON.parse(given) as GivenBack, user)) return true;
  const since = Number(tab.getAuthNote(SINCE_NOTE) ?? 0);
  if (address !== null && since < notBefore(session, tab.getClient(), user) * MILLIS_PER_SECOND) return true;
  return wasClaimedSince(session, requireRealm(session).getId(), user.getId(), since);
}

/** The link that proved a tab's user by cross-device sign-in; null for any other proof. */
export function approved(tab: AuthenticationSessionModel): string | null {
  return tab.getAuthNote(PROVEN_BY_NOTE) === 'cross-device' ? tab.getAuthNote(LINK_NOTE) : null;
}

/** Whether a link's cross-device sign-in was revoked; false for null. */
export function isRevoked(session: KeycloakSession, jti: string | null): boolean {
  const link = jti === null ? null : findAwaitedLink(session, requireRealm(session).getId(), jti);
  return link?.crossDevice?.state === 'revoked';
}

/** The page for a request to a tab that has ended; null for any other tab. Notes the instant while no user is known. */
export function respondToEndedTab(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
): Response | null {
  if (userOf(session, tab) === null) noteInstant(session, tab);
  if (!isOver(session, tab)) return null;
  // The page is in the tab's language.
  session.getContext().setAuthenticationSession(tab);
  const response = endedPage(session);
  new AuthenticationSessionManager(session).removeTabIdInAuthenticationSession(requireRealm(session), tab);
  return response;
}

/** Whether a tab has ended for its user; false while no user is known. */
export function isOver(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const user = userOf(session, tab);
  return user !== null && isOverFor(session, tab, user);
}

/**
 * Whether a tab's account was taken over by the end of a request that continued or started the tab. The later of that request and a
 * simultaneous takeover sees the other. For accounts that can't be taken over, this costs nothing.
 */
export function isOverAtEnd(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const userId = userOf(session, tab)?.getId();
  if (userId === undefined) return false;
  const since =
    Number(tab.getAuthNote(SINCE_NOTE) ?? session.getAttribute(BEGAN_ATTRIBUTE)) - proofMillis(session, tab);
  // The account as it is now: this session keeps seeing it as it was when the request began.
  if (!lookAnew(session, (now) => mayBeClaimedSince(now, userId, since))) return false;
  lockAccount(session, userId);
  return wasClaimedSince(session, requireRealm(session).getId(), userId, since);
}

/**
 * How long before a tab's start its user may have been proven: a click in Keycloak's email admits a user from that identity provider in
 * any tab for that long. Otherwise such a tab has a user only after it has looked up or created the account.
 */
function proofMillis(session: KeycloakSession, tab: AuthenticationSessionModel): number {
  const isByEmail =
    tab.getAuthNote(BROKERED_NOTE) !== null &&
    tab.getAuthNote(EXISTING_NOTE) === null &&
    tab.getAuthNote(REGISTERED_NOTE) === null;
  return isByEmail ? requireRealm(session).getActionTokenGeneratedByUserLifespan() * MILLIS_PER_SECOND : 0;
}

/** The page that shows that a sign-in has ended, and why. */
export function endedPage(session: KeycloakSession): Response {
  return page(session, 'linkgate-check-email.ftl', 403, { state: 'ended' });
}

/** The tab's user, if known. */
function userOf(session: KeycloakSession, tab: AuthenticationSessionModel): UserModel | null {
  const known = tab.getAuthenticatedUser();
  if (known !== null) return known;
  const userId = tab.getAuthNote(PROVEN_NOTE) ?? existingOf(tab);
  return userId === null ? null : session.users().getUserById(requireRealm(session), userId);
}

/** The account that a tab will link to an identity provider; it is chosen before the user has proven anything. */
function existingOf(tab: AuthenticationSessionModel): string | null {
  const existing = tab.getAuthNote(EXISTING_NOTE);
  return existing === null ? null : (JSON.parse(existing) as { existingUserId: string }).existingUserId;
}
