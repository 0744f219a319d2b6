/** The requests for emails of a realm in the week before, by its stored statistics. */
import type { KeycloakSession } from 'keycloak';
import { HOUR_SECONDS, slotOf } from '../../observability/metrics/slots.ts';
import { UNKNOWN_REQUESTED } from '../../observability/statistics/names.ts';
import { QUESTIONS } from '../../observability/statistics/questions.ts';
import { readStatistics } from '../../observability/statistics/rows.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { refreshedWithRealm } from '../../platform/session/cached-with-realm.ts';
import type { UsualRequests } from './suspicion.ts';

const WEEK_SECONDS = 7 * SECONDS_PER_DAY;
const NONE: UsualRequests = { all: 0, unknown: 0 };

/** Returns the requests of the week before this hour; read anew at most once an hour on each node. */
export function usualRequests(session: KeycloakSession): UsualRequests {
  const realm = requireRealm(session);
  const cached = { name: 'usual requests', seconds: HOUR_SECONDS, fallback: NONE } as const;
  return refreshedWithRealm(realm, cached, () => {
    const end = slotOf(currentTime(), HOUR_SECONDS);
    const week = { from: end - WEEK_SECONDS, now: end - 1 };
    const counted = inOwnTransaction(session, (own) =>
      readStatistics(own, realm.getId(), QUESTIONS.usual.week, week),
    );
    const sumOf = (name: string) =>
      counted.reduce((sum, one) => (one.name === name ? sum + one.amount : sum), 0);
    return { all: sumOf('links_requested'), unknown: sumOf(UNKNOWN_REQUESTED) };
  });
}
