/** Locks a realm for a transaction, and reads it as the database stores it. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { select } from '../database/sql.ts';
import { STORED } from './stored.ts';

const RealmProvider = Java.type('org.keycloak.models.RealmProvider');

/** Locks the realm's row until the transaction ends, then reads it; null if it is gone. */
export function lockRealm(own: KeycloakSession, id: string): RealmModel | null {
  select(own, 'SELECT ID, NAME FROM REALM WHERE ID = ?1 FOR UPDATE', [id]);
  return own.getProvider(RealmProvider.class, STORED).getRealm(id);
}
