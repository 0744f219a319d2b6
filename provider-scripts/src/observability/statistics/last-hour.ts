/** What the session's realm has counted of emails in the last hour: current for this node, up to the last flush for others. */
import type { KeycloakSession } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { HOUR_SECONDS, slotOf } from '../metrics/slots.ts';
import { flushTallies } from './flush.ts';
import { type Counted, REJECTED_REPORTS, UNSIGNED_REPORTS } from './names.ts';
import { QUESTIONS } from './questions.ts';
import { readStatistics } from './rows.ts';

export function emailsInLastHour(session: KeycloakSession): readonly Counted[] {
  flushTallies(session);
  const now = currentTime();
  const time = { from: slotOf(now - HOUR_SECONDS), now };
  return readStatistics(session, realmIdOf(session), QUESTIONS.emails.hour, time);
}

export function sum(counted: readonly Counted[]): number {
  return counted.reduce((total, { amount }) => total + amount, 0);
}

/** How many requests to report the fate of emails weren't signed, and how many were too large. */
export function lostReports(session: KeycloakSession): { unsigned: number; rejected: number } {
  const counted = emailsInLastHour(session);
  const of = (prefix: string) => sum(counted.filter(({ name }) => name.startsWith(prefix)));
  return { unsigned: of(UNSIGNED_REPORTS), rejected: of(REJECTED_REPORTS) };
}
