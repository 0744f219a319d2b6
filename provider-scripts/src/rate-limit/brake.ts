/**
 * The brakes on guessing: after so many wrong guesses in a realm, from wherever and for whomever, none is checked until they are long enough ago
 * (contract, section 8.2). Nobody is locked out: links work on.
 */
import type { KeycloakSession } from 'keycloak';
import { log } from '../engine/log.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { type Brake, fixedRate } from '../limits/limits.ts';
import { count } from '../metrics/count.ts';
import type { LimitStatus } from './limit-status.ts';
import { type LimitKey, limitStatusesWithin, reserveWithin } from './rows.ts';

/** What a guess counts under in its realm. */
export function brakeLimit(policy: Brake): LimitKey {
  return { policy, caller: '', rate: fixedRate(policy) };
}

/** Where the realm stands if it checks no guesses for now; null otherwise. Locks nothing, so that right ones wait for nobody. */
export function braked(own: KeycloakSession, policy: Brake): LimitStatus | null {
  return limitStatusesWithin(own, [brakeLimit(policy)]).find(({ granted }) => !granted) ?? null;
}

/** Counts a wrong guess, last in a retried transaction: whoever counts another one waits until it ends. */
export function countWrongGuess(own: KeycloakSession, policy: Brake): void {
  const { statuses } = reserveWithin(own, [brakeLimit(policy)]);
  if (statuses.every(({ granted, remaining }) => granted && remaining === 0)) warnOfBrake(own, policy);
}

/** The realm's operators should know: this many wrong guesses aren't typos. */
export function warnOfBrake(session: KeycloakSession, policy: Brake): void {
  count(session, 'guessingPaused', policy);
  const { count: wrong, seconds } = fixedRate(policy);
  log.warn(
    `realm "${requireRealm(session).getName()}": guesses are no longer checked for now (${policy}): ${wrong} wrong ones within ${seconds} seconds`,
  );
}
