/** Changes of the realm's attributes that name the version that the administrator saw. */
import type { KeycloakSession, RealmModel } from 'keycloak';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { realmIdOf, requireRealm } from '../../platform/keycloak/realm.ts';
import { lockRealm } from '../../platform/keycloak/stored.ts';

/**
 * Compares and writes in one transaction, which locks the realm's row first.
 *
 * @param isOutdated whether the realm has changed since the caller saw it
 * @param write gets the realm to write to, and the realm as it is stored
 * @returns the result of `write`; null if the realm has changed
 */
export function changeRealm<T>(
  session: KeycloakSession,
  isOutdated: (stored: RealmModel) => boolean,
  write: (own: KeycloakSession, realm: RealmModel, stored: RealmModel) => T,
): T | null {
  return inOwnTransaction(session, (own) => {
    const stored = lockRealm(own, realmIdOf(session));
    return stored === null || isOutdated(stored) ? null : write(own, requireRealm(own), stored);
  });
}
