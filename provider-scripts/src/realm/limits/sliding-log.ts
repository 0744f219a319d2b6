/**
 * A sliding-window log: the exact instants of the calls in the last window, as one text in a database row. A call is one unit that a limit
 * counts: a request, an email, an attempt at a code.
 */
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import type { LimitValue } from '../../platform/limits/limits.ts';
import type { LimitStatus } from './limit-status.ts';

/** The base in which instants are written: a thousand of them must fit into a column. */
const BASE = 36;

/** The result of evaluating a call. */
export interface Evaluation {
  status: LimitStatus;
  /** The log with the call in it; if the call is rejected, the log as it was, without expired instants. */
  log: string;
}

/**
 * Evaluates a call at `now` (Unix milliseconds). It is granted if fewer than `value.count` calls lie in the window that ends now. A rejected call
 * isn't recorded, so it doesn't extend the wait.
 */
export function evaluateCall(log: string, value: LimitValue, now: number): Evaluation {
  const windowMillis = value.seconds * MILLIS_PER_SECOND;
  const calls = readLog(log).filter((at) => at > now - windowMillis);
  const granted = calls.length < value.count;
  if (granted) calls.push(now);
  calls.sort((a, b) => a - b);
  const remaining = Math.max(0, value.count - calls.length);
  // The call whose expiry sets `resetSeconds`. If the limit was lowered meanwhile, more than one call has to expire.
  const next = calls[remaining > 0 ? calls.length - 1 : calls.length - value.count] ?? now;
  const resetSeconds = Math.max(1, Math.ceil((next + windowMillis - now) / MILLIS_PER_SECOND));
  return { status: { limit: value.count, remaining, resetSeconds, granted }, log: writeLog(calls) };
}

/** Returns a log's status at `now` (Unix milliseconds) without another call; `resetSeconds` is 0 if no call counts. */
export function limitStatusIn(log: string, value: LimitValue, now: number): LimitStatus & { calls: number } {
  const windowMillis = value.seconds * MILLIS_PER_SECOND;
  const calls = inOrder(readLog(log).filter((at) => at > now - windowMillis));
  const remaining = Math.max(0, value.count - calls.length);
  const next = calls[remaining > 0 ? calls.length - 1 : calls.length - value.count];
  const resetSeconds =
    next === undefined ? 0 : Math.max(1, Math.ceil((next + windowMillis - now) / MILLIS_PER_SECOND));
  return { limit: value.count, remaining, resetSeconds, granted: remaining > 0, calls: calls.length };
}

/** Returns how many calls in a log another value would have rejected, had it been in force since the first one. */
export function rejectedUnder(log: string, value: LimitValue): number {
  const windowMillis = value.seconds * MILLIS_PER_SECOND;
  let granted: number[] = [];
  let rejected = 0;
  for (const at of inOrder(readLog(log))) {
    granted = granted.filter((before) => before > at - windowMillis);
    if (granted.length < value.count) granted.push(at);
    else rejected++;
  }
  return rejected;
}

function inOrder(calls: readonly number[]): number[] {
  return calls.slice().sort((a, b) => a - b);
}

/** Returns the log without one call at that instant. */
export function withoutCall(log: string, at: number): string {
  const calls = readLog(log);
  const index = calls.indexOf(at);
  return index < 0 ? log : writeLog(calls.filter((_, position) => position !== index));
}

function readLog(log: string): number[] {
  if (log === '') return [];
  return log.split(' ').map((text) => Number.parseInt(text, BASE));
}

function writeLog(calls: readonly number[]): string {
  return calls.map((at) => at.toString(BASE)).join(' ');
}
