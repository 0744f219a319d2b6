/** How many link emails of a realm recently failed. */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../keycloak/realm.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../metrics/slots.ts';
import { flushTallies } from './flush.ts';
import { readStatistics } from './rows.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** Failures of the last hour: current for this node, up to the last flush for others. */
export function failedEmails(session: KeycloakSession): number {
  flushTallies(session);
  const now = Time.currentTime();
  const from = slotOf(now - HOUR_SECONDS);
  const counted = readStatistics(session, requireRealm(session).getId(), SLOT_SECONDS, {
    from,
    now,
    step: HOUR_SECONDS,
  });
  return counted
    .filter(({ name }) => name.startsWith('emails_failed.'))
    .reduce((sum, { amount }) => sum + amount, 0);
}
