/** Commits a request's transaction early. */
import type { KeycloakSession } from 'keycloak';

const Transactions = Java.type('org.linkgate.host.Transactions');

/**
 * Commits unless the transaction is over or will be rolled back. Keycloak commits only once the response is complete; a failure then
 * can't always be answered any more.
 */
export function commitIfOpen(session: KeycloakSession): void {
  Transactions.commitIfOpen(session);
}
