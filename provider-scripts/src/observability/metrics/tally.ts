/**
 * Counts for the administrators' overview of a realm, in the node's memory, so that a sign-in needs no statement for it. Each
 * node stores what it has counted (`statistics/flush.ts`).
 */
import type { KeycloakSession } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { slotOf } from './slots.ts';

const Tallies = Java.type('org.linkgate.host.Tallies');

/** Adds `amount`, which may be negative, to a statistic at an instant in Unix seconds (default: now). */
export function tally(session: KeycloakSession, name: string, amount = 1, at = currentTime()): void {
  Tallies.add(`${realmIdOf(session)} ${slotOf(at)} ${name}`, amount);
}
