/**
 * Ends a tab whose user's proof is no longer valid: the account was claimed since or no longer has the proven address, the cross-device
 * sign-in or the permission to return the link to a backend was revoked, or an administrator's "not before" revoked the proof. Keycloak
 * removes sessions, but never a tab in the middle of a sign-in, and a tab that waits for consent doesn't run the flow again.
 */

import type { AuthenticationSessionModel, KeycloakSession, Response, UserModel } from 'keycloak';
import { mayBeClaimedSince, wasClaimedSince } from '../account/claim-account.ts';
import { lockAccount } from '../account/lock.ts';
import { notBefore } from '../account/not-before.ts';
import { hasAddress } from '../address/account-address.ts';
import { readFresh } from '../database/sql.ts';
import { MILLIS_PER_SECOND } from '../engine/time.ts';
import { requireRealm } from '../keycloak/realm.ts';
import type { ReturnGrant } from '../magic-link/link.ts';
import { mayStillReturnLink } from '../magic-link/return-grant.ts';
import { findAwaitedLink } from '../magic-link/rows.ts';
import { page } from '../pages/page.ts';
import { sessionValue } from '../session/values.ts';
import {
  KNOWN_SINCE_NOTE,
  LINK_NOTE,
  PROVEN_BY_NOTE,
  PROVEN_FOR_NOTE,
  PROVEN_NOTE,
  RETURN_GRANT_NOTE,
} from './notes.ts';
import { isOpen } from './run-flow.ts';

const AuthenticationSessionManager = Java.type('org.keycloak.services.managers.AuthenticationSessionManager');
const Time = Java.type('org.keycloak.common.util.Time');

/** Keycloak's note of the existing account with the address of a user who signs in by an identity provider for the first time; JSON. */
const EXISTING_NOTE = 'EXISTING_USER_INFO';
/** Keycloak's notes of the brokered user, and of whether the first sign-in created the account. */
export const BROKERED_NOTE = 'BROKERED_CONTEXT';
export const REGISTERED_NOTE = 'BROKER_REGISTERED_NEW_USER';

/** When this request started (Unix milliseconds). */
const STARTED = sessionValue<string>('started');

/** Records when a request started, before anything is read for it. */
export function recordRequestStart(session: KeycloakSession): void {
  STARTED.record(session, String(Time.currentTimeMillis()));
}

/** The tab whose user this request has proven: its identifier. */
const PROVEN_TAB = sessionValue<string>('proven-tab');

/** Records that a tab's user has just been proven: one millisecond from now, so that it is later than the takeover that this proof caused. */
export function recordProofTime(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  tab.setAuthNote(KNOWN_SINCE_NOTE, String(Number(Time.currentTimeMillis()) + 1));
  PROVEN_TAB.record(session, tab.getTabId());
}

/** Records this request's start as the time since which a tab's user is known: the request may have read the account's data since then. */
function recordRequestTime(session: KeycloakSession, tab: AuthenticationSessionModel): void {
  tab.setAuthNote(KNOWN_SINCE_NOTE, String(STARTED.of(session)));
}

/** Records this request's start in the tab that it created; a live session may already have assigned its user to the tab. */
export function recordTabStart(session: KeycloakSession): void {
  const tab = session.getContext().getAuthenticationSession();
  if (tab !== null && isOpen(tab)) recordRequestTime(session, tab);
}

/** Whether a tab may no longer continue for this user. Without a recorded time, the user counts as known since the epoch. */
export function hasTabEndedFor(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  const address = tab.getAuthNote(PROVEN_NOTE) === user.getId() ? tab.getAuthNote(PROVEN_FOR_NOTE) : null;
  if (address !== null && !hasAddress(user, address)) return true;
  if (isCrossDeviceRevoked(session, crossDeviceLinkOf(tab))) return true;
  const grant = address === null ? null : tab.getAuthNote(RETURN_GRANT_NOTE);
  if (grant !== null && !mayStillReturnLink(session, JSON.parse(grant) as ReturnGrant, user)) return true;
  const since = Number(tab.getAuthNote(KNOWN_SINCE_NOTE) ?? 0);
  if (address !== null && since < notBefore(session, tab.getClient(), user) * MILLIS_PER_SECOND) return true;
  // A takeover since this request's own proof is found at the request's end (`hasTabEndedMeanwhile`), which waits for one under way.
  if (address !== null && PROVEN_TAB.of(session) === tab.getTabId()) return false;
  return wasClaimedSince(session, requireRealm(session).getId(), user.getId(), since);
}

