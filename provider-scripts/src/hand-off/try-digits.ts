/** Tries digits that were typed for a link: the first ones decide, and each attempt is counted before it is checked. */
import type { KeycloakSession } from 'keycloak';
import { inRepeatedTransaction } from '../database/sql.ts';
import { emit } from '../events/emit.ts';
import { requireRealm } from '../keycloak/base-url.ts';
import type { HandOff, LinkRow } from '../magic-link/link.ts';
import { count } from '../metrics/count.ts';
import { warnOfBrake } from '../rate-limit/brake.ts';
import { releaseWithin, reserveWithin } from '../rate-limit/rows.ts';
import { digitsOf } from './digits.ts';
import { digitDemands } from './limits.ts';
import { decide } from './rows.ts';

/** Handed over, ended, already decided, or no longer asked because of too many wrong digits. */
export type TriedDigits = 'handed' | 'wrong' | 'late' | 'limited';

/** Tries three digits for a link whose hand-off is open, at `now` (Unix seconds). */
export function tryDigits(
  session: KeycloakSession,
  row: LinkRow,
  handOff: HandOff,
  digits: string,
  now: number,
): TriedDigits {
  const right = digits === digitsOf(session, handOff.key);
  const demands = digitDemands(session, row);
  const realmId = requireRealm(session).getId();
  // One transaction: nothing that counts is lost, and nothing that doesn't count is kept.
  const { outcome, isLastOfRealm } = inRepeatedTransaction(session, (own) => {
    const { granted, standings, at } = reserveWithin(own, demands);
    if (!granted) return { outcome: 'limited' as const, isLastOfRealm: false };
    const decided = decide(own, realmId, row, right, now);
    if (right || !decided) releaseWithin(own, demands, at);
    const wrong = decided && !right;
    const ofRealm = standings.filter((_, index) => demands[index]?.policy === 'hand-off-realm');
    const isLastOfRealm = wrong && ofRealm.some(({ remaining }) => remaining === 0);
    return {
      outcome: decided ? (wrong ? ('wrong' as const) : ('handed' as const)) : ('late' as const),
      isLastOfRealm,
    };
  });
  if (isLastOfRealm) warnOfBrake(session, 'hand-off-realm');
  report(session, row, outcome);
  return outcome;
}

/** Counts it and emits its event. */
function report(session: KeycloakSession, row: LinkRow, outcome: TriedDigits): void {
  if (outcome === 'handed') {
    count(session, 'handOff', 'handed');
    emit(session, 'handed_over', { userId: row.userId });
  } else {
    if (outcome === 'wrong') count(session, 'handOff', 'wrong');
    const error = outcome === 'limited' ? 'too_many_requests' : 'invalid_code';
    emit(session, 'hand_off_refused', { userId: row.userId, error, reason: outcome });
  }
}
