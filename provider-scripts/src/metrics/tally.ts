/**
 * Counts what happens in a realm for the administrators' overview, in the node's memory: no statement of a sign-in's own. Each node writes
 * down what it has counted (`statistics/flush.ts`).
 */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../keycloak/realm.ts';
import { slotOf } from './slots.ts';

const Tallies = Java.type('org.linkgate.host.Tallies');
const Time = Java.type('org.keycloak.common.util.Time');

/** Counts `amount` more (fewer, where it is negative) of a statistic, at an instant in Unix seconds: now, unless it is another. */
export function tally(session: KeycloakSession, name: string, amount = 1, at = Time.currentTime()): void {
  Tallies.add(`${requireRealm(session).getId()} ${slotOf(at)} ${name}`, amount);
}
