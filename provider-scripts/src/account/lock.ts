/** Locks an account for one transaction at a time. */
import type { KeycloakSession, RealmModel, UserModel } from 'keycloak';
import { select } from '../database/sql.ts';

const JpaConnectionProvider = Java.type('org.keycloak.connections.jpa.JpaConnectionProvider');
const UserCache = Java.type('org.keycloak.models.cache.UserCache');
const UserEntity = Java.type('org.keycloak.models.jpa.entities.UserEntity');

/**
 * Waits for whoever else locks the account or writes what belongs to it, then holds it until the transaction ends: of a takeover and a
 * request that continues for the account, the later one sees the other. Accounts of a federated store that aren't imported have no row.
 */
export function lockAccount(session: KeycloakSession, userId: string): void {
  select(session, 'SELECT ID, EMAIL_VERIFIED FROM USER_ENTITY WHERE ID = ?1 FOR UPDATE', [userId]);
}

/**
 * Has an account, and everything that belongs to it, read as it is now: bypassing Keycloak's cache, and what this transaction read before.
 */
export function readAnew(session: KeycloakSession, realm: RealmModel, user: UserModel): void {
  session.getProvider(UserCache.class)?.evict(realm, user);
  const entityManager = session.getProvider(JpaConnectionProvider.class).getEntityManager();
  const stored = entityManager.find(UserEntity.class, user.getId());
  if (stored !== null) entityManager.refresh(stored);
}
