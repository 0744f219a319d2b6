/**
 * Whether a user session should have ended: it is from before its account was claimed or its "not before", or its cross-device sign-in was
 * revoked. Keycloak may have stored it just after the account's or the sign-in's sessions were ended, or put it back into its cache.
 */
import type { KeycloakSession, UserModel, UserSessionModel } from 'keycloak';
import { mayBeClaimedSince, wasClaimedSince } from '../../accounts/claim-account.ts';
import { lockAccount } from '../../accounts/lock.ts';
import { notBefore } from '../../accounts/not-before.ts';
import { isRevokedBy } from '../../accounts/revoked-by.ts';
import { findAwaitedLink } from '../../links/magic-link/rows.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { APPROVED_LINK_NOTE, NOTES } from './notes.ts';

/** Since when a session's user has been known (Unix milliseconds). */
function knownSince(live: UserSessionModel): number {
  return Number(live.getNote(NOTES.knownSince.name) ?? live.getStarted() * MILLIS_PER_SECOND);
}

/** Whether the cross-device sign-in that a session came of was revoked. */
export function isSessionRevoked(session: KeycloakSession, live: UserSessionModel): boolean {
  return isCrossDeviceRevoked(session, live.getNote(APPROVED_LINK_NOTE));
}

/** Whether the cross-device sign-in of one of these links was revoked, as a note names them; false for null. */
export function isCrossDeviceRevoked(session: KeycloakSession, approvedLinks: string | null): boolean {
  return linksIn(approvedLinks).some(
    (jti) => findAwaitedLink(session, jti)?.crossDevice?.state === 'revoked',
  );
}

/** The links in such a note. */
export function linksIn(approvedLinks: string | null): string[] {
  return approvedLinks === null ? [] : approvedLinks.split(' ');
}

/** Whether a session is from before its account was claimed, or its "not before". Executes no SQL statement if it can't have been claimed. */
export function isSessionOutdated(
  session: KeycloakSession,
  live: UserSessionModel,
  user: UserModel,
): boolean {
  const since = knownSince(live);
  if (isRevokedBy(notBefore(session, null, user), since)) return true;
  if (!mayBeClaimedSince(session, user.getId(), since)) return false;
  return wasClaimedSince(session, user.getId(), since);
}

/**
 * Whether a session should have ended, for a request that uses it. Serializes what the request writes with a takeover that may be in progress.
 */
export function hasSessionEnded(session: KeycloakSession, found: UserSessionModel): boolean {
  if (isSessionRevoked(session, found)) return true;
  // Administrators may belong to another realm.
  const user = found.getRealm().getId() === realmIdOf(session) ? found.getUser() : null;
  if (user === null || user === undefined) return false;
  // The later of the two sees the earlier one.
  if (mayBeClaimedSince(session, user.getId(), knownSince(found))) lockAccount(session, user.getId());
  return isSessionOutdated(session, found, user);
}
