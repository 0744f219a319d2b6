/** How many link emails of a realm didn't leave of late. */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../keycloak/realm.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../metrics/slots.ts';
import { flushTallies } from './flush.ts';
import { readStatistics } from './rows.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** In the last hour: on this node until now, on the others until lately. */
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
