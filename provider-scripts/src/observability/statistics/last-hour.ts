/** What the session's realm has counted in the last hour: current for this node, up to the last flush for others. */
import type { KeycloakSession } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../metrics/slots.ts';
import { flushTallies } from './flush.ts';
import { type Counted, REJECTED_REPORTS, UNSIGNED_REPORTS } from './names.ts';
import { readStatistics } from './rows.ts';

/** The counts, each with several rows. */
export function countedInLastHour(session: KeycloakSession): readonly Counted[] {
  flushTallies(session);
  const now = currentTime();
  const hour = { from: slotOf(now - HOUR_SECONDS), now, step: HOUR_SECONDS };
  return readStatistics(session, realmIdOf(session), SLOT_SECONDS, hour);
}

export function sum(counted: readonly Counted[]): number {
  return counted.reduce((total, { amount }) => total + amount, 0);
}

/** How many requests to report the fate of emails weren't signed, and how many were too large. */
export function lostReports(session: KeycloakSession): { unsigned: number; rejected: number } {
  const counted = countedInLastHour(session);
  const of = (prefix: string) => sum(counted.filter(({ name }) => name.startsWith(prefix)));
  return { unsigned: of(UNSIGNED_REPORTS), rejected: of(REJECTED_REPORTS) };
}
