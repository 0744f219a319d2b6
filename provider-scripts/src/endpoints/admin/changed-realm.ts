/** Changes of the realm's attributes that name the version that the administrator saw. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { inOwnTransaction, select } from '../../database/sql.ts';
import { requireRealm } from '../../keycloak/realm.ts';

const RealmProvider = Java.type('org.keycloak.models.RealmProvider');

/** Keycloak's provider of the realms in its database. */
const STORED = 'jpa';

/**
 * Compares and writes in one transaction, which locks the realm's row first.
 *
 * @param isOutdated whether the realm has changed since the caller saw it
 * @returns the result of `write`; null if the realm has changed
 */
export function changeRealm<T>(
  session: KeycloakSession,
  isOutdated: (stored: RealmModel) => boolean,
  write: (own: KeycloakSession, realm: RealmModel) => T,
): T | null {
  return inOwnTransaction(session, (own) => {
    const id = requireRealm(session).getId();
    select(own, 'SELECT ID, NAME FROM REALM WHERE ID = ?1 FOR UPDATE', [id]);
    // Bypasses Keycloak's cache, which may lack a change that was just committed.
    const stored = own.getProvider(RealmProvider.class, STORED).getRealm(id);
    return stored === null || isOutdated(stored) ? null : write(own, requireRealm(own));
  });
}

/** Sets attributes; an empty text removes one. */
export function writeRealmAttributes(realm: RealmModel, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === '') realm.removeAttribute(name);
    else realm.setAttribute(name, value);
  }
}
