/** How often codes may be tried, for one address and from one IP, whatever links they belong to (contract, section 2.9). */
import type { KeycloakSession } from 'keycloak';
import { guessLimits, limitKeyOf } from '../../rate-limit/count.ts';
import { type LimitKey, release, reserveWithin } from '../../rate-limit/rows.ts';

/** What an attempt for an address (normalised) is counted under. */
export function tryLimits(session: KeycloakSession, email: string): LimitKey[] {
  return [limitKeyOf(session, 'one-time-code', email), ...guessLimits(session, 'one-time-code-ip')];
}

/** Counts an attempt, in a retried transaction: returns what takes it back, or null if it is one too many. */
export function countTry(own: KeycloakSession, limitKeys: readonly LimitKey[]): number | null {
  const { granted, at } = reserveWithin(own, limitKeys);
  return granted ? at : null;
}

/** Takes back an attempt whose code was right. */
export function uncountTry(session: KeycloakSession, limitKeys: readonly LimitKey[], at: number): void {
  release(session, limitKeys, at);
}
