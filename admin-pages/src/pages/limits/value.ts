/** Limits' values as texts: "20 per hour", "10 in 10 minutes". */
import type { Limit } from '../../../generated/admin-api.d.ts';
import { duration, t } from '../../texts/texts.ts';

type LimitValue = Limit['value'];

/** The periods that have a word of their own, in seconds. */
const PERIODS = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' } as const;

function isPeriod(seconds: number): seconds is keyof typeof PERIODS {
  return Object.hasOwn(PERIODS, seconds);
}

/** A period after "per": "hour", "10 minutes". */
export function periodText(seconds: number): string {
  return isPeriod(seconds) ? t(`period.${PERIODS[seconds]}`) : duration(seconds);
}

export function valueText({ count, seconds }: LimitValue): string {
  return isPeriod(seconds)
    ? t('limits.value-per', { count, period: periodText(seconds) })
    : t('limits.value', { count, time: duration(seconds) });
}

/** The periods that a limit can be set to. */
const CHOICES = [1, 10, 60, 300, 600, 900, 1800, 3600, 21_600, 43_200, 86_400];

/** The periods that a limit offers, in seconds: with its own and its default's, up to its maximum. */
export function periodsOf({ value, default: usual, max }: Limit): number[] {
  const all = [...CHOICES.filter((seconds) => seconds <= max.seconds), value.seconds, usual.seconds];
  return [...new Set(all)].sort((one, other) => one - other);
}
