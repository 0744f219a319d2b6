/** Locks an account for a transaction. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { select } from '../platform/database/sql.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';

const JpaConnectionProvider = Java.type('org.keycloak.connections.jpa.JpaConnectionProvider');
const UserCache = Java.type('org.keycloak.models.cache.UserCache');
const UserEntity = Java.type('org.keycloak.models.jpa.entities.UserEntity');

/**
 * Locks the account's row until the transaction ends: of a takeover and a concurrent sign-in, the later one then sees the
 * other. Accounts of a federated store that aren't imported have no row.
 *
 * @returns whether it has a row
 */
export function lockAccount(session: KeycloakSession, userId: string): boolean {
  const sql = 'SELECT ID, EMAIL_VERIFIED FROM USER_ENTITY WHERE ID = ?1 FOR UPDATE';
  return select(session, sql, [userId]).length > 0;
}

/**
 * Reloads an account, bypassing Keycloak's cache, for `lockAndRefresh`. Nothing may be locked yet: Keycloak deletes an account that its
 * store no longer has in a separate transaction, which would wait for this one.
 *
 * @returns whether the account still exists
 */
export function reloadAccount(session: KeycloakSession, user: UserModel): boolean {
  const realm = requireRealm(session);
  session.getProvider(UserCache.class)?.evict(realm, user);
  return session.users().getUserById(realm, user.getId()) !== null;
}

/**
 * Reads an account anew that another transaction has changed, in a session that may have read it before: Keycloak writes all columns of an
 * account, so any change made here would take back the other's.
 */
export function refreshAccount(session: KeycloakSession, user: UserModel): UserModel | null {
  const realm = requireRealm(session);
  const entityManager = session.getProvider(JpaConnectionProvider.class).getEntityManager();
  const stored = entityManager.find(UserEntity.class, user.getId());
  if (stored !== null) entityManager.refresh(stored);
  session.getProvider(UserCache.class)?.evict(realm, user);
  return session.users().getUserById(realm, user.getId());
}

/**
 * Locks an account that `reloadAccount` read, and refreshes it.
 *
 * @returns false if it was deleted meanwhile
 */
export function lockAndRefresh(session: KeycloakSession, userId: string): boolean {
  const entityManager = session.getProvider(JpaConnectionProvider.class).getEntityManager();
  const stored = entityManager.find(UserEntity.class, userId);
  if (!lockAccount(session, userId)) return stored === null;
  if (stored !== null) entityManager.refresh(stored);
  return true;
}
