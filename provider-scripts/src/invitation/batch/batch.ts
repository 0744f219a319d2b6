/** A list of users to invite: it is validated first, sent when somebody starts it, and can be stopped and resumed. */

/** What can become of one. */
export type BatchState = 'checked' | 'running' | 'stopped' | 'done';

/** A list as the database has it; its lines are invitations. */
export interface BatchRow {
  id: string;
  state: BatchState;
  /** All lines, and those that aren't good, of which there is no invitation. */
  lines: number;
  wrong: number;
  /** Emails that weren't sent, one after the other. */
  failures: number;
  /** Unix seconds. */
  createdAt: number;
}

/** After this many emails in a row that weren't sent, the addresses aren't to blame: the list stops by itself. */
export const MAX_FAILURES = 5;

/** Whoever sends a list has this long for each email before somebody else may resume the list. */
export const LEASE_SECONDS = 60;

/** How long a list waits when the emails of sign-ins leave it no turn. */
export const BUSY_SECONDS = 30;
