/**
 * Brakes on guessing: after too many wrong guesses in a realm, across callers and accounts, no guess is checked until the wrong ones have left the
 * window (contract, section 8.2). No user is locked out: links still work.
 */
import type { KeycloakSession } from 'keycloak';
import { count } from '../../observability/metrics/count.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { type Brake, fixedRate } from '../../platform/limits/limits.ts';
import type { LimitStatus } from './limit-status.ts';
import { type LimitKey, limitStatusesWithin, reserveWithin } from './rows.ts';

/** Returns the realm's limit for wrong guesses. */
export function brakeLimit(policy: Brake): LimitKey {
  return { policy, caller: '', rate: fixedRate(policy) };
}

/** Returns the realm's status if guessing is paused; null otherwise. Takes no locks, so that correct guesses don't wait. */
export function brakeStatus(own: KeycloakSession, policy: Brake): LimitStatus | null {
  return limitStatusesWithin(own, [brakeLimit(policy)]).find(({ granted }) => !granted) ?? null;
}

/** Counts a wrong guess. Call it last in a retried transaction: the next wrong guess waits until the transaction ends. */
export function countWrongGuess(own: KeycloakSession, policy: Brake): void {
  const { statuses } = reserveWithin(own, [brakeLimit(policy)]);
  if (statuses.every(({ granted, remaining }) => granted && remaining === 0)) warnOfBrake(own, policy);
}

/** Warns the realm's operators: this many wrong guesses aren't typos. */
export function warnOfBrake(session: KeycloakSession, policy: Brake): void {
  count(session, 'guessingPaused', policy);
  const { count: wrong, seconds } = fixedRate(policy);
  log.warn(
    `realm "${requireRealm(session).getName()}": guesses are no longer checked for now (${policy}): ${wrong} wrong ones within ${seconds} seconds`,
  );
}
