/**
 * Defends against pre-hijacked accounts: the first verified owner of the address claims the account, and all earlier access ends.
 */

import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { execute, inOwnTransaction, insert, select } from '../platform/database/sql.ts';
import { currentMillis } from '../platform/engine/clock.ts';
import { realmIdOf, requireRealm } from '../platform/keycloak/realm.ts';
import { ownSteps } from '../realm/flow/own-step.ts';
import { isLinkgateRealm } from '../realm/settings/enabled.ts';
import { hasAddress } from './address/account-address.ts';
import { deleteDevicesOfUser } from './device/rows.ts';
import { lockAccount, lockAndRefresh, reloadAccount } from './lock.ts';
import { dropPendingAddress } from './pending-address.ts';
import { isProven, recordProof } from './proof.ts';
import { endAllButTabs } from './sign-out.ts';

/** How long all tabs of an account count as ended if `recordTakeover` never replaces the time. */
const TAKEOVER_GRACE_MILLIS = 60_000;

/** The tolerated clock skew between nodes: beyond it, a token issued right after the takeover would count as issued before. */
const CLOCK_SKEW_SECONDS = 2;

/**
 * Whether an account's address is proven; called before anything is locked. Reloads an unproven account for `claimUnverifiedAccount`.
 *
 * @returns `gone` if the account no longer exists
 */
export function proofOf(session: KeycloakSession, user: UserModel): 'proven' | 'unproven' | 'gone' {
  if (user.getEmail() && isProven(session, requireRealm(session), user)) return 'proven';
  return reloadAccount(session, user) ? 'unproven' : 'gone';
}

/**
 * Claims an account whose address was never verified: its creator may not own the address, so its credentials, identity provider
 * links, consents, devices and any pending new address are removed. Sessions, and tabs with a sign-in in progress, can't
 * all be found by account: those from before the time stored here have ended (`wasClaimedSince`). This time lies in the future;
 * after the commit, `recordTakeover` replaces it with the actual time. Earlier tokens are revoked by Keycloak's `notBefore` of the
 * user, which also shows, without an SQL statement, which accounts were claimed recently (`mayBeClaimedSince`).
 *
 * For an account in a federated store, only what Keycloak holds is removed; the password in the store stays, since the store's
 * operator manages it.
 *
 * @param user an account for which `proofOf` returned `unproven`
 * @param email the proven address, normalised
 * @returns whether it was claimed; null if the account has another address by now, or was deleted
 */
export function claimUnverifiedAccount(
  session: KeycloakSession,
  user: UserModel,
  email: string,
): boolean | null {
  const realm = requireRealm(session);
  if (!lockAndRefresh(session, user.getId()) || !hasAddress(user, email)) return null;
  const wasProven = isProven(session, realm, user);
  recordProof(session, user, email);
  if (wasProven) return false;
  const credentials = user.credentialManager();
  for (const credential of credentials.getStoredCredentialsStream().toList()) {
    credentials.removeStoredCredentialById(credential.getId());
  }
  for (const identity of session.users().getFederatedIdentitiesStream(realm, user).toList()) {
    session.users().removeFederatedIdentity(realm, user, identity.getIdentityProvider());
  }
  for (const consent of session.users().getConsentsStream(realm, user.getId()).toList()) {
    session.users().revokeConsentForClient(realm, user.getId(), consent.getClient().getId());
  }
  dropPendingAddress(user);
  session.users().setNotBeforeForUser(realm, user, Math.floor(currentMillis() / 1000) - CLOCK_SKEW_SECONDS);
  deleteDevicesOfUser(session, realm.getId(), user.getId());
  storeTakeoverTime(session, user.getId(), currentMillis() + TAKEOVER_GRACE_MILLIS);
  return true;
}

/**
 * Marks an account's address verified, and leaves everything else as it is: whatever the account has was set up by the owner of the address.
 *
 * @param user an account for which `proofOf` returned `unproven`
 * @param email whose proof this is, normalised
 * @returns false; null if the account has another address by now
 */
