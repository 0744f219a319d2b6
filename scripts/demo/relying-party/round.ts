/**
 * Counts how often an authorization request was restarted because its response's `state` wasn't known here. The count travels in
 * the `state`: a browser that keeps no cookies would loop forever, and there is no other place to notice it.
 */
import { randomState } from 'openid-client';

const MOST_ROUNDS = 3;

/** A `state` that nobody can guess; 0 is the first request. */
export function randomRoundState(round: number): string {
  return round === 0 ? randomState() : `again-${round}.${randomState()}`;
}

/** 0 for whatever `randomRoundState` didn't make, too. */
export function roundOf(state: string | null): number {
  return Number(/^again-(\d)\./.exec(state ?? '')?.[1] ?? 0);
}

export function mayBeginAgain(state: string | null): boolean {
  return roundOf(state) < MOST_ROUNDS;
}
