/**
 * Counts how often an authorization request was restarted because its response's `state` wasn't known here. The count travels in
 * the `state`: a browser that stores no cookies would loop forever, and nothing else could detect that.
 */
import { randomState } from 'openid-client';

const MOST_ROUNDS = 3;

/** An unguessable `state`; round 0 is the first request. */
export function randomRoundState(round: number): string {
  return round === 0 ? randomState() : `again-${round}.${randomState()}`;
}

/** Also 0 for a `state` that `randomRoundState` didn't create. */
export function roundOf(state: string | null): number {
  return Number(/^again-(\d)\./.exec(state ?? '')?.[1] ?? 0);
}

export function mayBeginAgain(state: string | null): boolean {
  return roundOf(state) < MOST_ROUNDS;
}