export function verifyAccount(session: KeycloakSession, user: UserModel, email: string): false | null {
  if (!lockAndRefresh(session, user.getId()) || !hasAddress(user, email)) return null;
  recordProof(session, user, email);
  return false;
}

/**
 * Removes the sessions of an account that was claimed, and stores the time. Called after the claim is committed: a request that
 * still saw the earlier state started before that time, so its tab has ended; the tab that claimed the account starts later.
 * Keycloak stores a request's sessions after its transaction, so sessions of earlier requests exist only now. Clients to notify are
 * read from the sessions, and so before these are removed; they are notified after the commit.
 */
export function recordTakeover(session: KeycloakSession, userId: string): void {
  inOwnTransaction(session, (own) => {
    const user = own.users().getUserById(requireRealm(own), userId);
    if (user !== null) endAllButTabs(own, user);
    storeTakeoverTime(own, userId, currentMillis());
  });
}

/**
 * Whether a takeover of the account may be in progress or happened since an instant (Unix milliseconds), as this session sees the
 * account: if not, no query is needed. False for an account that the session doesn't find, such as one not yet committed: no other
 * user can have claimed it.
 */
export function mayBeClaimedSince(session: KeycloakSession, userId: string, instant: number): boolean {
  const realm = requireRealm(session);
  const user = session.users().getUserById(realm, userId);
  if (user === null) return false;
  if (!isProven(session, realm, user)) return canBeClaimed(realm);
  const notBefore = Number(session.users().getNotBeforeOfUser(realm, user));
  return notBefore > 0 && notBefore * 1000 + TAKEOVER_GRACE_MILLIS >= instant;
}

/** Whether links claim unverified accounts: in a Linkgate realm, or by a step that is set to. */
function canBeClaimed(realm: RealmModel): boolean {
  return isLinkgateRealm(realm) || ownSteps(realm).some(({ unverified }) => unverified === 'claim');
}

/** Whether an account was claimed, or its tabs were ended, at an instant (Unix milliseconds) or later. */
export function wasClaimedSince(session: KeycloakSession, userId: string, instant: number): boolean {
  const sql = 'SELECT USER_ID, TAKEN_AT FROM LINKGATE_TAKEOVER WHERE REALM_ID = ?1 AND USER_ID = ?2';
  return select(session, sql, [realmIdOf(session), userId]).some((row) => Number(row[1]) >= instant);
}

/**
 * Ends the account's tabs from before, except those that continue a session: a sign-out that spares a session, and so sets no "not before", finds
 * no tabs. An account without a "not before" gets one that revokes nothing, the second 1: it shows, without an SQL statement, that there may be a
 * time (`mayHaveEndedTabs`).
 */
export function endEarlierTabs(session: KeycloakSession, user: UserModel): void {
  const realm = requireRealm(session);
  lockAccount(session, user.getId());
  storeTakeoverTime(session, user.getId(), currentMillis());
  if (Number(session.users().getNotBeforeOfUser(realm, user)) === 0)
    session.users().setNotBeforeForUser(realm, user, 1);
}

/** Whether the account's tabs may have been ended so; an account that never had a "not before" needs no query. */
export function mayHaveEndedTabs(session: KeycloakSession, user: UserModel): boolean {
  return Number(session.users().getNotBeforeOfUser(requireRealm(session), user)) > 0;
}

/** Deletes an account's takeover time; called when the account is deleted. */
export function deleteTakeover(session: KeycloakSession, realmId: string, userId: string): void {
  execute(session, 'DELETE FROM LINKGATE_TAKEOVER WHERE REALM_ID = ?1 AND USER_ID = ?2', [realmId, userId]);
}

function storeTakeoverTime(session: KeycloakSession, userId: string, at: number): void {
  const realmId = realmIdOf(session);
  const sql = 'UPDATE LINKGATE_TAKEOVER SET TAKEN_AT = ?1 WHERE REALM_ID = ?2 AND USER_ID = ?3';
  if (execute(session, sql, [at, realmId, userId]) > 0) return;
  insert(session, 'LINKGATE_TAKEOVER', { REALM_ID: realmId, USER_ID: userId, TAKEN_AT: at });
}
