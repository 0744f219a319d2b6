/** How often codes may be tried for one address, whatever links they belong to (design, section 3). */
import type { KeycloakSession } from 'keycloak';
import { type Demand, release, reserveWithin } from '../../rate-limit/rows.ts';

/** Of all tries that were wrong. */
const CODE_TRIES_PER_ADDRESS = { count: 20, seconds: 86_400 } as const;

function demand(email: string): Demand {
  return { policy: 'link-code', caller: email, rate: CODE_TRIES_PER_ADDRESS };
}

/** Counts a try for an address (normalised), in a transaction that is repeated: what takes it back, or null when it is one too many. */
export function countTry(own: KeycloakSession, email: string): number | null {
  const { granted, at } = reserveWithin(own, [demand(email)]);
  return granted ? at : null;
}

/** Takes a try back whose code was right. */
export function uncountTry(session: KeycloakSession, email: string, at: number): void {
  release(session, [demand(email)], at);
}
