/** Routes of which nothing is reported any longer, by the kinds of services. */
import { HOUR_SECONDS } from '../metrics/slots.ts';
import type { Counted } from './names.ts';

/** What begins the names of the statistics, by kind: emails of which a report is expected, and signed batches of reports. */
export const EXPECTED_REPORTS = 'email_reports_expected.';
export const RECEIVED_REPORTS = 'email_reports_received.';

/** After this many emails since the last report, all of them sent this long before now, none is late by chance. */
const MIN_EMAILS = 20;
const LATE_SECONDS = 900;

/** A kind whose reports have stopped, and the emails since. */
export interface SilentKind {
  readonly kind: string;
  readonly count: number;
}

/** The kinds whose reports have stopped by now (Unix seconds), by the hours of a day. */
export function silentKinds(counted: readonly Counted[], now: number): SilentKind[] {
  const last: Record<string, number> = {};
  for (const { name, since } of counted)
    if (name.startsWith(RECEIVED_REPORTS)) {
      const kind = name.slice(RECEIVED_REPORTS.length);
      last[kind] = Math.max(last[kind] ?? 0, since);
    }
  const silent: Record<string, number> = {};
  for (const { name, since, amount } of counted)
    if (name.startsWith(EXPECTED_REPORTS) && since + HOUR_SECONDS + LATE_SECONDS <= now) {
      const kind = name.slice(EXPECTED_REPORTS.length);
      if (since > (last[kind] ?? 0)) silent[kind] = (silent[kind] ?? 0) + amount;
    }
  return Object.entries(silent)
    .filter(([, count]) => count >= MIN_EMAILS)
    .map(([kind, count]) => ({ kind, count }));
}
