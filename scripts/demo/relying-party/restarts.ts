/**
 * Counts how often an authorization request was restarted because its response had an unknown `state`. The count is part of the
 * `state`, because a browser that stores no cookies would otherwise restart forever.
 */
import { randomState } from 'openid-client';

const MAX_RESTARTS = 3;

/** An unguessable `state` that contains the number of restarts so far. */
export function stateWithRestarts(restarts: number): string {
  return restarts === 0 ? randomState() : `again-${restarts}.${randomState()}`;
}

/** The number of restarts in a `state`; 0 if `stateWithRestarts` didn't create it. */
export function restartsOf(state: string | null): number {
  return Number(/^again-(\d)\./.exec(state ?? '')?.[1] ?? 0);
}

export function mayRestart(state: string | null): boolean {
  return restartsOf(state) < MAX_RESTARTS;
}
