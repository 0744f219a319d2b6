/** Tries a typed one-time code. Each attempt is counted before it is checked, and the right code uses its link. */

import type { KeycloakSession } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { codeKey, spendTry } from '../../links/magic-link/one-time-code-rows.ts';
import { type Redeemed, type RedeemRules, redeemLink } from '../../links/magic-link/redeem.ts';
import { emit } from '../../observability/events/emit.ts';
import { inRetriedTransaction } from '../../platform/database/sql.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { brakeStatus, countShortGuess, countWrongGuess } from '../../realm/limits/brake.ts';
import { guessLimits, limitKeyOf } from '../../realm/limits/count.ts';
import { type LimitKey, release, reserveWithin } from '../../realm/limits/rows.ts';

/**
 * The account to sign in; why the link can't be used; the attempts left after a wrong code; or `limited`, if the address, the IP or the
 * realm has no attempts left, or for a code without a link the browser.
 */
export type TriedCode = Redeemed | { triesLeft: number } | 'limited';

/** Tries a one-time code for a link that can still be used, at `now` (Unix seconds). */
export function tryCode(
  session: KeycloakSession,
  row: LinkRow,
  code: string,
  settings: Settings,
  now: number,
  rules: RedeemRules = {},
): TriedCode {
  const { rejecting, lengthening } = limitsOf(session, row);
  // Committed separately: the attempt stays counted for its limits and the link even if the request rolls back.
  const counted = inRetriedTransaction(session, (own) => {
    if (!isAlone(row) && brakeStatus(own, 'one-time-code-realm') !== null) return null;
    const { granted, at } = reserveWithin(own, rejecting);
    if (!granted) return null;
    const tried = spendTry(own, row.jti);
    const isRight = tried !== null && tried.key === codeKey(row.jti, code);
    if (tried !== null && !isRight) {
      if (lengthening.length > 0) reserveWithin(own, lengthening);
      if (!isAlone(row)) countWrongGuess(own, 'one-time-code-realm');
      else if (row.request.code === 'alone') countShortGuess(own);
    }
    return { at, tried, isRight };
  });
  if (counted === null) {
    emitRejectedCode(
      session,
      row,
      'too_many_requests',
      isAlone(row)
        ? 'no attempts left for the browser'
        : 'no attempts left for the address, the IP or the realm',
    );
    return 'limited';
  }
  const { tried, isRight } = counted;
  if (tried === null || !isRight) {
    emitRejectedCode(session, row, 'invalid_code', tried === null ? 'no attempts left' : 'wrong');
    return { triesLeft: tried === null ? 0 : tried.left };
  }
  release(session, rejecting, counted.at);
  const redeemed = redeemLink(session, row, 'code', settings, now, rules);
  if ('rejection' in redeemed) emitRejectedCode(session, row, 'invalid_code', redeemed.rejection);
  return redeemed;
}

/** Whether the email has no link: then nobody else's wrong codes may keep its own from working. */
function isAlone({ request }: LinkRow): boolean {
  return request.code !== undefined;
}

/** The limits of an attempt: those that reject it, and those at which only new codes are longer. */
interface Limits {
  rejecting: LimitKey[];
  lengthening: LimitKey[];
}

/** Across links (contract, section 2.9). */
function limitsOf(session: KeycloakSession, row: LinkRow): Limits {
  const byNetwork = guessLimits(session, 'one-time-code-ip');
  if (!isAlone(row))
    return {
      rejecting: [limitKeyOf(session, 'one-time-code', row.email), ...byNetwork],
      lengthening: [],
    };
  const browser = row.request.requestedBy?.root ?? row.jti;
  return { rejecting: [limitKeyOf(session, 'one-time-code-browser', browser)], lengthening: byNetwork };
}

function emitRejectedCode(session: KeycloakSession, row: LinkRow, error: string, reason: string): void {
  emit(session, 'one_time_code_rejected', { userId: row.userId, error, reason });
}
