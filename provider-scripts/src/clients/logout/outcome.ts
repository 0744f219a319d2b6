/** Classifies an attempt to notify a client of a logout, and decides whether to retry. */

/** How long an attempt may take, from connecting to the response's headers. */
export const ATTEMPT_TIMEOUT_MILLIS = 4000;

/** The pause between a failed attempt and its retry. */
export const RETRY_DELAY_MILLIS = 1000;

/** The latest end of the last attempt after the session ended, including time in the queue: logout tokens are valid for two minutes. */
export const DELIVERY_DEADLINE_MILLIS = 10_000;

const MAX_ATTEMPTS = 2;

/** The shortest time that is worth an attempt. */
const MIN_ATTEMPT_MILLIS = 250;

/**
 * `delivered`: the client accepted it; `rejected`: it gave a final other response; `failed`: it reported a temporary failure, or can't be
 * reached; `late`: there was no response in time.
 */
export type LogoutOutcome = 'delivered' | 'rejected' | 'failed' | 'late';

/**
 * Returns the outcome of an attempt that took `millis`. `result` is the response's status, or the name of the failure; `redirects` says whether
 * a redirect counts as accepted.
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

/** Returns the timeout of an attempt that starts `elapsedMillis` after the session ended; 0 if it is too late for one. */
export function timeoutFor(elapsedMillis: number): number {
  const left = Math.min(ATTEMPT_TIMEOUT_MILLIS, DELIVERY_DEADLINE_MILLIS - elapsedMillis);
  return left < MIN_ATTEMPT_MILLIS ? 0 : left;
}

/** Whether to retry, after a pause, if the last of `attempts` ended `elapsedMillis` after the session. */
export function shouldRetry(outcome: LogoutOutcome, attempts: number, elapsedMillis: number): boolean {
  if (outcome === 'delivered' || outcome === 'rejected' || attempts >= MAX_ATTEMPTS) return false;
  return timeoutFor(elapsedMillis + RETRY_DELAY_MILLIS) > 0;
}
