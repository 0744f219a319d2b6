/** Keycloak's models as its database stores them. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { select } from '../database/sql.ts';

const RealmProvider = Java.type('org.keycloak.models.RealmProvider');

/** The provider of the clients and realms in Keycloak's database, which bypasses its cache: that may lack what was just committed. */
export const STORED = 'jpa';

/** Sets attributes; an empty text removes one. */
export function setAttributes(
  model: { setAttribute(name: string, value: string): void; removeAttribute(name: string): void },
  attributes: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === '') model.removeAttribute(name);
    else model.setAttribute(name, value);
  }
}

/** Locks the realm's row until the transaction ends, then reads it; null if it is gone. */
export function lockRealm(own: KeycloakSession, id: string): RealmModel | null {
  select(own, 'SELECT ID, NAME FROM REALM WHERE ID = ?1 FOR UPDATE', [id]);
  return own.getProvider(RealmProvider.class, STORED).getRealm(id);
}
