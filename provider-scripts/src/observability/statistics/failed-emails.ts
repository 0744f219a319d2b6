/** How many link emails of a realm recently failed, and why most emails did. */
import type { KeycloakSession } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import type { SendCause } from '../../platform/errors/catalogue/findings.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../metrics/slots.ts';
import { flushTallies } from './flush.ts';
import { type Counted, FAILED_EMAILS_BY_CAUSE } from './names.ts';
import { readStatistics } from './rows.ts';

/** Failures of the last hour: current for this node, up to the last flush for others. The cause is that of most; null if none was counted. */
export function failedEmails(session: KeycloakSession): { count: number; cause: SendCause | null } {
  flushTallies(session);
  const now = currentTime();
  const from = slotOf(now - HOUR_SECONDS);
  const counted = readStatistics(session, realmIdOf(session), SLOT_SECONDS, {
    from,
    now,
    step: HOUR_SECONDS,
  });
  return {
    count: sum(counted.filter(({ name }) => name.startsWith('emails_failed.'))),
    cause: mostOf(counted),
  };
}

function sum(counted: readonly Counted[]): number {
  return counted.reduce((total, { amount }) => total + amount, 0);
}

/** The most frequent cause; a step has a row of its own for each. */
function mostOf(counted: readonly Counted[]): SendCause | null {
  const byCause = counted.filter(({ name }) => name.startsWith(FAILED_EMAILS_BY_CAUSE));
  const amountOf = (name: string) => sum(byCause.filter((one) => one.name === name));
  const [most] = byCause.map(({ name }) => name).sort((one, other) => amountOf(other) - amountOf(one));
  return most === undefined ? null : (most.slice(FAILED_EMAILS_BY_CAUSE.length) as SendCause);
}
