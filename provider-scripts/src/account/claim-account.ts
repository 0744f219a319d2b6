/**
 * Defends against pre-hijacked accounts: the first verified owner of the address claims the account, and all earlier access ends.
 */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { hasAddress } from '../address/of-account.ts';
import { execute, inOwnTransaction, insert, select } from '../database/sql.ts';
import { deleteDevicesOfUser } from '../device/rows.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { lockRead, readAnew } from './lock.ts';
import { ifWritable, isProven, recordProof } from './proof.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const Time = Java.type('org.keycloak.common.util.Time');

/** Keycloak's attribute with an account's pending new address. */
const PENDING_ADDRESS = 'kc.email.pending';

/** How long all tabs of an account count as ended at most, in case the time of the takeover is never recorded. */
const WHILE_TAKING_OVER_MILLIS = 60_000;

/** How far the clocks of two nodes may differ before tokens that one of them issues right away count as earlier ones. */
const CLOCKS_APART_SECONDS = 2;

/**
 * Whether an account's address is proven, before anything is locked. Rereads an unproven account, for `claimUnverifiedAccount`.
 *
 * @returns `gone` if the account no longer exists
 */
export function proofOf(
  session: KeycloakSession,
  realm: RealmModel,
  user: UserModel,
): 'proven' | 'unproven' | 'gone' {
  if (user.getEmail() && isProven(session, realm, user)) return 'proven';
  return readAnew(session, realm, user) ? 'unproven' : 'gone';
}

/**
 * Claims an account whose address was never verified: its creator may not own the address, so its other credentials, broker
 * links, consents, devices and any pending new address are removed. Its sessions, and tabs with a sign-in in progress, which
 * can't be found by account, end by the time stored here (`wasClaimedSince`). Until `recordTakeover` has stored that time once
 * this is committed, all of them have ended. Earlier tokens end by Keycloak's own timestamp on the account, which also shows
 * without a statement which accounts were taken over recently (`mayBeClaimedSince`).
 *
 * For an account in a federated store, only what Keycloak holds is removed; the password in the store stays, as its operator has
 * set it.
 *
 * @param user an account for which `proofOf` returned `unproven`
 * @param email whose proof this is, normalised
 * @returns whether it was claimed; null if the account has another address by now
 */
export function claimUnverifiedAccount(
  session: KeycloakSession,
  realm: RealmModel,
  user: UserModel,
  email: string,
): boolean | null {
  if (!lockRead(session, user.getId()) || !hasAddress(user, email)) return null;
  const wasProven = isProven(session, realm, user);
  recordProof(session, realm, user, email);
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
  if (user.getFirstAttribute(PENDING_ADDRESS) !== null) {
    ifWritable(() => {
      user.removeAttribute(PENDING_ADDRESS);
      user.removeRequiredAction('UPDATE_EMAIL');
    });
  }
  session.users().setNotBeforeForUser(realm, user, Math.floor(now() / 1000) - CLOCKS_APART_SECONDS);
  deleteDevicesOfUser(session, realm.getId(), user.getId());
  keepInstant(session, realm.getId(), user.getId(), now() + WHILE_TAKING_OVER_MILLIS);
  return true;
}

/**
 * Marks an account's address verified, and leaves everything else as it is: whatever the account has was set up by the owner of the address.
 *
 * @param user an account for which `proofOf` returned `unproven`
 * @param email whose proof this is, normalised
 * @returns false; null if the account has another address by now
 */
export function verifyAccount(
  session: KeycloakSession,
  realm: RealmModel,
  user: UserModel,
  email: string,
): false | null {
  if (!lockRead(session, user.getId()) || !hasAddress(user, email)) return null;
  recordProof(session, realm, user, email);
  return false;
}

/**
 * Removes the sessions of an account that was taken over, and stores when, once that is committed: a request that still saw the
 * earlier state started before that, so its tab has ended. The tab that claimed the account starts later. Keycloak stores
 * sessions after everything else in their request is committed: sessions of earlier requests are removed now. Keycloak reads from
 * a session which clients to notify, so that comes first; they are notified once all of it is committed.
 */
export function recordTakeover(session: KeycloakSession, realm: RealmModel, userId: string): void {
  inOwnTransaction(session, (own) => {
    const user = own.users().getUserById(realm, userId);
    if (user !== null) {
      notifyClients(own, realm, user);
      removeSessions(own, realm, user);
    }
    keepInstant(own, realm.getId(), userId, now());
  });
}

/**
 * Whether a takeover of the account may be in progress or happened since an instant (Unix milliseconds), as this session sees the
 * account: if not, no query is needed. An account that the session doesn't find has no other owner yet.
 */
export function mayBeClaimedSince(session: KeycloakSession, userId: string, instant: number): boolean {
  const realm = requireRealm(session);
  const user = session.users().getUserById(realm, userId);
  if (user === null) return false;
  if (!isProven(session, realm, user)) return true;
  const ended = Number(session.users().getNotBeforeOfUser(realm, user));
  return ended > 0 && ended * 1000 + WHILE_TAKING_OVER_MILLIS >= instant;
}

/** Whether an account was taken over at an instant (Unix milliseconds) or later. */
export function wasClaimedSince(
  session: KeycloakSession,
  realmId: string,
  userId: string,
  instant: number,
): boolean {
  const sql = 'SELECT USER_ID, TAKEN_AT FROM LINKGATE_TAKEOVER WHERE REALM_ID = ?1 AND USER_ID = ?2';
  return select(session, sql, [realmId, userId]).some((row) => Number(row[1]) >= instant);
}

/** Deletes the time of a takeover, along with the account. */
export function deleteTakeover(session: KeycloakSession, realmId: string, userId: string): void {
  execute(session, 'DELETE FROM LINKGATE_TAKEOVER WHERE REALM_ID = ?1 AND USER_ID = ?2', [realmId, userId]);
}

function keepInstant(session: KeycloakSession, realmId: string, userId: string, at: number): void {
  const sql = 'UPDATE LINKGATE_TAKEOVER SET TAKEN_AT = ?1 WHERE REALM_ID = ?2 AND USER_ID = ?3';
  if (execute(session, sql, [at, realmId, userId]) > 0) return;
  insert(session, 'LINKGATE_TAKEOVER', { REALM_ID: realmId, USER_ID: userId, TAKEN_AT: at });
}

function now(): number {
  return Number(Time.currentTimeMillis());
}

/** Notifies the clients that the account is signed in at; its tabs stay as they are, unlike when a user signs out. */
function notifyClients(session: KeycloakSession, realm: RealmModel, user: UserModel): void {
  const context = session.getContext();
  for (const live of session.sessions().getUserSessionsStream(realm, user).toList())
    for (const id of live.getAuthenticatedClientSessions().keySet().toArray())
      AuthenticationManager.backchannelLogoutUserSessionFromClient(
        session,
        realm,
        live,
        realm.getClientById(id),
        context.getUri(),
        context.getRequestHeaders(),
      );
}

function removeSessions(session: KeycloakSession, realm: RealmModel, user: UserModel): void {
  session.sessions().removeUserSessions(realm, user);
  for (const offline of session.sessions().getOfflineUserSessionsStream(realm, user).toList()) {
    session.sessions().removeOfflineUserSession(realm, offline);
  }
}
