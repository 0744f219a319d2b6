/** Tries a comparison code that was typed for a link. The first attempt decides, and each attempt is counted before it is checked. */
import type { KeycloakSession } from 'keycloak';
import type { CrossDevice, LinkRow } from '../../links/magic-link/link.ts';
import { emit } from '../../observability/events/emit.ts';
import { count } from '../../observability/metrics/count.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import { warnOfBrake } from '../../realm/limits/brake.ts';
import { limitStatusUnder, releaseWithin, reserveWithin } from '../../realm/limits/rows.ts';
import { comparisonCodeOf } from './comparison-code.ts';
import { comparisonCodeLimits } from './limits.ts';
import { approveOrEnd } from './rows.ts';

/** Approved; ended by a wrong code; already decided; or rejected because of too many wrong codes. */
export type TriedComparisonCode = 'approved' | 'wrong' | 'late' | 'limited';

/** Tries a comparison code for a link whose cross-device sign-in is open, at `now` (Unix seconds). */
export function tryComparisonCode(
  session: KeycloakSession,
  row: LinkRow,
  crossDevice: CrossDevice,
  code: string,
  now: number,
): TriedComparisonCode {
  const right = code === comparisonCodeOf(session, crossDevice.key);
  const limitKeys = comparisonCodeLimits(session, row);
  // One transaction, so that exactly the attempts that count are stored.
  const { outcome, isLastOfRealm } = inRetriedTransaction(session, (own) => {
    const reservation = reserveWithin(own, limitKeys);
    if (!reservation.granted) return { outcome: 'limited' as const, isLastOfRealm: false };
    const decided = approveOrEnd(own, row, right, now);
    if (right || !decided) releaseWithin(own, limitKeys, reservation.at);
    const wrong = decided && !right;
    const isLastOfRealm = wrong && limitStatusUnder(reservation, 'comparison-code-realm')?.remaining === 0;
    return {
      outcome: decided ? (wrong ? ('wrong' as const) : ('approved' as const)) : ('late' as const),
      isLastOfRealm,
    };
  });
  if (isLastOfRealm) warnOfBrake(session, 'comparison-code-realm');
  report(session, row, outcome);
  return outcome;
}

/** Counts the outcome and emits its event. */
function report(session: KeycloakSession, row: LinkRow, outcome: TriedComparisonCode): void {
  if (outcome === 'approved') {
    count(session, 'crossDevice', 'approved');
    emit(session, 'cross_device_approved', { userId: row.userId });
  } else {
    if (outcome === 'wrong') count(session, 'crossDevice', 'wrong');
    const error = outcome === 'limited' ? 'too_many_requests' : 'invalid_code';
    emit(session, 'cross_device_rejected', { userId: row.userId, error, reason: outcome });
  }
}
