/**
 * The rule by which what keeps failing rests: a service that failed several times within a while isn't called for another while, then one call
 * probes it. `node-breaker.ts` applies it to what a node knows.
 */

/** When a service rests, in milliseconds. */
export interface BreakerRule {
  /** So many failures … */
  readonly failures: number;
  /** … within this time let it rest … */
  readonly withinMillis: number;
  /** … for this time. */
  readonly restMillis: number;
  /** How long a probe is waited for before another call may probe. */
  readonly probeMillis: number;
}

/** What is known of a service; times are a monotonic clock's, in milliseconds. */
export interface BreakerState {
  /** When it failed since it last worked, the latest last; at most as many as the rule counts. */
  readonly failedAt: readonly number[];
  /** Until when it rests; null if it doesn't. */
  readonly restsUntil: number | null;
  /** Until when a probe is waited for; null if there is none. */
  readonly probedUntil: number | null;
}

/** A service that works, or of which nothing is known. */
export const WORKING: BreakerState = { failedAt: [], restsUntil: null, probedUntil: null };

/** Whether it rests, a probe's time included. */
export function isResting({ restsUntil }: BreakerState): boolean {
  return restsUntil !== null;
}

/** Whether it rests at a time, so that no call is let through; afterwards one probes it. */
export function restsAt({ restsUntil }: BreakerState, now: number): boolean {
  return restsUntil !== null && now < restsUntil;
}

/** What is known once a call has been let through at `now`; null if it isn't let through. After a rest, one is: the probe. */
export function stateOnCall(state: BreakerState, now: number, rule: BreakerRule): BreakerState | null {
  const { restsUntil, probedUntil } = state;
  if (restsUntil === null) return state;
  if (now < restsUntil || (probedUntil !== null && now < probedUntil)) return null;
  return { ...state, probedUntil: now + rule.probeMillis };
}

/** What is known once a call has ended at `now`. A call that began before the rest prolongs it only if it probes. */
export function stateOnEnd(
  state: BreakerState,
  worked: boolean,
  now: number,
  rule: BreakerRule,
): BreakerState {
  if (worked) return WORKING;
  const failedAt = [...state.failedAt, now].slice(-rule.failures);
  if (state.restsUntil !== null && state.probedUntil === null) return { ...state, failedAt };
  const isOften = failedAt.length === rule.failures && now - (failedAt[0] as number) <= rule.withinMillis;
  return isOften || state.restsUntil !== null
    ? { failedAt, restsUntil: now + rule.restMillis, probedUntil: null }
    : { ...state, failedAt };
}
