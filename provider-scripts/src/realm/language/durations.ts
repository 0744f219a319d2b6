/** Times as shown to users: a text with a number for each unit (`linkgate….hours`; without a suffix, of minutes). */

import type { JsonValue } from '../../platform/engine/json-value.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

/** Up to which number of seconds one reads seconds, or minutes; longer times are shown in hours, and from two days on in days. */
const MAX_SECONDS = 120;
const MAX_SECONDS_IN_MINUTES = 3 * SECONDS_PER_HOUR;
const MAX_SECONDS_IN_HOURS = 2 * SECONDS_PER_DAY;

/** A number of a unit, and the suffix of the texts' keys for the unit. */
export interface Duration {
  readonly [field: string]: JsonValue;
  suffix: '' | '.seconds' | '.hours' | '.days';
  count: number;
}

/** How long something is valid: in the largest unit of which it is a whole number, else rounded down. It is never shown longer than it is. */
export function lifetimeOf(seconds: number): Duration {
  if (seconds % SECONDS_PER_DAY === 0) return { suffix: '.days', count: seconds / SECONDS_PER_DAY };
  if (seconds % SECONDS_PER_HOUR === 0) return { suffix: '.hours', count: seconds / SECONDS_PER_HOUR };
  if (seconds < MAX_SECONDS && seconds !== SECONDS_PER_MINUTE) return { suffix: '.seconds', count: seconds };
  if (seconds < MAX_SECONDS_IN_MINUTES)
    return { suffix: '', count: Math.floor(seconds / SECONDS_PER_MINUTE) };
  if (seconds < MAX_SECONDS_IN_HOURS)
    return { suffix: '.hours', count: Math.floor(seconds / SECONDS_PER_HOUR) };
  return { suffix: '.days', count: Math.floor(seconds / SECONDS_PER_DAY) };
}

/** How long a user has to wait: rounded up, so that waiting suffices; never in seconds. */
export function waitOf(seconds: number): Duration {
  const minutes = minutesRoundedUp(seconds);
  const whole = minutes * SECONDS_PER_MINUTE;
  if (whole > 0 && whole % SECONDS_PER_HOUR === 0) return lifetimeOf(whole);
  if (whole < MAX_SECONDS_IN_MINUTES) return { suffix: '', count: minutes };
  const hours = Math.ceil(seconds / SECONDS_PER_HOUR);
  if (hours * SECONDS_PER_HOUR < MAX_SECONDS_IN_HOURS) return { suffix: '.hours', count: hours };
  return { suffix: '.days', count: Math.ceil(seconds / SECONDS_PER_DAY) };
}

/** Converts seconds to whole minutes, rounded up. */
function minutesRoundedUp(seconds: number): number {
  return Math.ceil(seconds / SECONDS_PER_MINUTE);
}

/**
 * The arguments of a text with a number: {0} selects the plural, {1} is the number itself. As a text, it has the same digits in every
 * language, as addresses and codes have.
 */
export function counted(number: number): [number, string] {
  return [number, String(number)];
}
