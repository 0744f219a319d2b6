/** Units of time. */

export const MILLIS_PER_SECOND = 1000;
export const SECONDS_PER_DAY = 86_400;
