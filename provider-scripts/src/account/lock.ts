/** Locks an account for one transaction at a time. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { select } from '../database/sql.ts';

const JpaConnectionProvider = Java.type('org.keycloak.connections.jpa.JpaConnectionProvider');
const UserCache = Java.type('org.keycloak.models.cache.UserCache');
const UserEntity = Java.type('org.keycloak.models.jpa.entities.UserEntity');

/**
 * Waits for whoever else locks the account or writes what belongs to it, then holds it until the transaction ends: of a takeover and a
 * request that continues for the account, the later one sees the other. Accounts of a federated store that aren't imported have no row.
 *
 * @returns whether it has a row
 */
export function lockAccount(session: KeycloakSession, userId: string): boolean {
  const sql = 'SELECT ID, EMAIL_VERIFIED FROM USER_ENTITY WHERE ID = ?1 FOR UPDATE';
  return select(session, sql, [userId]).length > 0;
}

/**
 * Reads an account bypassing Keycloak's cache, for `lockRead`. Nothing may be locked yet: Keycloak deletes an account that its store no longer
 * has, in a transaction of its own, which would wait for this one.
 *
 * @returns whether there still is such an account
 */
export function readAnew(session: KeycloakSession, realm: RealmModel, user: UserModel): boolean {
  session.getProvider(UserCache.class)?.evict(realm, user);
  return session.users().getUserById(realm, user.getId()) !== null;
}

/**
 * Locks an account that was read by `readAnew`: it then is as others have left it, whatever this transaction read before.
 *
 * @returns false if it was deleted meanwhile
 */
export function lockRead(session: KeycloakSession, userId: string): boolean {
  const entityManager = session.getProvider(JpaConnectionProvider.class).getEntityManager();
  const stored = entityManager.find(UserEntity.class, userId);
  if (!lockAccount(session, userId)) return stored === null;
  if (stored !== null) entityManager.refresh(stored);
  return true;
}
