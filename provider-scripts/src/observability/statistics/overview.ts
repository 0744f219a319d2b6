/** Builds the administrators' overview from statistics. */

import { DELAY_BOUNDS } from '../metrics/delays.ts';
import { HOUR_SECONDS, SLOT_SECONDS, slotOf } from '../metrics/slots.ts';
import { hostCounts } from './mailboxes.ts';
import { COUNTED, COUNTED_BY, type Counted, DELAY, FAILED_EMAILS_BY_CAUSE } from './names.ts';
import { quantile } from './quantile.ts';

/** The spans of an overview: number of steps, and a step's length in seconds. */
export const SPANS = {
  hour: { steps: 12, step: SLOT_SECONDS },
  day: { steps: 24, step: HOUR_SECONDS },
  month: { steps: 30, step: 24 * HOUR_SECONDS },
} as const;
export type Span = keyof typeof SPANS;

/** The start of an overview at `now`, both in Unix seconds; its last step contains `now`. */
export function startOfSpan(span: Span, now: number): number {
  const { steps, step } = SPANS[span];
  return slotOf(now, step) - (steps - 1) * step;
}

/** How long a span is, in seconds. */
export function secondsOf(span: Span): number {
  const { steps, step } = SPANS[span];
  return steps * step;
}

/** The overview, as JSON; `before` was counted in the span before, up to the same time in it, and `mailboxes` by the hosts of mailboxes. */
export function overview(
  span: Span,
  now: number,
  counted: readonly Counted[],
  before: readonly Counted[] = [],
  mailboxes: readonly Counted[] = [],
) {
  const { steps, step } = SPANS[span];
  const from = startOfSpan(span, now);
  const series: Record<string, number[]> = {};
  for (const name of [...COUNTED, ...COUNTED_BY]) series[name] = filled(steps);
  const by: Record<string, Record<string, number>> = {};
  for (const name of COUNTED_BY) by[name] = {};
  const causes: Record<string, number> = {};
  const delays = filled(DELAY_BOUNDS.length + 1);
  const previous: Record<string, number> = {};
  for (const name of Object.keys(series)) previous[name] = 0;
  for (const { name, amount } of before) {
    const [kind = ''] = name.split('.');
    if (kind in previous) previous[kind] = Math.max(0, (previous[kind] ?? 0) + amount);
  }
  for (const { name, since, amount } of counted) {
    if (name.startsWith(DELAY)) {
      const index = Number(name.slice(DELAY.length));
      delays[index] = (delays[index] ?? 0) + amount;
      continue;
    }
    if (name.startsWith(FAILED_EMAILS_BY_CAUSE)) {
      const cause = name.slice(FAILED_EMAILS_BY_CAUSE.length);
      causes[cause] = (causes[cause] ?? 0) + amount;
      continue;
    }
    const [kind = '', value] = name.split('.');
    const values = series[kind];
    const index = (since - from) / step;
    if (values !== undefined) values[index] = (values[index] ?? 0) + amount;
    const parts = by[kind];
    if (parts !== undefined && value !== undefined) parts[value] = (parts[value] ?? 0) + amount;
  }
  return {
    span,
    from,
    to: now,
    step,
    // A node that crashed may have lost counts that others have subtracted from.
    series: Object.fromEntries(
      Object.entries(series).map(([name, values]) => [name, values.map((value) => Math.max(0, value))]),
    ),
    previous,
    rejected: by.links_rejected,
    limits_hit: by.limits_hit,
    emails_failed: by.emails_failed,
    emails_failed_by_cause: causes,
    email_to_click: {
      bounds: [...DELAY_BOUNDS],
      counts: delays,
      p50: quantile(delays, 0.5),
      p95: quantile(delays, 0.95),
    },
    mailboxes: hostCounts(mailboxes),
  };
}

function filled(length: number): number[] {
  const values: number[] = [];
  for (let i = 0; i < length; i++) values.push(0);
  return values;
}
