/** A list of users to invite: validated first, sent when an administrator starts it; can be stopped and resumed. */

/** The states of a list. */
export type BatchState = 'checked' | 'running' | 'stopped' | 'done';

/** A list as the database has it; its lines are invitations. */
export interface BatchRow {
  id: string;
  state: BatchState;
  /** All lines, and the invalid ones, which have no invitation. */
  lines: number;
  wrong: number;
  /** Consecutive emails that weren't sent. */
  failures: number;
  /** Unix seconds. */
  createdAt: number;
}

/** After this many consecutive failures the list stops, since the addresses aren't to blame. */
export const MAX_FAILURES = 5;

/** How long a runner has for each email before another may resume the list. */
export const LEASE_SECONDS = 60;

/** How long a list pauses while sign-in emails fill the queue. */
export const BUSY_SECONDS = 30;
