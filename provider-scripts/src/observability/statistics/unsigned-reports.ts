/** How many requests to report the fate of emails weren't signed in the last hour. */
import type { KeycloakSession } from 'keycloak';
import { currentTime } from '../../platform/engine/clock.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../metrics/slots.ts';
import { flushTallies } from './flush.ts';
import { UNSIGNED_REPORTS } from './names.ts';
import { readStatistics } from './rows.ts';

/** Current for this node, up to the last flush for others. */
export function unsignedReports(session: KeycloakSession): number {
  flushTallies(session);
  const now = currentTime();
  const hour = { from: slotOf(now - HOUR_SECONDS), now, step: HOUR_SECONDS };
  return readStatistics(session, realmIdOf(session), SLOT_SECONDS, hour)
    .filter(({ name }) => name.startsWith(UNSIGNED_REPORTS))
    .reduce((total, { amount }) => total + amount, 0);
}
