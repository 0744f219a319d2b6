/** A list of emails that is sent in the background, one after the other; it can be stopped and resumed. Its lines are its kind's own rows. */

import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';

/** What the lines are. */
export type BatchKindName = 'invitation' | 'link';

/** Only invitations have drafts: they are sent when an administrator starts them. */
export type BatchState = 'draft' | 'running' | 'stopped' | 'done';

/** Why a list isn't being sent although it was started: a limit, the mail queue, the realm's settings, or emails that weren't sent. */
export type Pause = 'limit' | 'queue' | 'settings' | 'failures';

/** A list's database row. */
export interface BatchRow {
  id: string;
  state: BatchState;
  /** The name of the file that it was read from, or null. */
  fileName: string | null;
  /** The administrator who created it, by name or username. */
  createdBy: string | null;
  /** The number of all lines, and of invalid ones, which have no row. */
  lines: number;
  wrong: number;
  /** The heading as it was given, or null, and the columns that weren't used. */
  heading: string | null;
  ignored: readonly string[];
  /** The number of lines whose address had an account when the list was validated, and whether such addresses are emailed. */
  accounts: number;
  notifiesAccounts: boolean;
  pause: Pause | null;
  /** When a running list goes on, in Unix seconds; null for any other. */
  dueAt: number | null;
  /** Unix seconds. */
  createdAt: number;
}

/** How long, in seconds, lines wait to be sent at most. */
export const MAX_WAITING_SECONDS = 30 * SECONDS_PER_DAY;

/** How long, in seconds, a started list is retained: its lines wait, are open and are retained afterwards for a month each at most. */
export const BATCH_RETENTION_SECONDS = 90 * SECONDS_PER_DAY;

/** The list stops after this many consecutive failures: the addresses are then unlikely to be the cause. */
export const MAX_FAILURES = 5;

/** How long a runner may take per email before another runner may resume the list. */
export const LEASE_SECONDS = 60;

/** How long a list pauses while sign-in emails fill the queue. */
export const BUSY_SECONDS = 30;
