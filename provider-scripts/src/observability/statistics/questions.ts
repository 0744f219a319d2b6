/**
 * What is asked of the statistics: which names, over how long, and by which steps. There are many hosts of mailboxes, each with many delays: what is
 * asked of them is summed over the whole time, and no other question reads them.
 */
import { METERS } from '../metrics/meters.ts';
import { HOUR_SECONDS, SLOT_SECONDS } from '../metrics/slots.ts';
import { HOST_COUNTS, HOST_DELAYS } from './mailboxes.ts';
import {
  DELAY,
  FAILED_EMAILS_BY_CAUSE,
  REJECTED_REPORTS,
  SHIELD_MISCONFIGURED,
  SUSPECTED,
  UNKNOWN_REQUESTED,
  UNSIGNED_REPORTS,
} from './names.ts';
import { SPANS, type Span, secondsOf } from './overview.ts';
import { EXPECTED_REPORTS, RECEIVED_REPORTS } from './reports.ts';

const DAY_SECONDS = SPANS.month.step;

/** A step that is longer than any time: each name then has one row, at 0. */
const WHOLE_TIME = 100_000_000_000;

/** A question; all in seconds. */
export interface StatisticsQuestion {
  /** What the names begin with. `_` stands for any letter. */
  readonly names: readonly string[];
  /** The length of the slots that are read. */
  readonly slot: number;
  readonly step: number;
  /** The longest time that is asked about. */
  readonly time: number;
}

/** The most beginnings of a question's names. */
export const MAX_BEGINNINGS = 5;

/** What an overview has a series, or counts, of. */
const SERIES = ['links_', 'sign_', 'emails_failed', 'limits_hit', DELAY];

const SHIELD = [SUSPECTED, `${METERS.shield.statistic}.`, SHIELD_MISCONFIGURED];

/** Questions about the same names over the spans of an overview, by its steps unless another one is given. */
function spans(names: readonly string[], step?: number): Record<Span, StatisticsQuestion> {
  const over = (span: Span, slot: number) => ({
    names,
    slot,
    step: step ?? SPANS[span].step,
    time: secondsOf(span),
  });
  return {
    hour: over('hour', SLOT_SECONDS),
    day: over('day', HOUR_SECONDS),
    month: over('month', HOUR_SECONDS),
  };
}

/** All questions. */
export const QUESTIONS = {
  /** The overview's series. */
  series: spans(SERIES),
  /** The sums of the time before. */
  sums: spans(SERIES, WHOLE_TIME),
  /** What becomes of links, by the hosts of their mailboxes: with their delays, and without. */
  mailboxes: spans([HOST_COUNTS, HOST_DELAYS], WHOLE_TIME),
  hosts: spans([HOST_COUNTS], WHOLE_TIME),
  /** What an email service reports. */
  reports: { day: spans([EXPECTED_REPORTS, RECEIVED_REPORTS]).day },
  shield: { hour: spans(SHIELD).hour, day: spans(SHIELD).day },
  /** Emails that failed, by outcome and cause, and reports that weren't signed or were too large. */
  emails: {
    hour: spans(['emails_failed.', FAILED_EMAILS_BY_CAUSE, UNSIGNED_REPORTS, REJECTED_REPORTS], WHOLE_TIME)
      .hour,
  },
  /** The requests of a week, by which the shield tells what is usual. */
  usual: {
    week: {
      names: ['links_requested', UNKNOWN_REQUESTED],
      slot: HOUR_SECONDS,
      step: WHOLE_TIME,
      time: 7 * DAY_SECONDS,
    },
  },
} satisfies Record<string, Partial<Record<Span | 'week', StatisticsQuestion>>>;

/** How long rows are retained, by the length of their slot; delays at the hosts of mailboxes, of which there are most, no longer than they are shown. */
export function retentionOf(name: string, slot: number): number {
  if (slot === SLOT_SECONDS) return 2 * DAY_SECONDS;
  return (name.startsWith(HOST_DELAYS) ? 31 : 400) * DAY_SECONDS;
}
