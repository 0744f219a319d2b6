/** A list of users to invite: validated first, sent when an administrator starts it; can be stopped and resumed. */

/** The states of a list. */
export type BatchState = 'checked' | 'running' | 'stopped' | 'done';

/** A list's database row; its lines are invitations. */
export interface BatchRow {
  id: string;
  state: BatchState;
  /** The number of all lines, and of invalid ones, which have no invitation. */
  lines: number;
  wrong: number;
  /** Consecutive emails that weren't sent. */
  failures: number;
  /** Unix seconds. */
  createdAt: number;
}

/** The list stops after this many consecutive failures: the addresses are then unlikely to be the cause. */
export const MAX_FAILURES = 5;

/** How long a runner may take per email before another runner may resume the list. */
export const LEASE_SECONDS = 60;

/** How long a list pauses while sign-in emails fill the queue. */
export const BUSY_SECONDS = 30;