/** The link that proved a tab's user by cross-device sign-in; null for any other proof. */
export function crossDeviceLinkOf(tab: AuthenticationSessionModel): string | null {
  return tab.getAuthNote(PROVEN_BY_NOTE) === 'cross-device' ? tab.getAuthNote(LINK_NOTE) : null;
}

/** Whether a link's cross-device sign-in was revoked; false for null. */
export function isCrossDeviceRevoked(session: KeycloakSession, jti: string | null): boolean {
  const link = jti === null ? null : findAwaitedLink(session, requireRealm(session).getId(), jti);
  return link?.crossDevice?.state === 'revoked';
}

/** Removes a tab that has ended, and returns the page for it; null for any other tab. Records the request's time while no user is known. */
export function respondToEndedTab(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
): Response | null {
  if (userOf(session, tab) === null) recordRequestTime(session, tab);
  if (!hasTabEnded(session, tab)) return null;
  // The page is in the tab's language.
  session.getContext().setAuthenticationSession(tab);
  const response = endedPage(session);
  new AuthenticationSessionManager(session).removeTabIdInAuthenticationSession(requireRealm(session), tab);
  return response;
}

/** Whether a tab has ended for its user; false while no user is known. */
export function hasTabEnded(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const user = userOf(session, tab);
  return user !== null && hasTabEndedFor(session, tab, user);
}

/**
 * Whether a tab's account was claimed since the tab's user was known; called at the end of a request that started or continued the tab.
 * Serializes the request with a concurrent takeover: the later of the two sees the earlier one. Locks nothing if none can have happened.
 */
export function hasTabEndedMeanwhile(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const user = userOf(session, tab);
  // A client that gets a token of its own has a tab, too, with its service account; Keycloak rejects these accounts in any flow.
  if (user === null || user.getServiceAccountClientLink() !== null) return false;
  const userId = user.getId();
  const since =
    Number(tab.getAuthNote(KNOWN_SINCE_NOTE) ?? STARTED.of(session)) - maxProofAgeMillis(session, tab);
  // Reads the current account: this session still sees it as it was when the request started.
  if (!readFresh(session, (fresh) => mayBeClaimedSince(fresh, userId, since))) return false;
  lockAccount(session, userId);
  return wasClaimedSince(session, requireRealm(session).getId(), userId, since);
}

/**
 * How long before a tab's start its user may have been proven: after a click in Keycloak's email, the brokered user can continue in any tab
 * during the token's lifetime. Any other tab has a user only after it has looked up or created the account: 0.
 */
function maxProofAgeMillis(session: KeycloakSession, tab: AuthenticationSessionModel): number {
  const isProvenByKeycloakEmail =
    tab.getAuthNote(BROKERED_NOTE) !== null &&
    tab.getAuthNote(PROVEN_NOTE) === null &&
    tab.getAuthNote(EXISTING_NOTE) === null &&
    tab.getAuthNote(REGISTERED_NOTE) === null;
  return isProvenByKeycloakEmail
    ? requireRealm(session).getActionTokenGeneratedByUserLifespan() * MILLIS_PER_SECOND
    : 0;
}

/** The page that shows that a sign-in has ended, and why. */
export function endedPage(session: KeycloakSession): Response {
  return page(session, 'linkgate-check-email.ftl', 403, { state: 'ended' });
}

/** The tab's user, if known. */
function userOf(session: KeycloakSession, tab: AuthenticationSessionModel): UserModel | null {
  const known = tab.getAuthenticatedUser();
  if (known !== null) return known;
  const userId = tab.getAuthNote(PROVEN_NOTE) ?? existingUserId(tab);
  return userId === null ? null : session.users().getUserById(requireRealm(session), userId);
}

/** The account that a tab will link to an identity provider; it is chosen before the user has proven anything. */
function existingUserId(tab: AuthenticationSessionModel): string | null {
  const existing = tab.getAuthNote(EXISTING_NOTE);
  return existing === null ? null : (JSON.parse(existing) as { existingUserId: string }).existingUserId;
}
