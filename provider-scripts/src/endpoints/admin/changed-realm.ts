/** Changes of the realm's attributes that name the version that the administrator saw. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { inOwnTransaction, select } from '../../database/sql.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { STORED } from '../../keycloak/stored.ts';

const RealmProvider = Java.type('org.keycloak.models.RealmProvider');

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
    const stored = own.getProvider(RealmProvider.class, STORED).getRealm(id);
    return stored === null || isOutdated(stored) ? null : write(own, requireRealm(own));
  });
}
