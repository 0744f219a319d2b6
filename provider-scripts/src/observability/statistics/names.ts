/** The statistics of a realm. */
import { DELAY_BOUNDS } from '../metrics/delays.ts';

/**
 * Counted without a label. `links_expired` is counted at a link's expiry when the link is created, and subtracted if it is used
 * before.
 */
export const COUNTED = [
  'links_requested',
  'links_used',
  'links_expired',
  'sign_ups',
  'sign_ins_by_email',
  'sign_ins_by_passkey',
  'sign_ins_by_provider',
  'sign_ins_by_session',
] as const;

/** Counted by reason, outcome or policy, appended to the name after a dot. */
export const COUNTED_BY = ['links_rejected', 'emails_failed', 'limits_hit'] as const;

/** Requests of strangers for unknown accounts. */
export const UNKNOWN_REQUESTED = 'unknown_requested';

/** The prefix of the names of suspected requests by their reasons, which a `+` separates. */
export const SUSPECTED = 'suspected.';

/** Responses that the shield's service didn't verify, as the realm's secret or site key is wrong. */
export const SHIELD_MISCONFIGURED = 'shield_misconfigured';

/** What begins the names of requests to report that weren't signed, and that were too large, by kind of route. */
export const UNSIGNED_REPORTS = 'email_reports_unsigned.';
export const REJECTED_REPORTS = 'email_reports_rejected.';

/** The prefix of the names of unsent emails by cause. */
export const FAILED_EMAILS_BY_CAUSE = 'emails_failed_by_cause.';

/** The name of the statistic for a delay in seconds: `delay.` and the index of its bound. */
export function delayName(seconds: number): string {
  return `${DELAY}${DELAY_BOUNDS.filter((bound) => bound < seconds).length}`;
}

/** The prefix of these names. */
export const DELAY = 'delay.';

/** The amount of a statistic in the slot that starts at `since` (Unix seconds). */
export interface Counted {
  name: string;
  since: number;
  amount: number;
}
