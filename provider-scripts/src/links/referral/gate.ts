/** The sign-up gate: checks referral codes while sign-up is closed, when a link is requested and again when it is used. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { brakeStatus, countWrongGuess } from '../../realm/limits/brake.ts';
import type { LimitStatus } from '../../realm/limits/limit-status.ts';
import { type LimitKey, releaseWithin, reserveWithin } from '../../realm/limits/rows.ts';
import { findReferral, spendReferral } from './rows.ts';
import { isReferralValid } from './valid.ts';

/** Why sign-up is rejected: a problem, or too many guesses from the caller's network or in the realm. */
export type SignUpRejection = { wrong: Problem } | { exceeded: readonly LimitStatus[] };

/**
 * Checks a request for an address without an account, in a retried transaction; null if it may continue. A code is counted under `guesses`
 * before it is checked, and released if it is valid.
 */
export function checkSignUp(
  own: KeycloakSession,
  settings: Settings,
  client: ClientModel,
  key: string | undefined,
  guesses: readonly LimitKey[],
  now: number,
): SignUpRejection | null {
  if (settings.signUp === 'open') return null;
  if (key === undefined) return { wrong: problem('referral_required') };
  const paused = brakeStatus(own, 'referral-realm');
  if (paused !== null) return { exceeded: [paused] };
  const counted = guesses.length === 0 ? null : reserveWithin(own, guesses);
  if (counted !== null && !counted.granted) return { exceeded: counted.statuses };
  const row = findReferral(own, key);
  if (!isReferralValid(row, client.getId(), now)) {
    countWrongGuess(own, 'referral-realm');
    return { wrong: problem('invalid_referral_code') };
  }
  if (counted !== null) releaseWithin(own, guesses, counted.at);
  return null;
}

/** A new account's admission: by a referral code, or null if sign-up is open. */
export interface Admission {
  referralId: string | null;
}

/** Admits a new account, and counts the use of its code, in the transaction that creates the account; null if it isn't allowed. */
export function admit(
  own: KeycloakSession,
  settings: Settings,
  { key, clientUuid }: { key: string | undefined; clientUuid: string },
  now: number,
): Admission | null {
  if (settings.signUp === 'open') return { referralId: null };
  const row = key === undefined ? null : findReferral(own, key);
  return isReferralValid(row, clientUuid, now) && spendReferral(own, row.id, now)
    ? { referralId: row.id }
    : null;
}
