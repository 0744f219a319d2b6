/** Everything that an address or a network counts under in the database, as administrators look it up. */
import type { KeycloakSession } from 'keycloak';
import { callerKey } from './addresses.ts';
import { policiesOf } from './count.ts';
import { type CallerLimit, LIMITS_OF } from './limits-of-callers.ts';
import { FIXED } from './policies.ts';
import type { Demand } from './rows.ts';

/** Of an address, normalised. */
export function demandsOfEmail(session: KeycloakSession, email: string): Demand[] {
  return demandsFor(session, LIMITS_OF.email, email);
}

/** Of an IP address, which counts as itself or as its /64. */
export function demandsOfNetwork(session: KeycloakSession, address: string): Demand[] {
  return demandsFor(session, LIMITS_OF.ip, networkOf(address));
}

/** What an IP address or an IPv6 /64 is counted as. */
export function networkOf(address: string): string {
  return callerKey(address.replace(/\/64$/, ''));
}

function demandsFor(session: KeycloakSession, limits: readonly CallerLimit[], caller: string): Demand[] {
  const { rates } = policiesOf(session);
  return limits.map((policy) => ({
    policy,
    caller,
    rate: policy === 'link-email' || policy === 'link-ip' ? rates[policy] : FIXED[policy],
  }));
}
