/** All limits in the database under which an address or a network counts, for administrators. */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { callerKey } from '../../platform/limits/addresses.ts';
import { LIMITS_OF } from '../../platform/limits/limits.ts';
import { actingIn } from './acting.ts';
import { limitKeyOf } from './count.ts';
import type { LimitKey } from './rows.ts';

/** Returns the limits of an email address (normalised). */
export function limitKeysOfEmail(session: KeycloakSession, email: string): LimitKey[] {
  return actingIn(requireRealm(session), LIMITS_OF.email).map((name) => limitKeyOf(session, name, email));
}

/** Returns the limits of an IP address, which counts as itself or as its /64. */
export function limitKeysOfNetwork(session: KeycloakSession, address: string): LimitKey[] {
  const network = networkOf(address);
  return actingIn(requireRealm(session), LIMITS_OF.ip).map((name) => limitKeyOf(session, name, network));
}

/** Returns the key under which an IP address or an IPv6 /64 is counted. */
export function networkOf(address: string): string {
  return callerKey(address.replace(/\/64$/, ''));
}
