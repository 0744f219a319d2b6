/** What this node has seen of who requests emails: counted in memory, in one call into the host. */
import type { KeycloakSession } from 'keycloak';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { neighbourhoodOf } from '../../platform/limits/addresses.ts';
import type { LimitName } from '../../platform/limits/limits.ts';
import type { LimitKey } from './rows.ts';
import type { Seen } from './seen.ts';

const Sightings = Java.type('org.linkgate.host.Sightings');

/** What this node has seen, and under which limit. */
export interface Sighting extends Seen {
  /** The limit by IP; null for a caller that is exempt. */
  byIp: LimitKey | null;
}

/**
 * Counts a request for an email.
 *
 * @param limitKeys the limits that it counts under; the first one by address is of what was typed
 * @param byStranger whether a stranger typed it: other requests count for their caller only
 */
export function see(session: KeycloakSession, limitKeys: readonly LimitKey[], byStranger: boolean): Sighting {
  const keyOf = (name: LimitName) => limitKeys.find((one) => one.name === name) ?? null;
  const byIp = keyOf('link-ip');
  const caller = byIp?.caller ?? '';
  const counted = Sightings.see(
    realmIdOf(session),
    caller,
    caller === '' ? '' : neighbourhoodOf(caller),
    byStranger ? (keyOf('link-email')?.caller ?? '') : '',
    byIp?.value.seconds ?? 1,
  );
  return {
    ofCaller: Number(counted[0]),
    ofNetwork: Number(counted[1]),
    networksOfTyped: Number(counted[2]),
    ofRealm: Number(counted[3]),
    ofUnknown: Number(counted[4]),
    byIp,
  };
}

/** Counts that a request was for an unknown account. */
export function seeUnknown(session: KeycloakSession): void {
  Sightings.seeUnknown(realmIdOf(session));
}

/** The limit by IP if it is worth checking before an address is looked up: once this node has seen enough requests from that IP to use it up. Before that, the check would cost each request one more statement. */
export function likelyExceededLimit({ byIp, ofCaller }: Sighting): LimitKey | null {
  return byIp !== null && ofCaller > byIp.value.count ? byIp : null;
}
