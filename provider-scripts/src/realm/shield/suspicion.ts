/** Why the shield suspects a request for an email: by signals that don't depend on whether an account exists. */
import { SUSPICIONS, type Suspicion } from '../../platform/limits/suspicions.ts';
import type { Seen } from '../limits/seen.ts';

/** From how many networks one address or name is given within an hour by nobody but a script that floods it. */
export const MANY_NETWORKS = 5;

/** Of how few requests for unknown accounts within an hour nothing follows. */
export const FEW_UNKNOWN = 50;

/** By how much the odds of an unknown account exceed the week's, if that is far above them. */
const FAR_ABOVE = 4;

/** How many requests the week's odds count as one to one besides what was counted, so that a new realm has some. */
const ASSUMED_REQUESTS = 20;

/** The requests of a realm in a week. */
export interface UsualRequests {
  all: number;
  unknown: number;
}

/**
 * Returns the reasons to suspect a request, in the order of the table.
 *
 * @param limit the limit by IP; null for a caller that is exempt from it
 * @param usual of the week before; called only if there are more than a few unknown ones now
 */
export function suspicionsOf(seen: Seen, limit: number | null, usual: () => UsualRequests): Suspicion[] {
  const half = limit === null ? Number.POSITIVE_INFINITY : limit / 2;
  const holds: Readonly<Record<Suspicion, boolean>> = {
    ip: seen.ofCaller > half,
    network: seen.ofNetwork > half,
    address: seen.networksOfTyped >= MANY_NETWORKS,
    realm: seen.ofUnknown >= FEW_UNKNOWN && isFarAbove(seen, usual()),
  };
  return SUSPICIONS.filter((one) => holds[one]);
}

function isFarAbove({ ofUnknown, ofRealm }: Seen, { all, unknown }: UsualRequests): boolean {
  const assumed = ASSUMED_REQUESTS / 2;
  const usualOdds = (Math.max(0, unknown) + assumed) / (Math.max(0, all - unknown) + assumed);
  // The one that is judged isn't known yet.
  return ofUnknown >= FAR_ABOVE * usualOdds * Math.max(0, ofRealm - 1 - ofUnknown);
}
