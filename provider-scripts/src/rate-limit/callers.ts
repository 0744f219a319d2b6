/** Everything that an address or a network counts under in the database, as administrators look it up. */
import type { KeycloakSession } from 'keycloak';
import { LIMITS_OF } from '../limits/limits.ts';
import { callerKey } from './addresses.ts';
import { limitKeyOf } from './count.ts';
import type { LimitKey } from './rows.ts';

/** Of an address, normalised. */
export function limitKeysOfEmail(session: KeycloakSession, email: string): LimitKey[] {
  return LIMITS_OF.email.map((policy) => limitKeyOf(session, policy, email));
}

/** Of an IP address, which counts as itself or as its /64. */
export function limitKeysOfNetwork(session: KeycloakSession, address: string): LimitKey[] {
  const network = networkOf(address);
  return LIMITS_OF.ip.map((policy) => limitKeyOf(session, policy, network));
}

/** What an IP address or an IPv6 /64 is counted as. */
export function networkOf(address: string): string {
  return callerKey(address.replace(/\/64$/, ''));
}
