/** Everything that an address or a network counts under in the database, as administrators look it up. */
import type { KeycloakSession } from 'keycloak';
import { LIMITS_OF } from '../limits/limits.ts';
import { callerKey } from './addresses.ts';
import { demandOf } from './count.ts';
import type { Demand } from './rows.ts';

/** Of an address, normalised. */
export function demandsOfEmail(session: KeycloakSession, email: string): Demand[] {
  return LIMITS_OF.email.map((policy) => demandOf(session, policy, email));
}

/** Of an IP address, which counts as itself or as its /64. */
export function demandsOfNetwork(session: KeycloakSession, address: string): Demand[] {
  const network = networkOf(address);
  return LIMITS_OF.ip.map((policy) => demandOf(session, policy, network));
}

/** What an IP address or an IPv6 /64 is counted as. */
export function networkOf(address: string): string {
  return callerKey(address.replace(/\/64$/, ''));
}
