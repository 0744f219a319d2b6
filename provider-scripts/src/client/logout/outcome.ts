/** What an attempt to notify a client says about the next one. */

/** How long an attempt may take, from connecting to the response's headers. */
export const ATTEMPT_MILLIS = 4000;

/** How long after a failed attempt the second one begins. */
export const PAUSE_MILLIS = 1000;

/** How long after the end of the session the last attempt ends, time in the queue included: logout tokens are valid for two minutes. */
export const TOTAL_MILLIS = 10_000;

const MAX_ATTEMPTS = 2;

/** Less time than this isn't worth an attempt. */
const MIN_ATTEMPT_MILLIS = 250;

/**
 * `delivered`: the client accepted it; `rejected`: it responded otherwise, and would do so again; `failed`: it responded that it can't, or
 * can't be reached; `late`: there was no response in time.
 */
export type LogoutOutcome = 'delivered' | 'rejected' | 'failed' | 'late';

/**
 * The outcome of an attempt that took so many milliseconds: `result` is the response's status, or the name of what prevented one; `redirects`
 * says whether a redirect accepts it.
 */
export function outcomeOf(
  result: string,
  millis: number,
  allowedMillis: number,
  redirects = false,
): LogoutOutcome {
  if (!/^\d+$/.test(result)) return millis >= allowedMillis ? 'late' : 'failed';
  const status = Number(result);
  if (status >= 200 && status < (redirects ? 400 : 300)) return 'delivered';
  // Anything else is the client's decision (OpenID Connect Back-Channel Logout 1.0, section 2.8), or a redirect, which is not followed.
  return status >= 500 || status === 429 || status === 408 ? 'failed' : 'rejected';
}

/** How long an attempt may take that begins so many milliseconds after the end of the session; 0 if it is too late for one. */
export function allowedFor(elapsedMillis: number): number {
  const left = Math.min(ATTEMPT_MILLIS, TOTAL_MILLIS - elapsedMillis);
  return left < MIN_ATTEMPT_MILLIS ? 0 : left;
}

/** Whether another attempt follows, after a pause, when the last of `attempts` ended so many milliseconds after the end of the session. */
export function isRetried(outcome: LogoutOutcome, attempts: number, elapsedMillis: number): boolean {
  if (outcome === 'delivered' || outcome === 'rejected' || attempts >= MAX_ATTEMPTS) return false;
  return allowedFor(elapsedMillis + PAUSE_MILLIS) > 0;
}
