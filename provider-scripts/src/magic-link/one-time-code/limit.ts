/** How often codes may be tried, for one address and from one IP, whatever links they belong to (contract, section 2.9). */
import type { KeycloakSession } from 'keycloak';
import { demandOf, guessDemands } from '../../rate-limit/count.ts';
import { type Demand, release, reserveWithin } from '../../rate-limit/rows.ts';

/** What an attempt for an address (normalised) is counted under. */
export function tryDemands(session: KeycloakSession, email: string): Demand[] {
  return [demandOf(session, 'link-code', email), ...guessDemands(session, 'link-code-ip')];
}

/** Counts an attempt, in a retried transaction: returns what takes it back, or null if it is one too many. */
export function countTry(own: KeycloakSession, demands: readonly Demand[]): number | null {
  const { granted, at } = reserveWithin(own, demands);
  return granted ? at : null;
}

/** Takes back an attempt whose code was right. */
export function uncountTry(session: KeycloakSession, demands: readonly Demand[], at: number): void {
  release(session, demands, at);
}
