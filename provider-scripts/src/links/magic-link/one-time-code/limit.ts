/** Limits attempts at one-time codes per address and per IP, across links (contract, section 2.9). */
import type { KeycloakSession } from 'keycloak';
import { guessLimits, limitKeyOf } from '../../../realm/rate-limit/count.ts';
import { type LimitKey, release, reserveWithin } from '../../../realm/rate-limit/rows.ts';

/** Returns the limits that an attempt for an address (normalised) counts under. */
export function tryLimits(session: KeycloakSession, email: string): LimitKey[] {
  return [limitKeyOf(session, 'one-time-code', email), ...guessLimits(session, 'one-time-code-ip')];
}

/** Counts an attempt, in a retried transaction. Returns the instant that `releaseTry` needs, or null if the limit is exceeded. */
export function countTry(own: KeycloakSession, limitKeys: readonly LimitKey[]): number | null {
  const { granted, at } = reserveWithin(own, limitKeys);
  return granted ? at : null;
}

/** Releases the count of an attempt whose code was correct. */
export function releaseTry(session: KeycloakSession, limitKeys: readonly LimitKey[], at: number): void {
  release(session, limitKeys, at);
}
