/**
 * Brakes on guessing: after too many wrong guesses in a realm, across callers and accounts, no guess is checked until the wrong ones have left the
 * window (contract, section 8.2). No user is locked out: links still work.
 */
import type { KeycloakSession } from 'keycloak';
import { count } from '../../observability/metrics/count.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { type Brake, fixedValue } from '../../platform/limits/limits.ts';
import type { LimitStatus } from './limit-status.ts';
import { type LimitKey, limitStatusesWithin, lockCalls, reserveWithin } from './rows.ts';

/** Returns the realm's limit for wrong guesses. */
export function brakeLimit(name: Brake): LimitKey {
  return { name, caller: '', value: fixedValue(name) };
}

/** Returns the realm's status if guessing is paused; null otherwise. Takes no locks, so that correct guesses don't wait. */
export function brakeStatus(own: KeycloakSession, name: Brake): LimitStatus | null {
  return limitStatusesWithin(own, [brakeLimit(name)]).find(({ granted }) => !granted) ?? null;
}

/** Counts a wrong guess. Call it last in a retried transaction: the next wrong guess waits until the transaction ends. */
export function countWrongGuess(own: KeycloakSession, name: Brake): void {
  const { statuses } = reserveWithin(own, [brakeLimit(name)]);
  if (statuses.every(({ granted, remaining }) => granted && remaining === 0)) warnOfBrake(own, name);
}

/**
 * The realm's wrong guesses at short codes that have no link beside them. They reject no code, and are fewer than the limit, as too many of them
 * make new codes longer.
 */
const SHORT_GUESSES: LimitKey = { ...brakeLimit('one-time-code-realm'), caller: 'short' };

/** Returns how many of them count, none of which is added before the transaction ends; needs a retried one. */
export function lockShortGuesses(own: KeycloakSession): number {
  return lockCalls(own, SHORT_GUESSES);
}

/** Counts one, last in a retried transaction. */
export function countShortGuess(own: KeycloakSession): void {
  reserveWithin(own, [SHORT_GUESSES]);
}

/** Warns the realm's operators: this many wrong guesses aren't typos. */
export function warnOfBrake(session: KeycloakSession, name: Brake): void {
  count(session, 'guessingPaused', name);
  const { count: wrong, seconds } = fixedValue(name);
  log.warn(
    `realm "${requireRealm(session).getName()}": guesses are no longer checked for now (${name}): ${wrong} wrong ones within ${seconds} seconds`,
  );
}
